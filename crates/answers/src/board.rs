//! Descriptions of boards: name, drawing and limits.

use koproof_rules::Board;
use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use crate::refusal::Refusal;
use crate::solvable::SolvableBoard;
use crate::table;

/// A question about a board, as a page writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardText {
    board: String,
}

impl BoardText {
    /// Reads the board.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn read(&self) -> Result<SolvableBoard, Refusal> {
        SolvableBoard::read(&self.board)
    }
}

/// The description of a board.
#[derive(Debug, Serialize)]
pub struct About {
    /// A name from which the board can be parsed.
    name: String,
    drawing: Drawing,
    /// The reason why the values of all colorings are not offered; `null` if they are.
    no_table: Option<String>,
}

impl About {
    /// Describes a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self {
            name: board.name().to_owned(),
            drawing: Drawing::new(board),
            no_table: table::possible(board).err(),
        }
    }
}
