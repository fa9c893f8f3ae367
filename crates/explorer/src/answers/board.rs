//! The answer to: what is this board, and how is it drawn?

use koproof_rules::Board;
use serde::Serialize;

use crate::answers::table;
use crate::drawing::Drawing;

/// A board and how it is drawn.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    /// A name that makes the board again.
    name: String,
    drawing: Drawing,
    /// Why values of all colorings may not be asked for; `null` if they may.
    no_table: Option<String>,
}

impl About {
    /// Looks at a board.
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            name: board.name().to_owned(),
            drawing: Drawing::new(board),
            no_table: table::possible(board).err(),
        }
    }
}
