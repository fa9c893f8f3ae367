//! The board argument: a name, or `@file`; `@-` is stdin.

use std::path::Path;

use anyhow::{Context, bail};
use koproof_rules::{Board, BoardError, NameProblem};

use super::path::content;

/// The largest size of a board file, more than any board needs in any format.
const MAX_BYTES: u64 = 16 << 20;

/// Reads a board's name; `@file` is the board that the file holds, `@-` that on stdin. For `value_parser`.
pub(crate) fn board(text: &str) -> Result<Board, String> {
    match text.strip_prefix('@') {
        Some(path) => from_file(text, path).map_err(|error| format!("{error:#}")),
        None => text.parse().map_err(|error| explained(text, &error)),
    }
}

/// The name of a board that was read from stdin.
pub(crate) const STDIN: &str = "@-";

/// Reads a board's name as [`board`] does, for a command that reads more from stdin.
pub(crate) fn board_besides_stdin(text: &str) -> Result<Board, String> {
    match text {
        STDIN => Err(
            "this command reads moves from stdin, so the board cannot come from there: save it in a file, and name that as @FILE".to_owned(),
        ),
        text => board(text),
    }
}

/// Adds a remedy to the reason why a name is invalid.
fn explained(name: &str, error: &BoardError) -> String {
    if Path::new(name).exists() {
        return format!("{name:?} is a file: write @{name} for the board that it holds");
    }
    let has_ending = name.rsplit_once('.').is_some_and(|(_, ending)| {
        ending.starts_with(|first: char| first.is_ascii_alphabetic()) && ending.len() <= 6
    });
    if !name.contains(':') && (name.contains(['/', '\\']) || has_ending) {
        return format!("there is no file {name:?}; the board that a file holds is written @FILE");
    }
    match error {
        BoardError::Name {
            problem: NameProblem::Unknown { .. },
            ..
        } => format!("{error} (`koproof boards` lists all)"),
        other => other.to_string(),
    }
}

fn from_file(name: &str, path: &str) -> anyhow::Result<Board> {
    if path.is_empty() {
        bail!("'@' names no file; write @graph.txt");
    }
    let content = content(Path::new(path), MAX_BYTES);
    let content = content.with_context(|| format!("cannot read the board file {path}"))?;
    Board::from_content(name, content).with_context(|| format!("board file {path}"))
}
