//! What a limit or a signal has cut short: files, and the JSON of a command that has no answer yet.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use koproof_solver::Stopped;
use koproof_store::AtomicFile;
use serde::Serialize;

use crate::exit::{Exit, complain};
use crate::interrupt;

/// The state of the work after a stop without an answer.
#[derive(Debug, Serialize)]
pub(crate) struct Unfinished<A> {
    #[serde(flatten)]
    about: A,
    complete: bool,
    stopped: String,
    /// The positions that were solved, up to symmetry and with a side to move, and all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    seconds: f64,
}

impl<A: Serialize> Unfinished<A> {
    pub(crate) fn new(about: A, why: Stopped, started: Instant) -> Self {
        Self {
            about,
            complete: false,
            stopped: why.to_string(),
            solved: None,
            total: None,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    /// Adds the number of positions that were solved, and the number of all.
    pub(crate) fn after(self, solved: u64, total: u64) -> Self {
        Self {
            solved: Some(solved),
            total: Some(total),
            ..self
        }
    }

    /// Prints a message on stderr, and the state on `out` if the answer is JSON. Returns the exit code.
    pub(crate) fn tell(
        &self,
        message: &str,
        is_json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        complain(message);
        if is_json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
        }
        Ok(interrupt::stopped())
    }
}

/// Warns on stderr if a limit or a signal cut the output short.
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
