//! A certificate that is there already: only one that proves at least as much about the same game takes its place.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use koproof_rules::{Board, Game};
use koproof_solver::{Bracket, Score};
use koproof_verify::{CertificateError, CertificateReader, Statement, Subject};
use pyo3::exceptions::PyFileExistsError;
use pyo3::prelude::*;

use crate::error::of_system;

/// The number of the error "File exists", the same on all systems.
const EEXIST: i32 = 17;

/// Refuses to replace a file, unless it is empty or a certificate of the same game; with the bracket of the new
/// certificate, also one that states more.
pub(crate) fn check(
    path: &Path,
    board: &Board,
    game: &Game<'_, 1, 2>,
    new: Option<Bracket>,
) -> PyResult<()> {
    match difference(path, board, game, new)? {
        None => Ok(()),
        Some(found) => Err(refuse(path, found)),
    }
}

/// Says that a file is not replaced, and what to do.
pub(crate) fn refuse(path: &Path, found: &str) -> PyErr {
    exists(
        path,
        &format!("{found} is there already, choose another name or delete it"),
    )
}

/// Makes the exception for a file that is not replaced.
pub(crate) fn exists(path: &Path, what: &str) -> PyErr {
    PyFileExistsError::new_err((EEXIST, what.to_owned(), path.as_os_str().to_owned()))
}

/// Names the existing file, if it must not be replaced.
pub(crate) fn difference(
    path: &Path,
    board: &Board,
    game: &Game<'_, 1, 2>,
    new: Option<Bracket>,
) -> PyResult<Option<&'static str>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.map_err(|cause| of_system(path, &cause))?,
    };
    let reader = match CertificateReader::open(file) {
        Ok(reader) => reader,
        Err(CertificateError::Unknown { found }) if found.is_empty() => return Ok(None),
        Err(CertificateError::Unknown { .. }) => return Ok(Some("a file that is no certificate")),
        Err(error) => {
            return match error.stream() {
                Some((_, cause)) => Err(of_system(path, cause)),
                None => Ok(Some("a damaged certificate")),
            };
        }
    };
    let header = reader.header();
    let subject = Subject::of_game(board, game);
    if let Some(found) = subject.difference(&Subject::of_header(header)) {
        return Ok(Some(found));
    }
    let Statement::Position(stated) = &header.statement else {
        return Ok(None);
    };
    let is_weaker = |new: Bracket| {
        (stated.at_least).is_some_and(|bound| new.lo < Score::from(bound))
            || (stated.at_most).is_some_and(|bound| new.hi > Score::from(bound))
    };
    Ok(new
        .is_some_and(is_weaker)
        .then_some("a certificate with other or narrower bounds"))
}
