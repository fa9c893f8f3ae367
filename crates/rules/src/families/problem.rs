//! Problems with the name of a board.

use crate::formats::Graph6Problem;
use crate::messages::quoted;

/// A problem with the name of a board. Bytes are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameProblem {
    /// No family of boards has this first word.
    #[error(
        "{} at byte {byte} is not the name of a kind of board: {}",
        quoted(.word), suggestion(.nearest.as_deref())
    )]
    Unknown {
        /// The word before the colon, which should name the family.
        word: String,
        /// The first byte of the word.
        byte: usize,
        /// A board of a family spelled almost like it, with the numbers of the text if they suit the family.
        nearest: Option<String>,
    },
    /// The text names a file, but only names of boards are read here.
    #[error(
        "byte {byte} begins the name of a file, and a name of a board reads none: write its graph as g6:…"
    )]
    File {
        /// The byte of the `@`.
        byte: usize,
    },
    /// The name should continue or end differently at this byte.
    #[error("{}, but {expected} belongs there, as in {example}", found_at(*.found, *.byte))]
    Expected {
        /// The byte of the problem.
        byte: usize,
        /// The text found there; `None` at the end of the name.
        found: Option<char>,
        /// The text expected there.
        expected: &'static str,
        /// A valid name.
        example: &'static str,
    },
    /// Another sign is between two sides in place of the letter x.
    #[error("byte {byte} is {found:?}, but an x belongs there: write {meant}")]
    Cross {
        /// The byte of the sign.
        byte: usize,
        /// The sign.
        found: char,
        /// The two sides with an x.
        meant: String,
    },
    /// A number is smaller than its family allows.
    #[error("the number at byte {byte} is {number}, but must be at least {least}, as in {example}")]
    TooSmall {
        /// The first byte of the number.
        byte: usize,
        /// The number.
        number: u128,
        /// The least allowed.
        least: u128,
        /// A valid name, with a number that is large enough.
        example: &'static str,
    },
    /// A number is too large for any board.
    #[error(
        "the number at byte {byte} is too large for any board: write a smaller one, as in {example}"
    )]
    TooLarge {
        /// The first byte of the number.
        byte: usize,
        /// A valid name, with a number that is small enough.
        example: &'static str,
    },
    /// An edge joins a point to itself.
    #[error("the edge at byte {byte} joins point {point} to itself: write two different points")]
    SelfLoop {
        /// The first byte of the edge.
        byte: usize,
        /// The point at both ends.
        point: u128,
    },
    /// A graph without points is no board.
    #[error("the graph at byte {byte} has no points: a board needs at least one")]
    NoPoints {
        /// The first byte of the graph.
        byte: usize,
    },
    /// The graph6 text in the name is not graph6.
    #[error(transparent)]
    Graph6(Graph6Problem),
}

fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name}?"),
        None => "try 2x3, path:9, cycle:7, g6:EFz_ …".to_owned(),
    }
}

fn found_at(found: Option<char>, byte: usize) -> String {
    match found {
        Some(found) => format!("byte {byte} is {found:?}"),
        None => format!("it ends at byte {byte}"),
    }
}
