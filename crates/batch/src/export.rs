//! Data sets on disk: as CSV, JSON Lines or Parquet, with a manifest.

mod csv;
mod form;
mod json_lines;
mod manifest;
#[cfg(feature = "parquet")]
mod parquet;
mod writer;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use koproof_store::{AtomicFile, StoreError};

use crate::merge::Merged;
use manifest::Manifest;

pub use form::{DataForm, ExportError};
pub use writer::DataWriter;

/// Writes a data set into each of the files, in the form given by its ending, and the manifest beside the first:
/// `atlas.csv` has `atlas.manifest.json`. The same results give the same bytes.
///
/// Returns the path of the manifest.
///
/// # Errors
/// If an ending is unknown, or a file cannot be written; nothing is replaced then, unless the disk fails at the last step.
pub fn export(merged: &Merged, paths: &[PathBuf]) -> Result<Option<PathBuf>, ExportError> {
    let Some(first) = paths.first() else {
        return Ok(None);
    };
    let mut manifest = Manifest::new(merged);
    let mut files = Vec::new();
    for path in paths {
        let bytes = bytes(DataForm::of(path)?, merged)?;
        manifest.add(path, &bytes);
        files.push(written(path, &bytes)?);
    }
    let path = first.with_extension("manifest.json");
    files.push(written(&path, &manifest.to_bytes())?);
    files.into_iter().try_for_each(AtomicFile::commit)?;
    Ok(Some(path))
}

/// Returns a complete file that is not in its place yet.
fn written(path: &Path, bytes: &[u8]) -> Result<AtomicFile, StoreError> {
    let mut file = AtomicFile::create_export(path)?;
    file.write_all(bytes)
        .map_err(StoreError::with("write", path))?;
    Ok(file)
}

/// Returns the bytes of a data set in this form.
fn bytes(form: DataForm, merged: &Merged) -> Result<Vec<u8>, ExportError> {
    let write = || {
        let mut rows = DataWriter::new(Vec::new(), form, merged.columns())?;
        for row in merged.rows() {
            rows.write(&row)?;
        }
        rows.finish()
    };
    write().map_err(|error: io::Error| ExportError::Form {
        form: form.name(),
        problem: error.to_string(),
    })
}
