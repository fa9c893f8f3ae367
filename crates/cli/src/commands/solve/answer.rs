//! The answer in JSON.

use koproof_answers::Range;
use koproof_rules::{Board, Game, IllegalMove, Komi, Margin, Move, text};
use koproof_solver::{Detail, MoveAnalysis, Remoteness};
use serde::Serialize;

use super::work::Found;
use crate::about::{About, moves_made};
use crate::certificate::Summary;
use crate::claims::Taken;

/// The question and the result. Scores are Black − White, komi included.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    pub(super) about: About,
    /// The given position, and the player to move there.
    position: String,
    to_move: String,
    /// The moves made since.
    pub(super) history: Vec<String>,
    /// The position after them.
    now: Now,
    pub(super) value: Range,
    pub(super) exact: bool,
    /// The answers to the questions that were asked instead of the value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) at_least: Vec<AtLeast>,
    /// The limit that left open what was asked.
    pub(super) stopped: Option<String>,
    pub(super) fair_komi: Option<Komi>,
    /// The moves that are known to keep the value; `null` if the value is open, or they were not asked for.
    pub(super) best_moves: Option<Vec<String>>,
    /// Other moves that may keep the value, if a limit stopped the search before it was certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) possible_best_moves: Vec<MoveAnswer>,
    pub(super) principal_variation: Option<Vec<String>>,
    /// Whether the principal variation reaches the end of the game.
    pub(super) principal_variation_complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<MoveAnswer>>,
    /// How soon Black and White can make the game end with the value or better, if that was asked; `null` if the value is
    /// open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remoteness: Option<Option<BothTurns>>,
    /// `null` if one was requested and none was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Option<Summary>>,
    /// The checkpoint on which the value depends, if the run continued from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resumed_from: Option<String>,
    /// The claims of earlier certificates that the search started from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) claims: Option<Taken>,
    pub(super) stats: Stats,
}

/// The answer to the question whether the value is at least a score.
#[derive(Debug, Serialize)]
pub(super) struct AtLeast {
    pub(super) score: Margin,
    /// `null` if a limit left it open.
    pub(super) holds: Option<bool>,
}

/// The numbers of turns that the players need.
#[derive(Debug, Serialize)]
pub(super) struct BothTurns {
    pub(super) black: Turns,
    pub(super) white: Turns,
}

/// A number of turns, passes included.
#[derive(Debug, Serialize)]
pub(super) struct Turns {
    /// The player needs at least so many.
    pub(super) at_least: u32,
    /// Whether they are enough.
    pub(super) exact: bool,
    /// The limit that stopped the search, if the number is not exact.
    pub(super) stopped: Option<String>,
}

impl From<Remoteness> for Turns {
    fn from(found: Remoteness) -> Self {
        Self {
            at_least: found.at_least,
            exact: found.is_exact(),
            stopped: found.stopped.map(|why| why.to_string()),
        }
    }
}

#[derive(Debug, Serialize)]
struct Now {
    position: String,
    to_move: String,
    passes: usize,
    over: bool,
}

/// The cost of the value alone, without that of the moves.
#[derive(Debug, Serialize)]
pub(super) struct Stats {
    pub(super) expansions: u64,
    pub(super) claims: u64,
    pub(super) orbits: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct MoveAnswer {
    #[serde(rename = "move")]
    pub(super) name: String,
    pub(super) legal: bool,
    /// The value of the game after the move, if it is legal.
    pub(super) value: Option<Range>,
    /// The rule that forbids it: `occupied`, `suicide` or `superko`.
    rule: Option<&'static str>,
    /// For superko, the move whose position it would recreate; 0 is the start.
    repeats_move: Option<usize>,
    /// The reason in words.
    pub(super) reason: Option<String>,
}

impl super::Args {
    /// Combines the results for a game.
    pub(super) fn answer(
        &self,
        game: &Game<'_, 1, 2>,
        found: &Found,
        claims: Option<Taken>,
    ) -> Answer {
        let board = &self.board;
        let rules = *game.rules();
        let value = found.solution.value;
        let stats = found.solution.stats;
        let analysis = &found.analysis;
        let best = analysis.best_moves();
        let exact = value.exact().filter(|_| found.detail > Detail::Value);
        let line = exact.map(|_| analysis.principal_variation());
        let answered = |judged| move_answer(board, rules.komi, judged);
        let possible = match found.detail {
            Detail::Value => Vec::new(),
            _ => (analysis.every_move())
                .filter(|(taken, _)| best.possible.contains(taken))
                .map(answered)
                .collect(),
        };
        Answer {
            about: About::new(board, rules),
            position: text::position(board, game.start().0),
            to_move: self.start.at.to_move.to_string(),
            history: moves_made(board, game),
            now: Now {
                position: text::position(board, game.coloring()),
                to_move: game.to_move().to_string(),
                passes: game.passes(),
                over: game.is_over(),
            },
            value: Range::new(value, rules.komi),
            exact: value.exact().is_some(),
            at_least: (self.at_least.iter())
                .map(|&score| AtLeast {
                    score,
                    holds: value.is_at_least(score.least_on_board(rules.komi)),
                })
                .collect(),
            stopped: found.solution.stopped.map(|why| why.to_string()),
            fair_komi: value.exact().map(|value| Komi::from_half_points(2 * value)),
            best_moves: exact.map(|_| text::move_names(board, &best.certain)),
            possible_best_moves: possible,
            principal_variation: line.map(|(line, _)| text::turns(board, game.to_move(), 2, line)),
            principal_variation_complete: line.is_some_and(|(_, ends)| ends),
            moves: (found.detail >= Detail::Moves)
                .then(|| analysis.every_move().map(answered).collect()),
            remoteness: self.remoteness.then(|| {
                found.remoteness.map(|[black, white]| BothTurns {
                    black: black.into(),
                    white: white.into(),
                })
            }),
            certificate: (found.certificate.as_ref()).map(|made| made.summary().cloned()),
            resumed_from: self.checkpoint.resumed_from(),
            claims,
            stats: Stats {
                expansions: stats.expansions,
                claims: stats.claims,
                orbits: stats.orbits,
                seconds: found.time.as_secs_f64(),
            },
        }
    }
}

fn move_answer(
    board: &Board,
    komi: Komi,
    (taken, judged): (Move, Result<&MoveAnalysis, &IllegalMove<1>>),
) -> MoveAnswer {
    let why = judged.err();
    MoveAnswer {
        name: text::move_name(board, taken),
        legal: why.is_none(),
        value: judged.ok().map(|known| Range::new(known.value, komi)),
        rule: why.map(IllegalMove::rule),
        repeats_move: why.and_then(IllegalMove::repeats),
        reason: why.map(|why| text::explain(board, why)),
    }
}
