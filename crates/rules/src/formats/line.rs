//! Shared code of the readers of all formats.

use super::problem::FileProblem;
use crate::board::BoardError;

/// Number of points, and edges `(a, b)` with `a < b < points`, perhaps repeated.
pub(crate) type Parts = (usize, Vec<(u16, u16)>);

/// Makes an error about a line, counted from 1.
pub(super) fn at(line: usize, problem: FileProblem) -> BoardError {
    BoardError::File { line, problem }
}

pub(super) fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
