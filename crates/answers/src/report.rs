//! The lines of an answer about values, sent while the values are being found.

use koproof_rules::{Board, Move, text};
use koproof_solver::{Analysis, Bracket};
use serde::Serialize;
use web_time::Instant;

/// A line of the answer. Scores are Black − White, komi not counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValueLine {
    /// The known bracket of the value of the game.
    Value {
        /// At least this.
        lo: i32,
        /// At most this.
        hi: i32,
    },
    /// The moves that keep the value, all of them.
    Best {
        /// Their names.
        moves: Vec<String>,
    },
    /// A line of best play.
    Play {
        /// The names of its moves.
        moves: Vec<String>,
        /// Whether it reaches the end of the game.
        ends: bool,
    },
    /// The known bracket of the value after a move.
    Move {
        /// The move.
        name: String,
        /// At least this.
        lo: i32,
        /// At most this.
        hi: i32,
    },
    /// The cost of the answer so far.
    Effort {
        /// Expansions.
        expansions: u64,
        /// Seconds on the clock.
        seconds: f64,
    },
    /// The answer is complete.
    End {
        /// The reason why a value is open, if one is.
        open: Option<String>,
    },
    /// The work failed.
    Error {
        /// The reason.
        error: String,
    },
}

/// Reports changes to a reader.
#[derive(Debug)]
pub struct Reporter {
    board: Board,
    started: Instant,
    /// The number of expansions in the last report.
    expansions: u64,
    /// The analysis in the last report; `None` before the first line.
    told: Option<Analysis>,
}

impl Reporter {
    /// Starts the reports for a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self {
            board: board.clone(),
            started: Instant::now(),
            expansions: 0,
            told: None,
        }
    }

    /// Returns lines for the changes since the last report.
    pub fn news(&mut self, analysis: &Analysis) -> Vec<ValueLine> {
        let mut lines = Vec::new();
        let told = self.told.take();
        let told = told.as_ref();
        let Bracket { lo, hi } = analysis.value();
        if told.is_none_or(|told| told.value() != analysis.value()) {
            lines.push(ValueLine::Value { lo, hi });
        }
        if let Some(best) = all_best(analysis)
            && told.and_then(all_best).as_ref() != Some(&best)
        {
            let moves = text::move_names(&self.board, &best);
            lines.push(ValueLine::Best { moves });
        }
        if let Some((line, ends)) = play(analysis)
            && told.and_then(play) != Some((line, ends))
        {
            let moves = text::move_names(&self.board, line);
            lines.push(ValueLine::Play { moves, ends });
        }
        for (index, known) in analysis.moves().iter().enumerate() {
            if told.is_none_or(|told| told.moves()[index].value != known.value) {
                let name = text::move_name(&self.board, known.taken);
                let Bracket { lo, hi } = known.value;
                lines.push(ValueLine::Move { name, lo, hi });
            }
        }
        self.told = Some(analysis.clone());
        lines
    }

    /// Returns a line with the cost so far, in which the number of expansions never decreases.
    pub fn effort(&mut self, expansions: u64) -> ValueLine {
        self.expansions = self.expansions.max(expansions);
        ValueLine::Effort {
            expansions: self.expansions,
            seconds: self.started.elapsed().as_secs_f64(),
        }
    }
}

/// Returns the best moves if all of them are known.
fn all_best(analysis: &Analysis) -> Option<Vec<Move>> {
    let best = analysis.best_moves();
    let known = analysis.value().exact().is_some() && best.possible.is_empty();
    known.then_some(best.certain)
}

/// Returns the line of best play if the value is known, and whether it reaches the end of the game.
fn play(analysis: &Analysis) -> Option<(&[Move], bool)> {
    analysis.value().exact()?;
    Some(analysis.principal_variation())
}
