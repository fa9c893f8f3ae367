//! The lines of a table, in their order.

use koproof_rules::Player;
use koproof_solver::{Retrograde, Score, Table};
use serde::Serialize;

use crate::colorings;

/// A coloring, who is to move there, and what the game is worth that starts so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    position: String,
    to_move: String,
    value: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    lo: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hi: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ko_free: Option<bool>,
}

/// A table, with the brackets of its states if these are asked for.
#[derive(Clone, Copy)]
pub(super) struct Lines<'t> {
    pub(super) table: &'t Table,
    pub(super) brackets: Option<&'t Retrograde>,
}

impl<'t> Lines<'t> {
    /// Goes through the legal colorings in the order of their text, each with Black and with White to move.
    ///
    /// All positions of a board are equally long, so this is the order of the lines' bytes in every form.
    pub(super) fn all(self) -> impl Iterator<Item = Line> + use<'t> {
        let Self { table, brackets } = self;
        let points = table.board().points();
        let graph = table.representatives().graph();
        colorings::in_text_order(points)
            .filter(|coloring| coloring.is_legal(graph))
            .filter_map(|coloring| Some((coloring, table.values(&coloring)?)))
            .flat_map(move |(coloring, values)| {
                let players = [Player::BLACK, Player::WHITE];
                players.into_iter().zip(values).map(move |(player, value)| {
                    let bracket =
                        brackets.and_then(|brackets| brackets.bracket(&coloring, player, 0));
                    Line {
                        position: coloring.to_symbols(points),
                        to_move: player.to_string(),
                        value,
                        lo: bracket.map(|bracket| bracket.lo),
                        hi: bracket.map(|bracket| bracket.hi),
                        ko_free: bracket.map(|bracket| bracket.exact().is_some()),
                    }
                })
            })
    }
}
