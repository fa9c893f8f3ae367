//! Claims: their definition, the rules that derive them, and the tables and files that store them.
//!
//! A wrong value needs a mistake in this folder, in the rules of play, or in the bounds of a player who only passes
//! (`state/bounds.rs`). A wrong value of a table without proofs may also come from `retrograde/`, which gives the values of
//! ko-free states. Nothing else makes a claim or a proof: their constructors are private to this module. The search
//! only chooses which states to look at.
//!
//! * [`claim`] — a bound on a state, with the records that the history must avoid and must contain;
//! * [`known`] — bounds of a state without search: the end of the game, the pass-forever bounds, a claim whose
//!   conditions the history meets;
//! * [`derive`] — the claim of a state from the proofs of the states that its moves lead to;
//! * [`proof_table`] — the claims by state; it may drop claims, but never changes one;
//! * [`certified`] — the claims of certificates, which the checker has derived again;
//! * [`logged`] — the claims of a log, for proofs that name its steps;
//! * [`checkpoint`] — claims on disk, behind a checksum.

pub(crate) mod certified;
pub(crate) mod checkpoint;
pub(crate) mod claim;
pub(crate) mod derive;
mod gathered;
pub(crate) mod known;
pub(crate) mod logged;
pub(crate) mod proof_table;
