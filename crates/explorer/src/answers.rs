//! The answers to a page's questions, one file each.

pub(crate) mod begin;
pub(crate) mod board;
mod hardest;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod values;
