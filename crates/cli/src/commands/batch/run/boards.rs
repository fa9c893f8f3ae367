//! The boards of a batch: from a file, from stdin, or by name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use koproof_batch::read_boards;
use koproof_rules::Board;

use crate::exit::Blame;

/// The largest size of a list of boards: tens of millions of boards.
const MAX_BYTES: u64 = 1 << 28;

/// Reads the boards that an argument names.
pub(super) fn read(argument: &str) -> anyhow::Result<Vec<Board>> {
    let path = Path::new(argument);
    let text = if argument == "-" {
        text(io::stdin().lock()).context("cannot read the boards from stdin")
    } else if path.is_file() {
        File::open(path)
            .map_err(anyhow::Error::from)
            .and_then(text)
            .with_context(|| format!("cannot read the boards from {argument}"))
    } else {
        Ok(argument.to_owned())
    };
    let boards = text.bad_input()?;
    read_boards(&boards)
        .with_context(|| match argument {
            "-" => "stdin".to_owned(),
            _ if path.is_file() => argument.to_owned(),
            _ => format!("--boards: there is no file {argument}, and it is no list of names"),
        })
        .bad_input()
}

fn text(input: impl Read) -> anyhow::Result<String> {
    let mut content = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_BYTES {
        bail!("there are more than {} MiB of it", MAX_BYTES >> 20);
    }
    Ok(String::from_utf8(content)?)
}
