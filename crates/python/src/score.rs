//! Scores in Python.

use std::fmt;

use koproof_rules::Komi;
use koproof_solver::Bracket;
use pyo3::prelude::*;

/// A score with komi counted: in Python an `int` if it is whole, otherwise a `float`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Score {
    half_points: i32,
}

impl Score {
    /// Subtracts komi from a score of the board.
    pub(crate) fn new(board: i32, komi: Komi) -> Self {
        Self {
            half_points: 2 * board - komi.half_points(),
        }
    }

    /// Returns the two ends of a bracket.
    pub(crate) fn ends(bracket: Bracket, komi: Komi) -> (Self, Self) {
        (Self::new(bracket.lo, komi), Self::new(bracket.hi, komi))
    }

    /// Returns the value of a bracket, if it has one.
    pub(crate) fn exact(bracket: Bracket, komi: Komi) -> Option<Self> {
        bracket.exact().map(|value| Self::new(value, komi))
    }

    /// Writes a bracket in human-readable form.
    pub(crate) fn shown(bracket: Bracket, komi: Komi) -> String {
        match (Self::exact(bracket, komi), Self::ends(bracket, komi)) {
            (Some(value), _) => value.to_string(),
            (None, (lo, hi)) => format!("{lo} to {hi}"),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = Komi::from_half_points(self.half_points.abs());
        match self.half_points {
            0 => f.write_str("0"),
            1.. => write!(f, "B+{margin}"),
            _ => write!(f, "W+{margin}"),
        }
    }
}

impl<'py> IntoPyObject<'py> for Score {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(match self.half_points % 2 {
            0 => (self.half_points / 2).into_pyobject(py)?.into_any(),
            _ => (f64::from(self.half_points) / 2.0)
                .into_pyobject(py)?
                .into_any(),
        })
    }
}
