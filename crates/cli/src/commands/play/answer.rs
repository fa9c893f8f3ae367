//! A game in JSON.

use koproof_rules::{Board, Game, text};
use serde::Serialize;

use crate::arguments::{RulesJson, moves_made};
use crate::scores::Score;

/// A game and its result.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    board: String,
    graph6: String,
    rules: RulesJson,
    moves: Vec<String>,
    position: String,
    over: bool,
    /// Black − White, komi counted, if the game is over.
    score: Option<Score>,
    /// Points that the person's moves gave away, as far as known.
    given_away: Score,
}

impl Answer {
    pub(super) fn new(board: &Board, game: &Game<'_, 1, 2>, given_away: i32) -> Self {
        let rules = *game.rules();
        let over = game.is_over();
        Self {
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            rules: rules.into(),
            moves: moves_made(board, game),
            position: text::position(board, game.coloring()),
            over,
            score: over.then(|| Score::new(game.score(), rules.komi)),
            given_away: Score::new(given_away, koproof_rules::Komi::ZERO),
        }
    }
}
