//! Pictures of values.

use koproof_picture::{Figure, Panel};
use koproof_rules::Board;

/// Draws one board or several.
pub(crate) fn svg(board: &Board, title: &str, panels: Vec<Panel>) -> String {
    Figure::new(board, format!("{}: {title}", board.name()), panels).to_svg()
}
