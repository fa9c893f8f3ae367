//! The forms of data sets, and their file endings.

use std::path::{Path, PathBuf};

use koproof_store::StoreError;

/// The form of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataForm {
    /// Comma-separated values with a line of names; cells without content are empty.
    Csv,
    /// One JSON object a line; cells without content are `null`.
    JsonLines,
    /// Parquet, uncompressed; cells without content are null.
    Parquet,
}

/// The reason why a data set is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The name does not determine the format.
    #[error("{}: the ending selects the format: use .csv, .jsonl or .parquet", .0.display())]
    Ending(PathBuf),
    /// The file belongs to a batch or to a leader's run, whose results may be lost without it.
    #[error("{} belongs to a batch or to the run of a leader: choose another name", .0.display())]
    Batch(PathBuf),
    /// The manifest would replace another file. It is not named on the command line, so nobody has agreed to that.
    #[error(
        "{} is not the manifest of a data set, and the new manifest would replace it: choose another name for the data",
        .0.display()
    )]
    Manifest(PathBuf),
    /// The caller has stopped it.
    #[error("stopped before the data set was written")]
    Stopped,
    /// It cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows cannot be put into the form.
    #[error("cannot make {form} of the rows: {problem}")]
    Form {
        /// The form.
        form: &'static str,
        /// The error of its writer.
        problem: String,
    },
}

impl DataForm {
    /// Returns the form for the ending of a file's name.
    ///
    /// # Errors
    /// [`ExportError::Ending`] if there is no such form.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::JsonLines),
            Some("parquet") => Ok(Self::Parquet),
            _ => Err(ExportError::Ending(path.to_owned())),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::JsonLines => "JSON Lines",
            Self::Parquet => "Parquet",
        }
    }
}
