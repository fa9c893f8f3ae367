//! Scores in Python.

use koproof_answers::Range;
use koproof_rules::{Komi, Margin};
use koproof_solver::Bracket;
use pyo3::prelude::*;

/// A score with komi counted: in Python an `int` if it is whole, otherwise a `float`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score(Margin);

impl Score {
    /// Subtracts komi from a score of the board.
    pub(crate) fn new(board: i32, komi: Komi) -> Self {
        Self(Margin::new(board, komi))
    }

    /// Returns the two ends of a bracket.
    pub(crate) fn ends(bracket: Bracket, komi: Komi) -> (Self, Self) {
        (Self::new(bracket.lo, komi), Self::new(bracket.hi, komi))
    }

    /// Returns the value of a bracket, if it has one.
    pub(crate) fn exact(bracket: Bracket, komi: Komi) -> Option<Self> {
        Range::new(bracket, komi).exact().map(Self)
    }

    /// Writes a bracket in human-readable form.
    pub(crate) fn shown(bracket: Bracket, komi: Komi) -> String {
        Range::new(bracket, komi).to_string()
    }
}

impl<'py> IntoPyObject<'py> for Score {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let half_points = self.0.half_points();
        Ok(match half_points % 2 {
            0 => (half_points / 2).into_pyobject(py)?.into_any(),
            _ => (f64::from(half_points) / 2.0).into_pyobject(py)?.into_any(),
        })
    }
}
