//! Paths of files, and `-`, which is stdin or stdout where a command can use them and an error elsewhere.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::builder::{OsStringValueParser, TypedValueParser};
use koproof_rules::Board;
use koproof_store::end_of_links;

use crate::exit::refuse;

/// The name of stdin and stdout.
const DASH: &str = "-";

/// Reads the path of a file that cannot be stdin or stdout. For `value_parser`.
pub(crate) fn file() -> impl TypedValueParser<Value = PathBuf> {
    named("a file")
}

pub(crate) fn directory() -> impl TypedValueParser<Value = PathBuf> {
    named("a directory")
}

/// Reads a path, which need not be UTF-8.
fn named(what: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(move |name| match name.to_str() {
        Some("") => Err(format!("the name is empty: name {what}")),
        Some(DASH) => Err(format!("'-' is neither stdin nor stdout here: name {what}")),
        _ => Ok(name.into()),
    })
}

/// Tells whether a path is stdin or stdout.
fn is_dash(path: &Path) -> bool {
    path == Path::new(DASH)
}

/// Opens a file for reading; `-` is stdin.
///
/// # Errors
/// If there is no such file, or it cannot be read.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(match is_dash(path) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path)?),
    })
}

/// Reads a file of at most `most` bytes; `-` is stdin.
///
/// # Errors
/// If it cannot be read or is larger.
pub(crate) fn content(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    ensure!(
        bytes.len() as u64 <= most,
        "it is larger than {} MiB",
        most >> 20
    );
    Ok(bytes)
}

/// Reads the first bytes of a file, which tell its kind.
pub(crate) fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut found = Vec::new();
    File::open(path)?.take(32).read_to_end(&mut found)?;
    Ok(found)
}

/// Refuses paths of one command that name the same file, or that of its board; each has the words for what names it.
pub(crate) fn check_names(board: &Board, paths: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    let board = board.name().strip_prefix('@').map(Path::new);
    let names: Vec<_> = std::iter::once(&("the board", board))
        .chain(paths)
        .filter_map(|&(what, path)| Some((what, resolved(path?))))
        .collect();
    for (index, (one, path)) in names.iter().enumerate() {
        if let Some((other, _)) = names[..index].iter().find(|(_, other)| other == path) {
            refuse!("{other} and {one} name the same file: name two");
        }
    }
    Ok(())
}

/// Returns the path with its links resolved, so that two names of one file are equal. The file need not exist.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let path = end_of_links(path).unwrap_or_else(|_| path.to_owned());
    let whole = std::path::absolute(&path).unwrap_or(path);
    let directory = whole.parent().and_then(|parent| parent.canonicalize().ok());
    match (directory, whole.file_name()) {
        (Some(directory), Some(name)) => directory.join(name),
        _ => whole,
    }
}

/// Returns the output file; `None`, which is stdout, without a path and for `-`.
pub(crate) fn unless_stdout(out: &Option<PathBuf>) -> Option<&Path> {
    out.as_deref().filter(|path| !is_dash(path))
}
