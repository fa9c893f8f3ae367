//! Reads the parts of a board's name from left to right, and reports the byte of a problem.

use super::problem::NameProblem;
use crate::board::BoardError;
use crate::formats::leading_number;

/// The part of a name for one board, read from left to right.
pub(super) struct Reader<'a> {
    /// The whole name, for messages.
    name: &'a str,
    rest: &'a str,
    /// Offset of `rest` in `name`.
    at: usize,
    /// A name of the family that is being read, for messages.
    example: &'static str,
    /// The numbers read so far that a board can have.
    numbers: Vec<u16>,
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
            numbers: Vec::new(),
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

    /// Returns the next byte to read, counted from 1.
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
    pub(super) fn unknown(&self, word: &str, nearest: Option<String>) -> BoardError {
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
        // At the end of the whole name, the error names the last byte.
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

    /// Reads one character that must be there; `expected` describes it in messages.
    pub(super) fn require(&mut self, mark: char, expected: &'static str) -> Result<(), BoardError> {
        if self.accept(mark) {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    /// Reads the `x` between two sides, the first of which is given. Similar signs are refused with the right spelling.
    pub(super) fn cross(&mut self, rows: u128) -> Result<(), BoardError> {
        let mut ahead = self.rest.chars();
        let similar = ahead.next().filter(|mark| ['X', '×', '*'].contains(mark));
        match (similar, leading_number(ahead.as_str())) {
            (Some(found), Some((Some(columns), ""))) => Err(self.fail(NameProblem::Cross {
                byte: self.byte(),
                found,
                meant: format!("{rows}x{columns}"),
            })),
            _ => self.require('x', "an x"),
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
        self.numbers.extend(u16::try_from(number));
        Ok(number)
    }

    /// Returns the numbers of the name.
    pub(super) fn into_numbers(self) -> Vec<u16> {
        self.numbers
    }

    pub(super) fn too_large(&self, byte: usize) -> BoardError {
        self.fail(NameProblem::TooLarge {
            byte,
            example: self.example,
        })
    }

    /// Reads the rest.
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
