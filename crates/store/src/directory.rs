//! Directories of files, and the age of a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::StoreError;
use crate::atomic::sync_directory;

/// Lists the paths of the files and directories in a directory, in the order of their names.
///
/// # Errors
/// If the directory cannot be read.
pub fn entries(directory: impl AsRef<Path>) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Makes a directory and those above it, unless they exist, and syncs their names to the disk.
///
/// # Errors
/// If one cannot be made or synced, with its name.
pub fn make_directory(directory: impl AsRef<Path>) -> Result<(), StoreError> {
    let directory = directory.as_ref();
    if directory.is_dir() {
        return Ok(());
    }
    if let Some(above) = directory.parent()
        && !above.as_os_str().is_empty()
    {
        make_directory(above)?;
    }
    match fs::create_dir(directory) {
        // Another process was faster.
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists && directory.is_dir() => Ok(()),
        made => made.and_then(|()| sync_directory(directory)),
    }
    .map_err(StoreError::with("make the directory", directory))
}

/// Returns the time since a file was last written, by the clock of this machine and the time of the file: 0 if another
/// machine, whose clock is ahead, has written it. `None` if the file is gone.
#[must_use]
pub fn age(path: impl AsRef<Path>) -> Option<Duration> {
    let written = fs::metadata(path).and_then(|about| about.modified()).ok()?;
    Some(
        SystemTime::now()
            .duration_since(written)
            .unwrap_or_default(),
    )
}
