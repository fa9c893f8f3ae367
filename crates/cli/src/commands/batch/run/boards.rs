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
    let name = match argument {
        "-" => "stdin",
        name if path.exists() => name,
        names => {
            let boards = read_boards(names);
            let why = || format!("--boards: {names} is no file, and no list of boards");
            return boards.with_context(why).bad_input();
        }
    };
    let boards = content(path, MAX_BYTES).and_then(|bytes| Ok(String::from_utf8(bytes)?));
    let boards = boards.cannot_read(format_args!("the boards from {name}"))?;
    read_boards(&boards)
        .with_context(|| name.to_owned())
        .bad_input()
}
