//! The table argument: a file that `koproof table solve` wrote.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
#[cfg(feature = "distribute")]
use koproof_partition::BracketFile;
use koproof_store::StoreError;
use koproof_tables::{Table, TableFileError};

use super::path::file;
use crate::exit::Blame;

/// The help for the argument of a command that reads brackets, too.
pub(crate) const VALUES_OR_BRACKETS: &str =
    "A table of values, by `koproof table solve`, or of brackets, by `koproof retrograde --out`";

/// The argument for a table.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableFileArgs {
    /// A table that `koproof table solve` wrote
    #[arg(value_name = "FILE", value_parser = file())]
    pub(crate) path: PathBuf,
}

impl TableFileArgs {
    /// Makes the argument from a path that was given in another way.
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Tells whether the file is a table of brackets, which `koproof retrograde --out` wrote.
    #[cfg(feature = "distribute")]
    pub(crate) fn has_brackets(&self) -> bool {
        // Problems with the file are reported when it is read.
        BracketFile::is_one(&self.path).unwrap_or(false)
    }

    /// Opens the table of brackets.
    #[cfg(feature = "distribute")]
    pub(crate) fn load_brackets(&self) -> anyhow::Result<BracketFile> {
        BracketFile::open(&self.path).bad_input()
    }

    /// Reads the table. All problems with the file are bad input.
    pub(crate) fn load(&self) -> anyhow::Result<Table> {
        #[cfg(feature = "distribute")]
        if self.has_brackets() {
            crate::exit::refuse!(
                "{} is a table of brackets, which only `koproof table info` and `koproof table export` read",
                self.path.display()
            );
        }
        Table::load(&self.path)
            .map_err(|error| named(error, &self.path))
            .bad_input()
    }
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
