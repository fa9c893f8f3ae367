//! The lines of a table, in their order.

use koproof_rules::Player;
use koproof_solver::{Score, Table};
use serde::Serialize;

use crate::colorings;

/// A coloring, who is to move there, and what the game is worth that starts so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    position: String,
    to_move: String,
    value: Score,
}

/// Goes through the legal colorings in the order of their text, each with Black and with White to move.
///
/// All positions of a board are equally long, so this is the order of the lines' bytes in every form.
pub(super) fn of(table: &Table) -> impl Iterator<Item = Line> + '_ {
    let points = table.board().points();
    let graph = table.representatives().graph();
    colorings::in_text_order(points)
        .filter(|coloring| coloring.is_legal(graph))
        .filter_map(|coloring| Some((coloring, table.values(&coloring)?)))
        .flat_map(move |(coloring, values)| {
            let players = [Player::BLACK, Player::WHITE];
            players
                .into_iter()
                .zip(values)
                .map(move |(player, value)| Line {
                    position: coloring.to_symbols(points),
                    to_move: player.to_string(),
                    value,
                })
        })
}
