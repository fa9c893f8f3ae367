//! The ladder: boards in the order of their difficulty.

use koproof_rules::Board;
use serde::Deserialize;

use crate::commands::program::data::{parsed, rows};

const LADDER: &str = include_str!("../../../../data/ladder.csv");

/// The number of rungs.
pub(super) const RUNGS: u8 = 6;

/// The task on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Task {
    /// The empty board.
    Value,
    /// Every coloring with either player to move.
    Table,
}

/// A board on the ladder. Suicide is forbidden on all of it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) rung: u8,
    pub(super) task: Task,
    #[serde(deserialize_with = "parsed")]
    pub(super) board: Board,
    /// The value of the empty board if it was known before: published, or from the prototype of this method, a separate
    /// program.
    pub(super) known: Option<i32>,
    /// The approximate number of expansions of that prototype on one thread.
    pub(super) prototype: Option<u64>,
}

/// Returns the boards of a rung.
pub(super) fn rung(number: u8) -> Vec<Entry> {
    let mut entries = rows::<Entry>(LADDER);
    entries.retain(|entry| entry.rung == number);
    entries
}
