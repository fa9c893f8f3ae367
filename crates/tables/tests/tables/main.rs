//! Tables against slow enumeration, and their files byte by byte.

mod diff;
mod file;
mod file_counts;
mod file_scored;
mod synthetic;
mod table;
