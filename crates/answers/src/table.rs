//! The values of all colorings of a board, and the hardest positions.

use std::time::Duration;

use koproof_rules::{Board, Ruleset};
use koproof_solver::{Solver, SolverError, Stopped};
use koproof_tables::Table;
use serde::{Deserialize, Serialize};

use crate::hardest::{Hard, Searching};
use crate::question::RulesText;
use crate::refusal::Refusal;
use crate::solvable::SolvableBoard;
use crate::work_turn::WorkTurn;

/// The largest board whose colorings are all solved for a page; 3x3 has 25,350 states.
const MAX_POINTS: usize = 10;
/// The first turn.
const FIRST: Duration = Duration::from_millis(250);
/// The length up to which every turn grows. Progress is reported after each turn, so only a turn that solves nothing is
/// followed by a longer one.
const LONG: Duration = Duration::from_secs(4);

/// A question about all colorings, as a page writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableText {
    board: String,
    rules: RulesText,
}

impl TableText {
    /// Reads the question.
    ///
    /// # Errors
    /// If there is no such board, it is too large, or there are no such rules.
    pub fn read(&self) -> Result<Tabling, Refusal> {
        let board = SolvableBoard::read(&self.board)?.board;
        let rules = self.rules.read()?;
        possible(&board).map_err(|why| Refusal::of("board", why))?;
        Ok(Tabling {
            board,
            rules,
            stage: Stage::Solving {
                length: FIRST,
                solved: 0,
            },
        })
    }
}

/// A line of the answer. Scores are Black − White, komi not counted.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TableLine {
    /// The progress of the solver.
    Progress {
        /// The number of solved positions, up to symmetry.
        solved: u64,
        /// The number of all of them.
        total: u64,
    },
    /// The number of legal colorings by value.
    Table {
        /// All legal colorings.
        colorings: u64,
        /// The same up to symmetry.
        orbits: usize,
        /// The number of colorings with each value.
        histogram: Vec<Bar>,
    },
    /// The positions that took the most expansions so far.
    Hardest {
        /// The number of positions searched so far.
        searched: usize,
        /// The number of all positions.
        total: usize,
        /// The hardest of them, the hardest first.
        states: Vec<Hard>,
    },
    /// The answer is complete.
    End,
    /// The work failed.
    Error {
        /// The reason.
        error: String,
    },
}

/// The number of colorings with one value.
#[derive(Debug, Serialize)]
pub struct Bar {
    value: i32,
    /// With Black to move.
    black: u64,
    /// With White to move.
    white: u64,
}

/// The values of all colorings of a board, as far as they are found.
#[derive(Debug)]
pub struct Tabling {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Ruleset,
    stage: Stage,
}

/// The stage of the answer.
#[derive(Debug)]
enum Stage {
    /// The length of the next turn, and the number of positions that were solved after the last one.
    Solving {
        length: Duration,
        solved: u64,
    },
    Searching(Box<Searching>),
    Done,
}

/// Refuses a board that is too large, with an alternative.
pub(crate) fn possible(board: &Board) -> Result<(), String> {
    if board.points() <= MAX_POINTS {
        return Ok(());
    }
    Err(format!(
        "{} has more than {MAX_POINTS} points: the command koproof table solve finds the values of all its colorings, given time",
        board.name()
    ))
}

impl Tabling {
    /// Returns the length of the next turn.
    #[must_use]
    pub fn length(&self) -> Duration {
        match self.stage {
            Stage::Solving { length, .. } => length,
            Stage::Searching(_) | Stage::Done => FIRST,
        }
    }

    /// Tells whether the answer is complete.
    #[must_use]
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Works for one turn with a solver for the board and the rules, and returns the new lines.
    pub fn work(&mut self, solver: &Solver, turn: &impl WorkTurn) -> Vec<TableLine> {
        let worked = match &mut self.stage {
            Stage::Solving { .. } => self.solve(solver, turn),
            Stage::Searching(searching) => {
                let hardest = searching.turn(&self.board, self.rules, turn);
                hardest.map(|states| {
                    vec![TableLine::Hardest {
                        searched: searching.searched(),
                        total: searching.total,
                        states,
                    }]
                })
            }
            Stage::Done => Ok(Vec::new()),
        };
        match worked {
            Ok(mut lines) => {
                if let Stage::Searching(searching) = &mut self.stage
                    && searching.searched() == searching.total
                {
                    self.stage = Stage::Done;
                    lines.push(TableLine::End);
                }
                lines
            }
            Err(error) => {
                self.stage = Stage::Done;
                let error = error.to_string();
                vec![TableLine::Error { error }]
            }
        }
    }

    fn solve(
        &mut self,
        solver: &Solver,
        turn: &impl WorkTurn,
    ) -> Result<Vec<TableLine>, SolverError> {
        match solver.table(turn.budget(), turn) {
            Ok((table, _)) => {
                let lines = vec![summary(&table)];
                self.stage = Stage::Searching(Box::new(Searching::new(table)));
                Ok(lines)
            }
            Err(SolverError::Stopped {
                why: why @ (Stopped::Observer | Stopped::Time),
                solved,
                total,
                ..
            }) => {
                if let Stage::Solving {
                    length,
                    solved: before,
                } = &mut self.stage
                {
                    // A position that is not solved within a turn starts again in the next, with new proof numbers. A
                    // turn that the observer has ended, because others wait, was not too short.
                    if why == Stopped::Time && (*length < LONG || solved == *before) {
                        *length = length.saturating_mul(2);
                    }
                    *before = solved;
                }
                Ok(vec![TableLine::Progress { solved, total }])
            }
            Err(error) => Err(error),
        }
    }
}

fn summary(table: &Table) -> TableLine {
    let representatives = table.representatives();
    let bars = table.histogram().into_iter();
    TableLine::Table {
        colorings: representatives.legal_colorings(),
        orbits: representatives.len(),
        histogram: bars
            .map(|(value, [black, white])| Bar {
                value,
                black,
                white,
            })
            .collect(),
    }
}
