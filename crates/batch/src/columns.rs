//! The names and meanings of the columns of the data.

mod listed;

use serde::{Deserialize, Serialize};

use crate::task::Task;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Unicode text.
    Text,
    /// True or false.
    Boolean,
    /// Whole numbers of 64 bits, with sign.
    Integer,
    /// Floating-point numbers of 64 bits.
    Real,
}

impl Kind {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Real => "real",
        }
    }
}

/// A column of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The type of its cells that are not empty.
    pub kind: Kind,
    /// What its numbers count; empty for texts and plain numbers.
    pub unit: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// The content of one row and column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing: the value is unknown or does not exist.
    Empty,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A text.
    Text(String),
}

impl From<bool> for Cell {
    fn from(is_so: bool) -> Self {
        Self::Boolean(is_so)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// Returns the columns of the data that a task makes.
#[must_use]
pub fn columns(task: Task) -> &'static [Column] {
    match task {
        Task::Empty => listed::EMPTY,
        Task::Openings => listed::OPENINGS,
        Task::AllColorings => listed::ALL_COLORINGS,
        Task::Compare => listed::COMPARE,
        Task::Count => listed::COUNT,
    }
}
