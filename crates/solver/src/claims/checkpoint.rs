//! Checkpoints: a solver's claims on disk, so that a stopped or killed run can continue.
//!
//! A checkpoint holds the orbits in the order in which they were met, the claims, and the finished values of a table.
//! The orbits get the same numbers again, so the numbers of records stay valid. Only a new solver with the same board,
//! rules and symmetries can read it.
//!
//! Claims that pass the [`checks`] are trusted, so a value that rests on a checkpoint is as trustworthy as the file. Proofs are
//! elsewhere: if the solver keeps them in an archive, the checkpoint has the places of its parts and the numbers of the steps
//! that derive each claim. A certificate made from them is checked like any other.

mod checks;
mod entry;
mod error;
mod load;
mod save;

pub(crate) use entry::Parts;
pub use error::CheckpointError;
pub(crate) use load::load;
pub(crate) use save::save;
