//! Reads the parts of a board's name from left to right, and says at which byte one is wrong.

use crate::board::{BoardError, leading_number, quoted};
use crate::formats::Graph6Problem;

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

/// One board's part of a name, read from left to right.
pub(super) struct Reader<'a> {
    /// The whole name, for messages.
    name: &'a str,
    rest: &'a str,
    /// Offset of `rest` in `name`.
    at: usize,
    /// A name of the family that is being read, for messages.
    example: &'static str,
}

impl<'a> Reader<'a> {
    /// Begins to read `length` bytes of a name at an offset.
    pub(super) fn new(name: &'a str, at: usize, length: usize) -> Reader<'a> {
        let rest = &name[at..at + length];
        let example = "";
        Reader {
            name,
            rest,
            at,
            example,
        }
    }

    /// Sets the example that messages point to.
    pub(super) fn follow(&mut self, example: &'static str) {
        self.example = example;
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    /// The byte that is read next, counted from 1.
    pub(super) fn byte(&self) -> usize {
        self.at + 1
    }

    pub(super) fn fail(&self, problem: NameProblem) -> BoardError {
        BoardError::Name {
            name: self.name.to_owned(),
            problem,
        }
    }

    /// Returns the error that no known family begins here.
    pub(super) fn unknown(&self, word: &str, nearest: Option<&'static str>) -> BoardError {
        let byte = self.byte();
        self.fail(if self.rest.starts_with('@') {
            NameProblem::File { byte }
        } else {
            NameProblem::Unknown {
                word: word.to_owned(),
                byte,
                nearest,
            }
        })
    }

    fn expected(&self, expected: &'static str) -> BoardError {
        // At the end of the whole name the last byte is the one to look at.
        let found = self.name[self.at..].chars().next();
        let byte = if found.is_some() {
            self.byte()
        } else {
            self.at
        };
        self.fail(NameProblem::Expected {
            byte,
            found,
            expected,
            example: self.example,
        })
    }

    /// Reads one character if it is there.
    pub(super) fn accept(&mut self, mark: char) -> bool {
        let there = self.rest.starts_with(mark);
        if there {
            self.skip(mark.len_utf8());
        }
        there
    }

    /// Reads one character that must be there; `expected` is what messages call it.
    pub(super) fn require(&mut self, mark: char, expected: &'static str) -> Result<(), BoardError> {
        if self.accept(mark) {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// Reads the colon after a family's first word.
    pub(super) fn colon(&mut self) -> Result<(), BoardError> {
        self.require(':', "a colon")
    }

    /// Reads a number that is not below `least`.
    pub(super) fn number(&mut self, least: u128) -> Result<u128, BoardError> {
        let byte = self.byte();
        let Some((number, rest)) = leading_number(self.rest) else {
            return Err(self.expected("a number"));
        };
        let Some(number) = number else {
            return Err(self.too_large(byte));
        };
        if number < least {
            return Err(self.fail(NameProblem::TooSmall {
                byte,
                number,
                least,
                example: self.example,
            }));
        }
        self.skip(self.rest.len() - rest.len());
        Ok(number)
    }

    pub(super) fn too_large(&self, byte: usize) -> BoardError {
        self.fail(NameProblem::TooLarge {
            byte,
            example: self.example,
        })
    }

    /// Reads all that is left.
    pub(super) fn all(&mut self) -> &'a str {
        let rest = self.rest;
        self.skip(rest.len());
        rest
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self) -> Result<(), BoardError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.expected("the end of the name"))
        }
    }
}
