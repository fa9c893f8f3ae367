//! Data sets on disk: as CSV, JSON Lines or Parquet, with a manifest.

mod csv;
mod json_lines;
mod manifest;
#[cfg(feature = "parquet")]
mod parquet;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

use koproof_store::{StoreError, write_atomically};

use crate::merge::Merged;
use manifest::Manifest;

pub use writer::DataWriter;

/// How a data set is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataForm {
    /// Comma-separated values with a line of names; cells without content are empty.
    Csv,
    /// One JSON object a line; cells without content are `null`.
    JsonLines,
    /// Parquet, uncompressed; cells without content are null.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Why a data set is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The name does not determine the format, or this build does not have that format.
    #[error("{}: the ending says how data are written: {}", .0.display(), endings())]
    Ending(PathBuf),
    /// It cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows cannot be put into the form.
    #[error("cannot make {form} of the rows: {problem}")]
    Form {
        /// The form.
        form: &'static str,
        /// What its writer says.
        problem: String,
    },
}

/// Lists the endings that are understood.
fn endings() -> &'static str {
    if cfg!(feature = "parquet") {
        "use .csv, .jsonl or .parquet"
    } else {
        "use .csv or .jsonl (this build has no Parquet)"
    }
}

impl DataForm {
    /// Returns the form that the ending of a file's name asks for.
    ///
    /// # Errors
    /// [`ExportError::Ending`] if it asks for none that this build has.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::JsonLines),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            _ => Err(ExportError::Ending(path.to_owned())),
        }
    }

    fn bytes(self, merged: &Merged) -> Result<Vec<u8>, ExportError> {
        let write = || {
            let mut rows = DataWriter::new(Vec::new(), self, merged.columns())?;
            for row in merged.rows() {
                rows.write(&row)?;
            }
            rows.finish()
        };
        write().map_err(|error: io::Error| ExportError::Form {
            form: self.name(),
            problem: error.to_string(),
        })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::JsonLines => "JSON Lines",
            #[cfg(feature = "parquet")]
            Self::Parquet => "Parquet",
        }
    }
}

/// Writes a data set into each of the files, in the form that its ending asks for, and the manifest beside the first:
/// `atlas.csv` has `atlas.manifest.json`. The same results give the same bytes.
///
/// Returns the path of the manifest.
///
/// # Errors
/// If an ending is unknown, before anything is written, or a file cannot be written.
pub fn export(merged: &Merged, paths: &[PathBuf]) -> Result<Option<PathBuf>, ExportError> {
    let forms = paths.iter().map(|path| DataForm::of(path));
    let forms: Vec<DataForm> = forms.collect::<Result<_, _>>()?;
    let mut manifest = Manifest::new(merged);
    for (path, form) in paths.iter().zip(forms) {
        let bytes = form.bytes(merged)?;
        write_atomically(path, &bytes)?;
        manifest.add(path, &bytes);
    }
    let Some(first) = paths.first() else {
        return Ok(None);
    };
    let path = first.with_extension("manifest.json");
    write_atomically(&path, &manifest.to_bytes())?;
    Ok(Some(path))
}
