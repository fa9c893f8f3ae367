//! The result of solving a position.

use koproof_answers::value_map;
use koproof_rules::{Graph, Komi, Move, text};
use koproof_solver::{Analysis, Bracket};
use pyo3::prelude::*;

use crate::board::{self, Board};
use crate::game::Game;
use crate::line::Line;
use crate::record::Record;
use crate::score::Score;

/// The result of solving a position: its value, the best moves, a line of best play, the values of moves.
///
/// Values are Black − White with komi counted. A value that a limit leaves open has a bracket.
#[pyclass(frozen, module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) record: Record,
    pub(crate) analysis: Analysis,
    /// The time that it took, in seconds.
    pub(crate) seconds: f64,
}

#[pymethods]
impl Solution {
    /// The value; None if it is open.
    #[getter]
    fn value(&self) -> Option<Score> {
        Score::exact(self.analysis.value(), self.komi())
    }

    /// The proved bounds of the value: at least the first, at most the second.
    #[getter]
    fn bracket(&self) -> (Score, Score) {
        Score::ends(self.analysis.value(), self.komi())
    }

    /// The moves that keep the value for certain; empty while the value is open, and with `detail="value"`.
    #[getter]
    fn best_moves(&self) -> Vec<String> {
        self.names(&self.analysis.best_moves().certain)
    }

    /// The moves of which it is open whether they keep the value; empty while the value itself is open.
    #[getter]
    fn possible_best_moves(&self) -> Vec<String> {
        self.names(&self.analysis.best_moves().possible)
    }

    /// A line of best play, as far as it is known.
    #[getter]
    fn line(&self) -> Line {
        self.line_of(self.analysis.principal_variation().0)
    }

    /// Whether the line reaches the end of the game.
    #[getter]
    fn line_ends(&self) -> bool {
        self.analysis.principal_variation().1
    }

    /// The result for every move: the pass first, then every point. With `detail="moves"` all values are exact if no limit
    /// stops the search.
    #[getter]
    fn moves(&self) -> Vec<MoveValue> {
        let every = self.analysis.every_move();
        every
            .map(|(taken, judged)| MoveValue {
                name: text::move_name(&self.record.board, taken),
                point: match taken {
                    Move::Pass => None,
                    Move::Play(point) => Some(point.index()),
                },
                komi: self.komi(),
                bracket: judged.ok().map(|known| known.value),
                reason: judged
                    .err()
                    .map(|why| text::explain(&self.record.board, why)),
                line: judged.ok().map(|known| self.line_of(&known.line)),
                is_best: judged.is_ok_and(|known| self.analysis.is_best(known)),
            })
            .collect()
    }

    /// The reason why the search stopped, if something is open: "node limit", "time limit", "memory limit",
    /// "interrupted", "more colorings than one search can name".
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.analysis.stopped.map(|why| why.to_string())
    }

    /// The number of expansions.
    #[getter]
    fn expansions(&self) -> u64 {
        self.analysis.stats.expansions
    }

    /// The number of claims that the solver has proved.
    #[getter]
    fn claims(&self) -> u64 {
        self.analysis.stats.claims
    }

    /// The time that it took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.record.board.clone())
    }

    /// The game that was solved.
    #[getter]
    fn game(&self) -> Game {
        Game::new_from(self.record.clone())
    }

    /// Draws the value or bracket of every move on its point, as SVG.
    fn svg(&self) -> String {
        let board = &self.record.board;
        let graph = Graph::<1>::new(board).expect("the solver takes no board that is larger");
        let game = self.record.game(&graph);
        let panel = value_map(board, &game, &self.analysis);
        board::svg(board, "the value of every play", vec![panel])
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Solution of {}: {}>",
            self.record.board.name(),
            self.said()
        )
    }
}

impl Solution {
    /// Writes the value or its bracket as text.
    pub(crate) fn said(&self) -> String {
        Score::shown(self.analysis.value(), self.komi())
    }

    fn komi(&self) -> Komi {
        self.record.rules.komi
    }

    fn names(&self, moves: &[Move]) -> Vec<String> {
        text::move_names(&self.record.board, moves)
    }

    fn line_of(&self, moves: &[Move]) -> Line {
        let mut record = self.record.clone();
        let from = record.moves.len();
        record.moves.extend(moves);
        Line { record, from }
    }
}

/// The result for a move.
#[pyclass(frozen, module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct MoveValue {
    /// The name of the point, or "pass".
    #[pyo3(get)]
    name: String,
    /// The number of the point; None for the pass.
    #[pyo3(get)]
    point: Option<usize>,
    /// The rule that forbids the move; None if it is legal.
    #[pyo3(get)]
    reason: Option<String>,
    /// The move and best play after it, as far as known; None if the move is illegal.
    #[pyo3(get)]
    line: Option<Line>,
    /// Whether the move keeps the value for certain.
    #[pyo3(get)]
    is_best: bool,
    bracket: Option<Bracket>,
    komi: Komi,
}

#[pymethods]
impl MoveValue {
    /// Whether the move is legal.
    #[getter]
    fn is_legal(&self) -> bool {
        self.reason.is_none()
    }

    /// The value of the game after the move; None if it is open or the move is illegal.
    #[getter]
    fn value(&self) -> Option<Score> {
        Score::exact(self.bracket?, self.komi)
    }

    /// The proved bounds of that value; None if the move is illegal.
    #[getter]
    fn bracket(&self) -> Option<(Score, Score)> {
        self.bracket.map(|bracket| Score::ends(bracket, self.komi))
    }

    fn __repr__(&self) -> String {
        let known = match (&self.reason, self.bracket) {
            (None, Some(bracket)) => Score::shown(bracket, self.komi),
            (reason, _) => format!("illegal, {}", reason.as_deref().unwrap_or_default()),
        };
        format!("<{}: {known}>", self.name)
    }
}
