//! The answer to: what is this board, and how is it drawn?

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
        Ok(SolvableBoard::read(&self.board)?)
    }
}

/// A board and how it is drawn.
#[derive(Debug, Serialize)]
pub struct About {
    /// A name that makes the board again.
    name: String,
    drawing: Drawing,
    /// Why values of all colorings may not be asked for; `null` if they may.
    no_table: Option<String>,
}

impl About {
    /// Looks at a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self {
            name: board.name().to_owned(),
            drawing: Drawing::new(board),
            no_table: table::possible(board).err(),
        }
    }
}
