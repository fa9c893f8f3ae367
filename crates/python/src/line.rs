//! Lines of play.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use koproof_picture::Panel;
use koproof_rules::{Graph, text};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use crate::board;
use crate::game::Game;
use crate::record::Record;

/// The number of boards that a notebook shows of each end of a long line.
const END: usize = 12;

/// A line of play: a sequence of moves such as "b a2", whose slices are lists. A notebook shows it as a strip of boards, of a
/// line of more than 24 moves the first and the last 12; `svg()` draws all.
///
/// A line equals a list of the same moves, and a line of the same moves after the same moves on the same board under the same rules.
#[pyclass(frozen, sequence, module = "koproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    /// The game with the line at its end.
    pub(crate) record: Record,
    /// The number of moves before the line.
    pub(crate) from: usize,
}

#[pymethods]
impl Line {
    /// The moves without their players: points' names and "pass".
    #[getter]
    fn moves(&self) -> Vec<String> {
        text::move_names(&self.record.board, &self.record.moves[self.from..])
    }

    /// The game with the moves of the line made.
    #[getter]
    fn game(&self) -> Game {
        Game::new_from(self.record.clone())
    }

    /// Draws a board for each move as SVG.
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| self.drawn(self.panels()))
    }

    /// A notebook would keep hundreds of boards in its file.
    fn _repr_svg_(&self, py: Python<'_>) -> String {
        py.detach(|| self.ends())
    }

    fn __len__(&self) -> usize {
        self.record.moves.len() - self.from
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return PyList::new(py, self.turns())?.as_any().get_item(index);
        }
        let index: isize = index.extract()?;
        let from_front = match index {
            0.. => index,
            _ => index + self.__len__() as isize,
        };
        // One move alone is written: Python asks for each in turn to go through a line.
        let at = usize::try_from(from_front).ok().map(|at| self.from + at);
        let turn = at.and_then(|at| {
            let player = self.record.start.1.after(at, 2);
            let taken = *self.record.moves.get(at)?;
            Some(text::turn(&self.record.board, player, taken))
        });
        let turn = turn.ok_or_else(|| PyIndexError::new_err("the line has no such move"))?;
        Ok(turn.into_pyobject(py)?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equal = match (other.cast::<Self>(), other.cast::<PyList>()) {
            (Ok(line), _) => self == line.get(),
            (_, Ok(list)) => PyList::new(py, self.turns())?.eq(list)?,
            _ => return Ok(py.NotImplemented()),
        };
        is_equal.into_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the first place of a move such as "b a2"; raises ValueError if the line has no such move.
    #[pyo3(signature = (value, start=0, stop=isize::MAX))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let turns = PyList::new(value.py(), self.turns())?;
        let found = turns.call_method1("index", (value, start, stop));
        found
            .map_err(|_| PyValueError::new_err("the line has no such move"))?
            .extract()
    }

    /// Counts how often a move such as "b a2" is made.
    fn count(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let turns = PyList::new(value.py(), self.turns())?;
        turns.call_method1("count", (value,))?.extract()
    }

    /// Makes a line of the moves of a game after the first ones.
    #[staticmethod]
    fn _of(game: &Game, from: usize) -> PyResult<Self> {
        let record = game.record();
        match from <= record.moves.len() {
            true => Ok(Self { record, from }),
            false => Err(PyValueError::new_err("the game has fewer moves")),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, usize))> {
        let make = py.get_type::<Self>().getattr("_of")?;
        Ok((make, (self.game(), self.from)))
    }

    fn __repr__(&self) -> String {
        format!("<Line: {}>", self.turns().join(", "))
    }

    fn __str__(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.turns().join(", "))
    }
}

impl Line {
    fn panels(&self) -> Vec<Panel> {
        let board = &self.record.board;
        let graph = Graph::<8>::new(board).expect("the widest graphs take every board");
        Panel::of_moves(board, &self.record.game(&graph), self.from)
    }

    /// Draws the ends of a long line.
    fn ends(&self) -> String {
        let mut panels = self.panels();
        let left_out = panels.len().saturating_sub(2 * END);
        if left_out > 0 {
            panels.drain(END..END + left_out);
            let last = &mut panels[END - 1].caption;
            *last = format!(
                "{last}; {} left out",
                text::counted(left_out as u64, "move")
            );
        }
        self.drawn(panels)
    }

    fn drawn(&self, panels: Vec<Panel>) -> String {
        board::svg(&self.record.board, "a line of play", panels)
    }

    /// The moves with their players.
    fn turns(&self) -> Vec<String> {
        let (_, first) = self.record.start;
        let moves = &self.record.moves[self.from..];
        text::turns(&self.record.board, first.after(self.from, 2), 2, moves)
    }
}
