//! A game against a strategy, in JSON.

use koproof_rules::{Game, Ruleset, text};
use koproof_verify::{Bound, Line};
use serde::Serialize;

use super::{Proof, score};
use crate::about::{About, moves_made};

/// A bound, by its side and score.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BoundJson {
    AtLeast(i16),
    AtMost(i16),
}

impl From<Bound> for BoundJson {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::AtLeast(score) => Self::AtLeast(score),
            Bound::AtMost(score) => Self::AtMost(score),
        }
    }
}

/// A game, and whether it met the proved bound.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    file: String,
    #[serde(flatten)]
    about: About,
    position: String,
    to_move: String,
    prover: String,
    bound: BoundJson,
    /// Every move since the position, including those of the certificate's header.
    moves: Vec<String>,
    over: bool,
    /// The score that the game ended with, Black − White.
    score: Option<i16>,
    /// Whether the score meets the bound.
    pub(super) met: Option<bool>,
}

impl Answer {
    pub(super) fn new(proof: &Proof<'_>, game: &Game<'_, 1, 2>, line: &Line<'_>) -> Self {
        let (start, first) = game.start();
        let rules: Ruleset = *game.rules();
        let score = game.is_over().then(|| score(game));
        Self {
            file: proof.path.display().to_string(),
            about: About::new(proof.board, rules),
            position: text::position(proof.board, start),
            to_move: first.to_string(),
            prover: line.bound().prover().to_string(),
            bound: line.bound().into(),
            moves: moves_made(proof.board, game),
            over: game.is_over(),
            score,
            met: score.map(|score| line.bound().met_by(score)),
        }
    }
}
