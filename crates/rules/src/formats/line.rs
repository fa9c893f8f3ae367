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

/// Reads a decimal number from the front of a text and returns it with the rest.
///
/// The number is `None` if it has more than 18 digits, which keeps every later product of two
/// numbers exact in a `u128`; the outer `None` means that no digit is there.
pub(crate) fn leading_number(text: &str) -> Option<(Option<u128>, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    let number = number.trim_start_matches('0');
    let value = match number.len() {
        0 => Some(0),
        1..=18 => number.parse().ok(),
        _ => None,
    };
    Some((value, rest))
}
