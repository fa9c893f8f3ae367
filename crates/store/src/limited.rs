//! Reading a whole file, unless it is too large.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::StoreError;

/// Reads a file of at most `limit` bytes.
///
/// A larger one is refused before it is read. One whose size is not known in advance (a pipe, a device, a file that
/// grows) is read up to the limit.
///
/// # Errors
/// [`StoreError::FileTooLarge`] if there are more than `limit` bytes; [`StoreError::File`], which names the path, if
/// the file cannot be read.
pub fn read_limited(path: impl AsRef<Path>, limit: u64) -> Result<Vec<u8>, StoreError> {
    let path = path.as_ref();
    let too_large = |size| StoreError::FileTooLarge {
        path: path.to_owned(),
        size,
        limit,
    };
    let failed = StoreError::with("read", path);
    let file = File::open(path).map_err(&failed)?;
    let size = file.metadata().map_err(&failed)?.len();
    if size > limit {
        return Err(too_large(size));
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

/// Reads a regular file of at most `limit` bytes. In directories that others write to there may be pipes, and to open one
/// can wait without end.
///
/// # Errors
/// Those of [`read_limited`], and [`StoreError::File`] if it is no regular file.
pub fn read_regular(path: impl AsRef<Path>, limit: u64) -> Result<Vec<u8>, StoreError> {
    let path = path.as_ref();
    let failed = StoreError::with("read", path);
    if !fs::metadata(path).map_err(&failed)?.is_file() {
        return Err(failed(io::Error::other("it is not a regular file")));
    }
    read_limited(path, limit)
}
