//! The result of solving a position.

use std::hash::{Hash, Hasher};

use koproof_answers::value_map;
use koproof_rules::{Graph, Komi, Move, text};
use koproof_solver::{Analysis, Bracket, MoveAnalysis, Stats, Stopped};
use pyo3::prelude::*;

use crate::board::{self, Board};
use crate::error::bad;
use crate::game::Game;
use crate::line::Line;
use crate::record::Record;
use crate::score::Score;

/// The result of solving a position: its value, the best moves, a line of best play, the values of moves.
///
/// Values are Black − White with komi counted. A value that a limit leaves open has a bracket.
///
/// Solutions are equal if game, value and all that is known of the moves are; the cost of the search is not compared.
#[pyclass(frozen, eq, hash, module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) record: Record,
    pub(crate) analysis: Analysis,
    /// The time that it took, in seconds.
    pub(crate) seconds: f64,
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.record == other.record
            && self.analysis.value() == other.analysis.value()
            && self.moves() == other.moves()
    }
}

impl Eq for Solution {}

impl Hash for Solution {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.record, self.analysis.value()).hash(state);
    }
}

/// A bracket in a pickle.
type Ends = (i32, i32);

/// What is known of a move, in a pickle: its bracket; the line, in which None is a pass; whether the line ends; expansions.
type Known = (Ends, Vec<Option<u16>>, bool, u64);

/// The parts of a solution, to make it again: game, bracket, moves, statistics, the reason why it stopped, seconds.
type Parts = (Game, Ends, Vec<Known>, (u64, u64, u64), Option<String>, f64);

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
                point: taken.number().map(usize::from),
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
    /// "interrupted", "more colorings than one search can name", "line of play too long".
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
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let board = &self.record.board;
            let graph = Graph::<1>::new(board).expect("the solver takes no board that is larger");
            let game = self.record.game(&graph);
            let panel = value_map(board, &game, &self.analysis);
            board::svg(board, "the value of every play", vec![panel])
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.svg(py)
    }

    /// Makes a solution again of its parts.
    #[staticmethod]
    fn _of(
        game: &Game,
        value: Ends,
        moves: Vec<Known>,
        stats: (u64, u64, u64),
        stopped: Option<&str>,
        seconds: f64,
    ) -> PyResult<Self> {
        let record = game.record();
        let graph = Graph::<1>::new(&record.board).map_err(bad)?;
        let moves = moves
            .into_iter()
            .filter_map(|(value, line, line_ends, expansions)| {
                let line: Vec<Move> = line.into_iter().map(Move::of_number).collect();
                Some(MoveAnalysis {
                    taken: *line.first()?,
                    value: bracket(value),
                    line,
                    line_ends,
                    expansions,
                })
            });
        let (expansions, claims, orbits) = stats;
        let stats = Stats {
            expansions,
            claims,
            orbits,
        };
        let stopped = stopped.and_then(|said| {
            let mut reasons = Stopped::ALL.into_iter();
            reasons.find(|why| why.to_string() == said)
        });
        let game = record.game(&graph);
        let analysis = Analysis::restored(&game, bracket(value), moves.collect(), stats, stopped)
            .ok_or_else(|| bad("the moves are not those of the game"))?;
        Ok(Self {
            record,
            analysis,
            seconds,
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let moves = self.analysis.moves().iter().map(|known| {
            let line = known.line.iter().map(|taken| taken.number());
            let (value, line) = (ends(known.value), line.collect());
            (value, line, known.line_ends, known.expansions)
        });
        let stats = self.analysis.stats;
        let parts = (
            self.game(),
            ends(self.analysis.value()),
            moves.collect(),
            (stats.expansions, stats.claims, stats.orbits),
            self.stopped(),
            self.seconds,
        );
        Ok((make, parts))
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

fn bracket((lo, hi): Ends) -> Bracket {
    Bracket { lo, hi }
}

fn ends(bracket: Bracket) -> Ends {
    (bracket.lo, bracket.hi)
}

/// The result for a move.
#[pyclass(frozen, eq, hash, module = "koproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// The parts of the result for a move, in the order of its fields; komi in half points.
type MoveParts = (
    String,
    Option<usize>,
    Option<String>,
    Option<Line>,
    bool,
    Option<Ends>,
    i32,
);

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

    /// Makes the result again of its parts.
    #[staticmethod]
    fn _of(
        name: String,
        point: Option<usize>,
        reason: Option<String>,
        line: Option<&Bound<'_, Line>>,
        is_best: bool,
        value: Option<Ends>,
        half_points: i32,
    ) -> Self {
        Self {
            name,
            point,
            reason,
            line: line.map(|line| line.get().clone()),
            is_best,
            bracket: value.map(bracket),
            komi: Komi::from_half_points(half_points),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, MoveParts)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let (name, reason, line) = (self.name.clone(), self.reason.clone(), self.line.clone());
        let (value, komi) = (self.bracket.map(ends), self.komi.half_points());
        let parts = (name, self.point, reason, line, self.is_best, value, komi);
        Ok((make, parts))
    }

    fn __repr__(&self) -> String {
        let known = match (&self.reason, self.bracket) {
            (None, Some(bracket)) => Score::shown(bracket, self.komi),
            (reason, _) => format!("illegal, {}", reason.as_deref().unwrap_or_default()),
        };
        format!("<{}: {known}>", self.name)
    }
}
