//! Files that can be made again.

use std::path::Path;

use koproof_store::AtomicFile;

use crate::exit::{Exit, complain};

/// Moves a file to its path. What a limit or a signal has cut short does not replace an old file, which may be complete:
/// it goes beside it.
pub(crate) fn place(file: AtomicFile, path: &Path, exit: Exit) -> anyhow::Result<()> {
    if exit == Exit::Done || !path.exists() {
        return Ok(file.commit()?);
    }
    let beside = file.commit_beside()?;
    complain(&format!(
        "stopped: {} is kept, and what is known so far is in {}",
        path.display(),
        beside.display()
    ));
    Ok(())
}
