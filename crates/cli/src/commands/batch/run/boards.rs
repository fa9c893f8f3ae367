//! The boards of a batch: from a file, from stdin, or by name.

use std::path::Path;

use anyhow::Context;
use koproof_batch::read_boards;
use koproof_rules::Board;

use crate::arguments::content;
use crate::exit::Blame;

/// The largest size of a list of boards: tens of millions of boards.
const MAX_BYTES: u64 = 1 << 28;

/// Reads the boards that an argument names.
pub(super) fn read(argument: &str) -> anyhow::Result<Vec<Board>> {
    let path = Path::new(argument);
    let (is_file, name) = match argument {
        "-" => (true, "stdin"),
        name => (path.is_file(), name),
    };
    let boards = match is_file {
        true => content(path, MAX_BYTES)
            .and_then(|bytes| Ok(String::from_utf8(bytes)?))
            .with_context(|| format!("cannot read the boards from {name}")),
        false => Ok(argument.to_owned()),
    };
    let boards = read_boards(&boards.bad_input()?);
    boards
        .with_context(|| match is_file {
            true => name.to_owned(),
            false => format!("--boards: there is no file {argument}, and it is no list of names"),
        })
        .bad_input()
}
