//! The output file of a table, with checks that no other file is lost.

use std::path::{Path, PathBuf};

use anyhow::bail;
use koproof_rules::{Board, Ruleset, text};
use koproof_store::{check_writable, write_atomically};
use koproof_tables::Table;

use crate::exit::{Blame, one_line};

/// The output file of a table.
pub(super) struct Destination {
    pub(super) path: PathBuf,
    /// The existing table of the same board and rules.
    before: Option<Table>,
}

impl Destination {
    /// Checks the path before any work is done. With `force` any regular file may be replaced.
    pub(super) fn new(
        path: &Path,
        board: &Board,
        rules: Ruleset,
        force: bool,
    ) -> anyhow::Result<Self> {
        check_writable(path).bad_input()?;
        let before = if force {
            None
        } else {
            existing(path, board, rules).bad_input()?
        };
        Ok(Self {
            path: path.to_owned(),
            before,
        })
    }

    /// Compares the new table with the one that it replaces; the error says how they differ.
    pub(super) fn compare(&self, table: &Table) -> Result<(), String> {
        let Some(before) = &self.before else {
            return Ok(());
        };
        // Tables of equal boards have the same graph.
        let mut differences = before.diff(table).map_err(|error| error.to_string())?;
        let Some(difference) = differences.next() else {
            return Ok(());
        };
        let position = text::position(table.board(), &difference.coloring);
        let (path, to_move) = (self.path.display(), difference.to_move);
        let [old, new] = difference.values;
        Err(format!(
            "{path} has another value for {position} with {to_move} to move ({old}, found now: {new}); one of the two is wrong, so it was left as it is: use --force or another --out to write the new one"
        ))
    }

    /// Writes the table, in one step, and returns its size in bytes.
    pub(super) fn write(&self, table: &Table) -> anyhow::Result<usize> {
        let bytes = table.to_bytes()?;
        write_atomically(&self.path, &bytes)?;
        Ok(bytes.len())
    }
}

/// Reads the existing table; `None` if there is no file. Any file but a table of this board and these rules is an
/// error.
fn existing(path: &Path, board: &Board, rules: Ruleset) -> anyhow::Result<Option<Table>> {
    const REMEDY: &str = "choose another name for --out, or add --force to replace it";
    let table = match Table::load(path) {
        Ok(table) => table,
        Err(_) if path.symlink_metadata().is_err() => return Ok(None),
        Err(error) => bail!(
            "{} is there already and is not replaced without --force: {error}",
            path.display()
        ),
    };
    let rules = rules.of_values();
    if table.board() != board {
        let found = one_line(table.board().name());
        bail!(
            "{} is a table of {found}, not of {}: {REMEDY}",
            path.display(),
            board.name()
        );
    }
    if table.rules() != rules {
        bail!(
            "{} is a table under {}, not under {rules}: {REMEDY}",
            path.display(),
            table.rules()
        );
    }
    Ok(Some(table))
}
