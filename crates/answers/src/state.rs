//! The state of a game: positions, score and legal moves.

use koproof_rules::{Board, Game, Move, Player, Point, Scoring, text};
use serde::Serialize;

/// The state of a game.
#[derive(Debug, Serialize)]
pub struct State {
    /// The coloring at the start and after each turn, as `.XO` without separators.
    positions: Vec<String>,
    to_move: String,
    over: bool,
    /// The score if the game ends here: Black − White, with prisoners if they count, without komi.
    score: i32,
    /// The prisoners that Black and White have taken; `null` if they do not count.
    prisoners: Option<[u32; 2]>,
    /// The verdict on a play at each point, in point order.
    points: Vec<PointState>,
}

/// The verdict on a play at a point: legal, or the rule that forbids it.
#[derive(Debug, Default, Serialize)]
struct PointState {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// If superko forbids the play: the turn whose position it would recreate; 0 is the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl State {
    /// Describes a game.
    #[must_use]
    pub fn of(board: &Board, game: &Game<'_, 1, 2>) -> Self {
        let mut back = game.clone();
        let mut positions = Vec::with_capacity(game.turns().len() + 1);
        loop {
            positions.push(back.coloring().to_symbols(board.points()));
            if back.undo().is_none() {
                break;
            }
        }
        positions.reverse();
        Self {
            positions,
            to_move: game.to_move().to_string(),
            over: game.is_over(),
            score: game.score(),
            prisoners: (game.rules().scoring == Scoring::Territory)
                .then(|| [Player::WHITE, Player::BLACK].map(|loser| game.lost(loser))),
            points: (0..board.points() as u16)
                .map(|point| PointState::new(board, game, Point::new(point)))
                .collect(),
        }
    }
}

impl PointState {
    fn new(board: &Board, game: &Game<'_, 1, 2>, point: Point) -> Self {
        let Err(why) = game.try_move(Move::Play(point)) else {
            return Self::default();
        };
        Self {
            rule: Some(why.rule()),
            repeats: why.repeats(),
            reason: Some(text::explain(board, &why)),
        }
    }
}
