//! What an answer is about: a board, and rules.

use std::fmt;

use koproof_rules::{Board, Ruleset};
use serde::Serialize;

use crate::arguments::{RulesJson, board_line, rules_line};

/// The board that an answer is about. In text: `board: 2x2 (4 points, 4 edges)`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AboutBoard {
    board: String,
    graph6: String,
    #[serde(skip)]
    line: String,
}

/// The board and the rules that an answer is about. In text the rules have a second line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    #[serde(flatten)]
    board: AboutBoard,
    rules: RulesJson,
    #[serde(skip)]
    line: String,
}

impl From<&Board> for AboutBoard {
    fn from(board: &Board) -> Self {
        Self {
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            line: board_line(board),
        }
    }
}

impl AboutBoard {
    /// Returns the graph as graph6.
    pub(crate) fn graph6(&self) -> &str {
        &self.graph6
    }
}

impl About {
    pub(crate) fn new(board: &Board, rules: Ruleset) -> Self {
        Self {
            board: board.into(),
            rules: rules.into(),
            line: rules_line(rules),
        }
    }

    /// Writes both lines two spaces to the right.
    pub(crate) fn indented(&self) -> String {
        format!("  {}\n  rules: {}", self.board, self.line)
    }
}

impl fmt::Display for AboutBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board: {}", self.line)
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nrules: {}", self.board, self.line)
    }
}
