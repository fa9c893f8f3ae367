//! Tables of the values of all colorings: representatives, values in memory, and files.

pub(crate) mod difference;
mod packed;
pub(crate) mod table;
pub(crate) mod table_file;
