//! A game in JSON.

use koproof_rules::{Board, Game, Komi, Margin, text};
use serde::Serialize;

use crate::about::{About, moves_made};

/// A game and its result.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: About,
    moves: Vec<String>,
    position: String,
    over: bool,
    /// Black − White, komi counted, if the game is over.
    score: Option<Margin>,
    /// Points that the person's moves gave away, as far as known; `null` if they were not judged.
    given_away: Option<Margin>,
}

impl Answer {
    pub(super) fn new(board: &Board, game: &Game<'_, 1, 2>, given_away: Option<i32>) -> Self {
        let rules = *game.rules();
        let over = game.is_over();
        Self {
            about: About::new(board, rules),
            moves: moves_made(board, game),
            position: text::position(board, game.coloring()),
            over,
            score: over.then(|| Margin::new(game.score(), rules.komi)),
            given_away: given_away.map(|points| Margin::new(points, Komi::ZERO)),
        }
    }
}
