//! Tasks: the question for each board.

use koproof_rules::named;

/// The question for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The value of the empty board, and numbers about its colorings.
    Empty,
    /// The value of every first move.
    Openings,
    /// Totals of the values of all colorings.
    AllColorings,
    /// The states to which two rule sets give different values.
    Compare,
    /// The numbers of colorings and of games.
    Count,
}

/// There is no such task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a task; use empty, openings, all-colorings, compare or count")]
pub struct UnknownTask(String);

named! {
    Task, UnknownTask, UnknownTask;
    Empty = "empty",
    Openings = "openings",
    AllColorings = "all-colorings",
    Compare = "compare",
    Count = "count",
}
