//! The answers to what a page asks: one file for each.

pub(crate) mod begin;
pub(crate) mod board;
mod hardest;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod values;
