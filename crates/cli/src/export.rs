//! Files that can be made again.

use std::fmt::Display;
use std::path::Path;

use koproof_store::AtomicFile;

use crate::exit::{Exit, complain};

/// Says on stderr that a limit or a signal has cut short what is written, if one has.
pub(crate) fn tell_cut_short(what: impl Display, exit: Exit) {
    let why = match exit {
        Exit::Stopped => "stopped at a limit",
        Exit::Interrupted => "interrupted",
        _ => return,
    };
    complain(&format!("{why}: {what} shows what is proved so far"));
}

/// Moves a file to its path, and says on stderr if it is not complete. What a limit or a signal has cut short does not
/// replace an old file, which may be complete: it goes beside it.
pub(crate) fn place(file: AtomicFile, path: &Path, exit: Exit) -> anyhow::Result<()> {
    if exit == Exit::Done || !path.exists() {
        file.commit()?;
        tell_cut_short(path.display(), exit);
        return Ok(());
    }
    let beside = file.commit_beside()?;
    complain(&format!(
        "stopped: {} is kept, and what is known so far is in {}",
        path.display(),
        beside.display()
    ));
    Ok(())
}
