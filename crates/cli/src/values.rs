//! The values of a coloring in a table: of the game that starts there, with either player to move.

use std::fmt;

use koproof_answers::Range;
use koproof_rules::{Coloring, Komi, Player};
use koproof_tables::Table;
use serde::Serialize;

/// The values of a coloring with Black and with White to move, komi counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Values {
    pub(crate) black: Range,
    pub(crate) white: Range,
}

impl Values {
    /// Looks up a coloring; `None` if it is illegal or not of the table's board.
    pub(crate) fn of(table: &Table, coloring: &Coloring<1, 2>, komi: Komi) -> Option<Self> {
        let [black, white] = table
            .values(coloring)?
            .map(|value| Range::exactly(value, komi));
        Some(Self { black, white })
    }

    pub(crate) fn of_empty_board(table: &Table, komi: Komi) -> Self {
        Self::of(table, &Coloring::EMPTY, komi).expect("a board without stones is legal")
    }

    /// Returns the value with this player to move.
    pub(crate) fn with(&self, to_move: Player) -> Range {
        match to_move {
            Player::BLACK => self.black,
            _ => self.white,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} with black to move, {} with white to move",
            self.black, self.white
        )
    }
}

/// Returns the remark that komi is counted, if there is any.
pub(crate) fn counted(komi: Komi) -> String {
    match komi {
        Komi::ZERO => String::new(),
        komi => format!(", komi {komi} counted"),
    }
}
