//! Claims: their definition, the rules that derive them, and the tables and files that store them.
//!
//! Claims and proofs are made only here: their constructors are private to this module. A wrong value needs a mistake
//! in
//!
//! * the rules of play;
//! * this folder;
//! * `state/`: names of colorings, records and symmetries, the sweep that frees names, the comparison of records with a
//!   history, bounds, tolls;
//! * `decide` in `search/decide.rs`, which compares the claim at the root with the history of the root;
//! * the code that turns proved bounds into the value of a game: `Gallop::learn` in `search/targets.rs`,
//!   `search/valuer/games.rs` with the prisoners so far, and `solver/`;
//! * for a table without proofs, `retrograde/`, which gives the values of ko-free states.
//!
//! The rest of `search/` only decides which states are searched, in which histories. A claim names the state that it is about.
//! [`derive`](mod@derive) plays the moves itself, and panics if the search brings the proof of another state or forgets a move.
//! What the history of the line forbids becomes a condition of the claim. One thing is taken from the search: a claim
//! does not avoid the record of the move before it. [`settled`] accepts no other claim under the history of the line; tests and
//! debug builds look through the conditions again. The checker of certificates shares only the rules of play and the file format with all this.
//!
//! * [`claim`] — a bound on a state, with the records that the history must avoid and must contain;
//! * [`origin`] — how a claim was derived, for certificates;
//! * [`settled`] — bounds of a state without search: the end of the game, the pass-forever bounds, a claim whose
//!   conditions the history meets;
//! * [`conditions`] — whether a history meets the conditions of a claim;
//! * [`derive`](mod@derive) — the claim of a state from the proofs of the states that its moves lead to;
//! * [`proof_table`] — the claims by state; it may drop claims, but never changes one;
//! * [`certified`] — the claims of certificates, which the checker has derived again;
//! * [`logged`] — the claims of a log, for proofs that name its steps;
//! * [`checkpoint`] — claims on disk, behind a checksum.

pub(crate) mod certified;
pub(crate) mod checkpoint;
pub(crate) mod claim;
mod conditions;
pub(crate) mod derive;
mod gathered;
pub(crate) mod logged;
pub(crate) mod origin;
pub(crate) mod proof_table;
pub(crate) mod settled;
mod stated;
