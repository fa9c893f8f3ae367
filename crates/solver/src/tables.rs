//! The values of all colorings: which colorings are kept, their values in memory and on disk.

mod packed;
pub(crate) mod parts;
pub(crate) mod representatives;
pub(crate) mod table;
pub(crate) mod table_file;
mod walk;
