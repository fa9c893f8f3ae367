//! The output file of a table, with checks that no other file is lost.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use koproof_rules::{Board, Ruleset, text};
use koproof_store::{AtomicFile, FileLock, StoreError, check_writable};
use koproof_tables::Table;

use crate::exit::{self, Blame, Exit};
use crate::words::one_line;

/// Where a table is, and how large it is.
pub(super) struct Placed {
    pub(super) path: PathBuf,
    pub(super) bytes: usize,
    /// Why it is not under the name that was asked for: with the exit code for that.
    pub(super) beside: Option<(String, Exit)>,
}

impl Placed {
    /// Says on stderr why the table is under another name, and returns the exit code of this part of the work.
    pub(super) fn report(&self) -> Exit {
        let Some((why, exit)) = &self.beside else {
            return Exit::Done;
        };
        let path = self.path.display();
        exit::complain(&format!("{why}, so the new table is in {path}"));
        *exit
    }
}

/// The output file of a table.
pub(super) struct TableDestination {
    pub(super) path: PathBuf,
    board: Board,
    rules: Ruleset,
    force: bool,
}

impl TableDestination {
    /// Checks the path before any work is done. With `force` any regular file may be replaced.
    pub(super) fn new(
        path: &Path,
        board: &Board,
        rules: Ruleset,
        force: bool,
    ) -> anyhow::Result<Self> {
        check_writable(path).bad_input()?;
        let destination = Self {
            path: path.to_owned(),
            board: board.clone(),
            rules,
            force,
        };
        destination.existing().bad_input()?;
        Ok(destination)
    }

    /// Writes the table in one step. If it would replace a table with other values, or what another process has written
    /// meanwhile, it gets a name beside that file: it may have taken hours.
    pub(super) fn place(&self, table: &Table) -> anyhow::Result<Placed> {
        let bytes = table.to_bytes()?;
        let mut file = AtomicFile::create(&self.path)?;
        file.write_all(&bytes)
            .map_err(StoreError::with("write", &self.path))?;
        let lock = FileLock::await_beside(&self.path);
        let difference = match &lock {
            Ok(_) => self.difference(table).map_err(|why| why.to_string()),
            Err(used) => Err(used.to_string()),
        };
        let beside = match difference {
            Ok(difference) => difference.map(|why| (why, Exit::CheckFailed)),
            Err(why) => Some((why, Exit::Failed)),
        };
        let path = match beside {
            None => file.commit().map(|()| self.path.clone()),
            Some(_) => file.commit_beside(),
        };
        Ok(Placed {
            path: path?,
            bytes: bytes.len(),
            beside,
        })
    }

    /// Describes how the new table differs from the one that it would replace, if it does.
    fn difference(&self, table: &Table) -> anyhow::Result<Option<String>> {
        let Some(before) = self.existing()? else {
            return Ok(None);
        };
        // Tables of equal boards have the same graph.
        let Some(difference) = before.diff(table)?.next() else {
            return Ok(None);
        };
        let position = text::position(table.board(), &difference.coloring);
        let (path, to_move) = (self.path.display(), difference.to_move);
        let [old, new] = difference.values;
        Ok(Some(format!(
            "{path} has another value for {position} with {to_move} to move ({old}, found now: {new}); one of the two is wrong"
        )))
    }

    /// Reads the table that the new one would replace; `None` if there is no file, or an empty one, or if any file may
    /// be replaced. Any file but a table of this board and these rules is an error.
    fn existing(&self) -> anyhow::Result<Option<Table>> {
        const REMEDY: &str = "choose another name for --out, or add --force to replace it";
        if self.force {
            return Ok(None);
        }
        let Self {
            path, board, rules, ..
        } = self;
        let table = match Table::load(path) {
            Ok(table) => table,
            Err(_) if !path.exists() => return Ok(None),
            // In an empty file nothing can be lost.
            Err(_) if path.metadata().is_ok_and(|found| found.len() == 0) => return Ok(None),
            Err(error) => bail!(
                "{} exists already: {error}; or add --force to replace it",
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
}

#[cfg(test)]
mod tests {
    use koproof_solver::{Budget, Nobody, Options, Solver};

    use super::*;

    fn table(board: &Board) -> Table {
        let solver = Solver::new(board, Ruleset::NSTT, Options::default()).expect("a small board");
        let (table, _) = solver.table(Budget::UNLIMITED, &Nobody).expect("no limit");
        table
    }

    #[test]
    fn a_file_that_appears_during_the_work_is_not_lost() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path().join("t.kpt");
        let [small, large] = ["1x2", "1x3"].map(|name| name.parse::<Board>().expect("a board"));
        let destination = |force| TableDestination::new(&path, &large, Ruleset::NSTT, force);
        let careful = destination(false).expect("there is no file");
        let other = table(&small).to_bytes().expect("a small table");
        std::fs::write(&path, &other).expect("there is room");
        let placed = careful.place(&table(&large)).expect("there is room");
        let (why, exit) = placed.beside.expect("another table is in the way");
        assert!(why.contains("is a table of 1x2"), "{why}");
        assert_eq!(exit, Exit::Failed);
        assert_eq!(placed.path, folder.path().join("t-2.kpt"));
        assert_eq!(std::fs::read(&path).expect("it is there"), other);
        let whole = table(&large).to_bytes().expect("a small table");
        assert_eq!(std::fs::read(placed.path).expect("it is there"), whole);
        for force in [true, false] {
            let placed = destination(force).and_then(|there| there.place(&table(&large)));
            assert!(placed.is_ok_and(|placed| placed.path == path));
        }
    }
}
