//! What can be wrong with a board's name.

use crate::formats::Graph6Problem;
use crate::reading::quoted;

/// What is wrong with a board's name. Bytes are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameProblem {
    /// No family of boards begins like this.
    #[error(
        "{} at byte {byte} is not the name of a kind of board: {}",
        quoted(.word), suggestion(*.nearest)
    )]
    Unknown {
        /// The word that should tell the family, up to the colon.
        word: String,
        /// Where the word begins.
        byte: usize,
        /// The example of a family spelled almost like it.
        nearest: Option<&'static str>,
    },
    /// A file was named where only names of boards are understood.
    #[error("byte {byte} begins a file's name, and a file stands alone, as in @board.g6")]
    File {
        /// Where the `@` is.
        byte: usize,
    },
    /// The name should continue or end differently at this byte.
    #[error("{}, but {expected} belongs there, as in {example}", found_at(*.found, *.byte))]
    Expected {
        /// Where the name goes wrong.
        byte: usize,
        /// The text found there; `None` at the end of the name.
        found: Option<char>,
        /// What belongs there.
        expected: &'static str,
        /// A name that has it.
        example: &'static str,
    },
    /// A number is smaller than its family allows.
    #[error("the number at byte {byte} is {number}, but {least} is the least, as in {example}")]
    TooSmall {
        /// Where the number begins.
        byte: usize,
        /// The number.
        number: u128,
        /// The least allowed.
        least: u128,
        /// A name with a number large enough.
        example: &'static str,
    },
    /// A number is beyond any board.
    #[error(
        "the number at byte {byte} is too large for any board, smaller ones are as in {example}"
    )]
    TooLarge {
        /// Where the number begins.
        byte: usize,
        /// A name with a number small enough.
        example: &'static str,
    },
    /// An edge joins a point to itself.
    #[error("the edge at byte {byte} joins point {point} to itself: write two different points")]
    SelfLoop {
        /// Where the edge begins.
        byte: usize,
        /// The point at both ends.
        point: u128,
    },
    /// The graph6 text in the name is not graph6.
    #[error(transparent)]
    Graph6(Graph6Problem),
}

fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(example) => format!("did you mean {example}?"),
        None => "try 2x3, path:9, cycle:7, g6:EFz_ …".to_owned(),
    }
}

fn found_at(found: Option<char>, byte: usize) -> String {
    match found {
        Some(found) => format!("byte {byte} is {found:?}"),
        None => format!("it ends at byte {byte}"),
    }
}
