//! The directory of a run.

use std::fs;
use std::io;
use std::path::Path;

use koproof_store::{StoreError, entries, make_directory};

use crate::error::PartitionError;

/// The number of finished levels; 0 if only the turns are known.
pub(crate) type Level = u16;

/// Makes the directory of a run, if it is not there.
pub(crate) fn prepare(directory: &Path) -> Result<(), PartitionError> {
    make_directory(directory).map_err(|error| match error {
        StoreError::File { path, cause, .. } => PartitionError::Directory { path, cause },
        other => PartitionError::Unwritten(other),
    })
}

/// Deletes the files of a run, and the directory if it is then empty.
pub(crate) fn clear(directory: &Path) -> Result<(), PartitionError> {
    for name in names(directory)? {
        if processes(&name).is_some() {
            delete(&directory.join(name))?;
        }
    }
    // A process that is killed while it writes leaves a file with a temporary name. If the directory contains anything
    // else, others use it, too, and the temporary file may be theirs.
    let rest = names(directory)?;
    let is_left_over = |name: &String| name.starts_with(".koproof-") && name.ends_with(".tmp");
    if rest.iter().all(is_left_over) {
        for name in rest {
            delete(&directory.join(name))?;
        }
        // An empty directory that cannot be deleted does no harm.
        let _ = fs::remove_dir(directory);
    }
    Ok(())
}

pub(super) fn delete(path: &Path) -> Result<(), PartitionError> {
    fs::remove_file(path).map_err(|cause| failed(path, "delete", cause))
}

/// Lists the files of a directory.
pub(super) fn names(directory: &Path) -> Result<Vec<String>, PartitionError> {
    let paths = entries(directory).map_err(|cause| PartitionError::Directory {
        path: directory.to_owned(),
        cause,
    })?;
    let names = paths.iter().filter_map(|path| path.file_name());
    Ok(names
        .map(|name| name.to_string_lossy().into_owned())
        .collect())
}

/// Returns the number of processes in the name of a file: 4 in `2-of-4.turns`.
pub(super) fn processes(name: &str) -> Option<usize> {
    let (who, rest) = name.split_once('.')?;
    let (process, processes) = who.split_once("-of-")?;
    process.parse::<usize>().ok()?;
    let is_ours = rest == "turns" || rest.strip_prefix("level-")?.parse::<Level>().is_ok();
    processes.parse().ok().filter(|_| is_ours)
}

/// Names the file of a checkpoint that cannot be read or deleted, or that is damaged.
pub(super) fn failed(path: &Path, action: &'static str, cause: io::Error) -> PartitionError {
    match cause.downcast::<StoreError>() {
        Ok(cause) => refused(path, cause),
        Err(cause) => PartitionError::Checkpoint {
            path: path.to_owned(),
            action,
            cause,
        },
    }
}

/// Names the file of a checkpoint that is damaged. One that the system cannot read may be whole.
pub(super) fn refused(path: &Path, cause: StoreError) -> PartitionError {
    match cause {
        StoreError::Stream { action, cause, .. } => failed(path, action, cause),
        cause => PartitionError::Damaged {
            path: path.to_owned(),
            cause,
        },
    }
}
