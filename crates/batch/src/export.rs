//! Data sets on disk: as CSV, JSON Lines or Parquet, with a manifest.

mod csv;
mod form;
mod json_lines;
mod manifest;
#[cfg(feature = "parquet")]
mod parquet;
mod writer;

use std::io;
use std::path::PathBuf;

use koproof_store::write_atomically;

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
/// If an ending is unknown, before anything is written, or a file cannot be written.
pub fn export(merged: &Merged, paths: &[PathBuf]) -> Result<Option<PathBuf>, ExportError> {
    let forms = paths.iter().map(|path| DataForm::of(path));
    let forms: Vec<DataForm> = forms.collect::<Result<_, _>>()?;
    let mut manifest = Manifest::new(merged);
    for (path, form) in paths.iter().zip(forms) {
        let bytes = bytes(form, merged)?;
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
