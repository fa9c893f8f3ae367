//! Tables of the values of all colorings: representatives, values in memory, and files.

mod packed;
pub(crate) mod table;
pub(crate) mod table_file;
