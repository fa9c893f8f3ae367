//! The table argument: a file that `koproof table solve` wrote.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use koproof_store::StoreError;
use koproof_tables::{Table, TableFileError};

use super::path::file;
use crate::exit::Blame;
use crate::meanwhile::waiting;

/// The help for the argument of a command that reads brackets, too.
pub(crate) const VALUES_OR_BRACKETS: &str =
    "A table of values, by `koproof table solve`, or of brackets, by `koproof retrograde --out`";

#[derive(Clone, Debug, Args)]
pub(crate) struct TableFileArgs {
    /// A table that `koproof table solve` wrote
    #[arg(value_name = "FILE", value_parser = file())]
    pub(crate) path: PathBuf,
}

/// Tells whether a file is a table of brackets, which `koproof retrograde --out` wrote.
#[cfg(feature = "distribute")]
pub(crate) fn has_brackets(path: &Path) -> bool {
    // Problems with the file are reported when it is read.
    super::beginning(path).is_ok_and(|start| koproof_partition::is_brackets(&start))
}

/// Reads a table. All problems with the file are bad input.
pub(crate) fn load_table(path: &Path) -> anyhow::Result<Table> {
    #[cfg(feature = "distribute")]
    if has_brackets(path) {
        crate::exit::refuse!(
            "{} is a table of brackets, which only `koproof table info` and `koproof table export` read",
            path.display()
        );
    }
    Table::load(path)
        .map_err(|error| named(error, path))
        .bad_input()
}

/// As [`load_table`], and shows that it goes on: the colorings of some boards take a minute to number.
pub(crate) fn load_aloud(path: &Path, quiet: bool) -> anyhow::Result<Table> {
    let what = format!("reading {}", path.display());
    waiting(&what, quiet, || load_table(path))
}

/// Adds the path to an error of a table, unless the error has it already.
fn named(error: TableFileError, path: &Path) -> anyhow::Error {
    match error {
        TableFileError::Store(StoreError::File { .. } | StoreError::FileTooLarge { .. }) => {
            error.into()
        }
        error => anyhow!(error).context(path.display().to_string()),
    }
}
