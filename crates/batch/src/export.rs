//! Data sets on disk: as CSV, JSON Lines or Parquet, with a manifest.

mod form;
mod manifest;
mod parquet;
mod writer;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use koproof_store::{AtomicFile, StoreError};

use crate::digest::Summed;
use crate::kept::is_kept;
use crate::merge::Merged;
use manifest::{Manifest, is_manifest};

pub use form::{DataForm, ExportError};
pub use writer::DataWriter;

/// Checks that a data set can be written into each of the files: the endings are known, and neither a file of a batch
/// or of a leader's run nor a result would be replaced, and the manifest would replace no other file than a manifest.
///
/// # Errors
/// As [`export`], which checks again: this is for callers that first do long work.
pub fn check_export(paths: &[PathBuf]) -> Result<(), ExportError> {
    for path in paths {
        DataForm::of(path)?;
    }
    paths.iter().try_for_each(|path| check_rows(path))?;
    match paths.first() {
        Some(first) => begun_manifest(&manifest_of(first)).map(drop),
        None => Ok(()),
    }
}

/// Checks that rows of any form can be written into a file: it replaces no file of a batch or of a leader's run, and no
/// result.
///
/// # Errors
/// If the file may not be replaced, or cannot be written.
pub fn check_rows(path: &Path) -> Result<(), ExportError> {
    // The temporary file is removed again; the rows appear when all are written.
    begun(path).map(drop)
}

/// Returns an empty file that is not in its place yet.
fn begun(path: &Path) -> Result<AtomicFile, ExportError> {
    match is_kept(path) {
        true => Err(ExportError::Batch(path.to_owned())),
        false => Ok(AtomicFile::create_export(path)?),
    }
}

/// Returns an empty manifest that is not in its place yet.
fn begun_manifest(path: &Path) -> Result<AtomicFile, ExportError> {
    // Nobody has named this file. One that no path leads to is new.
    let is_new = path.symlink_metadata().is_err();
    let file = begun(path)?;
    match is_new || is_manifest(path) {
        true => Ok(file),
        false => Err(ExportError::Manifest(path.to_owned())),
    }
}

/// Writes a data set into each of the files, in the form given by its ending, and the manifest beside the first:
/// `atlas.csv` has `atlas.manifest.json`. The same results give the same bytes.
///
/// Returns the path of the manifest.
///
/// # Errors
/// If an ending is unknown, a file is one of a batch or of a leader's run, the manifest would replace another file, or
/// a file cannot be written; nothing is replaced then, unless the disk fails at the last step.
pub fn export(merged: &Merged, paths: &[PathBuf]) -> Result<Option<PathBuf>, ExportError> {
    export_unless(merged, paths, &|| false)
}

/// As [`export`], which it gives up if `is_stopped` says so. It is asked before each row, and before the first file is
/// moved to its place.
///
/// # Errors
/// As [`export`]; [`ExportError::Stopped`].
pub fn export_unless(
    merged: &Merged,
    paths: &[PathBuf],
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<PathBuf>, ExportError> {
    let Some(first) = paths.first() else {
        return Ok(None);
    };
    let mut manifest = Manifest::new(merged);
    let mut files = Vec::new();
    for path in paths {
        let written = written(path, merged, is_stopped)?;
        manifest.add(path, &written);
        files.push(written.out);
    }
    let path = manifest_of(first);
    let mut file = begun_manifest(&path)?;
    file.write_all(&manifest.to_bytes())
        .map_err(StoreError::with("write", &path))?;
    files.push(file);
    if is_stopped() {
        return Err(ExportError::Stopped);
    }
    files.into_iter().try_for_each(AtomicFile::commit)?;
    Ok(Some(path))
}

/// Returns the path of the manifest of a data set whose first file this is.
fn manifest_of(first: &Path) -> PathBuf {
    first.with_extension("manifest.json")
}

/// Writes a data set into a file that is not in its place yet, in the form given by its ending.
fn written(
    path: &Path,
    merged: &Merged,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Summed<AtomicFile>, ExportError> {
    let form = DataForm::of(path)?;
    let out = Summed::new(begun(path)?);
    let write = || {
        let mut rows = DataWriter::new(out, form, merged.columns())?;
        for row in merged.rows().take_while(|_| !is_stopped()) {
            rows.write(&row)?;
        }
        rows.finish()
    };
    let written = write().map_err(|error: io::Error| match error.raw_os_error() {
        Some(_) => StoreError::with("write", path)(error).into(),
        None => ExportError::Form {
            form: form.name(),
            problem: error.to_string(),
        },
    })?;
    match is_stopped() {
        true => Err(ExportError::Stopped),
        false => Ok(written),
    }
}
