//! Tables of the values of all colorings of a board, in memory and in files.
//!
//! A [`Table`] holds values, not proofs: `koproof_solver::Solver::table` finds them, and a certificate can prove them. This crate only
//! stores, reads and compares them.

mod difference;
mod file;
mod packed;
mod table;
mod text_order;

pub use difference::Difference;
pub use file::{TableFileError, is_table};
pub use table::{Table, TableError};
