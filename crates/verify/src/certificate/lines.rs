//! Lines of the text form, and the fields of a line.

use std::io::{BufRead, Read};
use std::str::FromStr;

use super::{CertificateError, Place, Problem};

/// The most bytes of a line, including its end.
const MAX_LINE: usize = 1 << 20;

/// Reads lines one at a time and updates the checksum.
pub(super) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    check: crc32fast::Hasher,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            line: Vec::new(),
            number: 0,
            check: crc32fast::Hasher::new(),
        }
    }

    /// Makes the error for a problem in the current line.
    pub(super) fn wrong(&self, problem: Problem) -> CertificateError {
        problem.at(Place::Line(self.number))
    }

    /// Returns the current line without its end.
    pub(super) fn line(&self) -> &str {
        std::str::from_utf8(&self.line).expect("lines that are not ASCII are refused")
    }

    /// Goes to the next line.
    pub(super) fn advance(&mut self) -> Result<(), CertificateError> {
        self.line.clear();
        self.number += 1;
        (&mut self.input)
            .take(MAX_LINE as u64)
            .read_until(b'\n', &mut self.line)
            .map_err(CertificateError::reading)?;
        self.check.update(&self.line);
        let is_longest = self.line.len() == MAX_LINE;
        if self.line.pop_if(|byte| *byte == b'\n').is_none() {
            return Err(self.wrong(if is_longest {
                Problem::LineTooLong { most: MAX_LINE }
            } else {
                Problem::Truncated
            }));
        }
        if self.line.is_ascii() {
            Ok(())
        } else {
            Err(self.wrong(Problem::NotAscii))
        }
    }

    /// Goes to the next line and reads the fields that follow its first, which is `key`.
    pub(super) fn read<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&mut Fields<'_>) -> Result<T, Problem>,
    ) -> Result<T, CertificateError> {
        self.advance()?;
        let mut fields = Fields::of(self.line());
        fields
            .word(key)
            .and_then(|()| parse(&mut fields))
            .and_then(|value| fields.end().map(|()| value))
            .map_err(|problem| self.wrong(problem))
    }

    /// Reads the checksum after the last line, and checks that nothing follows.
    pub(super) fn finish(&mut self) -> Result<(), CertificateError> {
        let computed = self.check.clone().finalize();
        let stated = self.read("crc32", |fields| {
            let digits = fields.next("eight hexadecimal digits")?;
            let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.len() == 8 && digits.bytes().all(is_digit))
                .ok_or_else(|| Problem::expected("eight hexadecimal digits", digits))
        })?;
        if stated != computed {
            return Err(self.wrong(Problem::Checksum { stated, computed }));
        }
        match self.input.fill_buf().map_err(CertificateError::reading)? {
            [] => Ok(()),
            _ => Err(self.wrong(Problem::TrailingBytes)),
        }
    }
}

/// The fields of a line, separated by single spaces.
pub(super) struct Fields<'l> {
    rest: Option<&'l str>,
}

impl<'l> Fields<'l> {
    pub(super) fn of(line: &'l str) -> Self {
        Self { rest: Some(line) }
    }

    /// Returns the next field, if there is one.
    pub(super) fn next_if_any(&mut self) -> Option<&'l str> {
        let rest = self.rest?;
        let (field, rest) = match rest.split_once(' ') {
            Some((field, rest)) => (field, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(field)
    }

    /// Returns the next field; `expected` names it in messages.
    pub(super) fn next(&mut self, expected: &'static str) -> Result<&'l str, Problem> {
        self.next_if_any()
            .ok_or_else(|| Problem::expected(expected, ""))
    }

    /// Reads a field that can only be one word.
    pub(super) fn word(&mut self, word: &'static str) -> Result<(), Problem> {
        let found = self.next(word)?;
        if found == word {
            return Ok(());
        }
        Err(Problem::expected(word, found))
    }

    /// Reads a field that is a number.
    pub(super) fn number<T: FromStr>(&mut self, expected: &'static str) -> Result<T, Problem> {
        number(self.next(expected)?, expected)
    }

    /// Checks that no field is left.
    pub(super) fn end(&mut self) -> Result<(), Problem> {
        match self.rest {
            None => Ok(()),
            Some(rest) => Err(Problem::expected("the end of the line", rest)),
        }
    }
}

/// Reads a decimal number in its only valid spelling.
pub(super) fn number<T: FromStr>(text: &str, expected: &'static str) -> Result<T, Problem> {
    let digits = match text.strip_prefix('-') {
        Some("0") => "",
        Some(digits) => digits,
        None => text,
    };
    let is_usual = digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    match text.parse() {
        Ok(number) if is_usual && !digits.is_empty() => Ok(number),
        _ => Err(Problem::expected(expected, text)),
    }
}
