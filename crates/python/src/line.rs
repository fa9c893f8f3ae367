//! Lines of play.

use koproof_picture::Panel;
use koproof_rules::{Graph, text};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::game::{Game, Record};
use crate::picture;

/// A line of play: a sequence of moves such as "b a2". A notebook shows it as a strip of boards.
#[pyclass(frozen, sequence, module = "koproof")]
#[derive(Clone, Debug)]
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
        let moves = self.record.moves[self.from..].iter();
        moves
            .map(|&taken| text::move_name(&self.record.board, taken))
            .collect()
    }

    /// The game with the moves of the line made.
    #[getter]
    fn game(&self) -> Game {
        Game::new_from(self.record.clone())
    }

    /// Draws a board for each move as SVG.
    fn svg(&self) -> String {
        let board = &self.record.board;
        let graph = Graph::<8>::new(board).expect("the widest graphs take every board");
        let game = self.record.game(&graph);
        picture::svg(
            board,
            "a line of play",
            Panel::of_moves(board, &game, self.from),
        )
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __len__(&self) -> usize {
        self.record.moves.len() - self.from
    }

    fn __getitem__(&self, index: isize) -> PyResult<String> {
        let turns = self.turns();
        let from_front = match index {
            0.. => index,
            _ => index + turns.len() as isize,
        };
        let turn = usize::try_from(from_front)
            .ok()
            .and_then(|at| turns.get(at));
        turn.cloned()
            .ok_or_else(|| PyIndexError::new_err("the line has no such move"))
    }

    fn __repr__(&self) -> String {
        format!("<Line: {}>", self.turns().join(", "))
    }

    fn __str__(&self) -> String {
        self.turns().join(", ")
    }
}

impl Line {
    /// The moves with their players.
    fn turns(&self) -> Vec<String> {
        let (_, first) = self.record.start;
        let moves = &self.record.moves[self.from..];
        text::turns(&self.record.board, first.after(self.from, 2), 2, moves)
    }
}
