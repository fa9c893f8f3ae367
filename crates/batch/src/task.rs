//! Tasks: the question for each board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The question for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl Task {
    /// Every task.
    pub const ALL: [Self; 5] = [
        Self::Empty,
        Self::Openings,
        Self::AllColorings,
        Self::Compare,
        Self::Count,
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Openings => "openings",
            Self::AllColorings => "all-colorings",
            Self::Compare => "compare",
            Self::Count => "count",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Task {
    type Err = UnknownTask;

    fn from_str(text: &str) -> Result<Self, UnknownTask> {
        let found = Self::ALL.into_iter().find(|task| task.name() == text);
        found.ok_or_else(|| UnknownTask(text.to_owned()))
    }
}
