//! Where a table goes, so that nothing that is there already gets lost.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use koproof_rules::{Board, Ruleset, text};
use koproof_solver::Table;
use koproof_store::{AtomicFile, write_atomically};

use crate::exit::{Blame, one_line};

/// The file that a table is to be written to.
pub(super) struct Destination {
    path: PathBuf,
    /// The table of the same board and rules that is there already.
    before: Option<Table>,
}

/// How a new table compares with the one it is to replace.
pub(super) enum Compared {
    /// Nothing is replaced, or nothing changes.
    Same,
    /// One of the two is wrong.
    Differs(String),
}

impl Destination {
    /// Looks at the place before any work is done for it. `force` takes any regular file for nothing.
    pub(super) fn new(
        path: &Path,
        board: &Board,
        rules: Ruleset,
        force: bool,
    ) -> anyhow::Result<Self> {
        // Leaves no trace: the file under the temporary name goes away again.
        drop(AtomicFile::create(path).bad_input()?);
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

    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Compares the new table with the old one.
    pub(super) fn compare(&self, table: &Table) -> Compared {
        let Some(before) = &self.before else {
            return Compared::Same;
        };
        let difference = before.diff(table).map(|mut differences| differences.next());
        match difference {
            Ok(None) => Compared::Same,
            Ok(Some(difference)) => {
                let position = text::position(table.board(), &difference.coloring);
                let path = self.path.display();
                Compared::Differs(format!(
                    "{path} has other values for {position} ({:?}, found now: {:?} with black, white to move); one of the two is wrong, so it was left as it is: use --force or another --out to write the new one",
                    difference.one, difference.other
                ))
            }
            // Tables of equal boards are of one graph.
            Err(error) => Compared::Differs(error.to_string()),
        }
    }

    /// Writes the table, in one step, and returns its size in bytes.
    pub(super) fn write(&self, table: &Table) -> anyhow::Result<usize> {
        let bytes = table.to_bytes()?;
        write_atomically(&self.path, &bytes)?;
        Ok(bytes.len())
    }
}

/// Reads the table that is there already; `None` if nothing is. Anything but a table of this board and these rules
/// is an error.
fn existing(path: &Path, board: &Board, rules: Ruleset) -> anyhow::Result<Option<Table>> {
    const REMEDY: &str = "choose another name for --out, or add --force to replace it";
    let table = match Table::load(path) {
        Ok(table) => table,
        Err(_) if !exists(path) => return Ok(None),
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

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
