//! Directories of files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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
