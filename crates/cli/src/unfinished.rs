//! What a command tells in JSON if a limit or a signal stops it before it has an answer.

use std::io::Write;
use std::time::Instant;

use koproof_solver::Stopped;
use serde::Serialize;

/// The state of the work after a stop without an answer.
#[derive(Debug, Serialize)]
pub(crate) struct Unfinished<A> {
    #[serde(flatten)]
    about: A,
    complete: bool,
    stopped: String,
    #[serde(flatten)]
    progress: Option<Progress>,
    seconds: f64,
}

/// The positions that were solved, up to symmetry and with a side to move.
#[derive(Debug, Serialize)]
struct Progress {
    solved: u64,
    total: u64,
}

impl<A: Serialize> Unfinished<A> {
    pub(crate) fn new(about: A, why: Stopped, started: Instant) -> Self {
        Self {
            about,
            complete: false,
            stopped: why.to_string(),
            progress: None,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    /// Adds the number of positions that were solved, and the number of all.
    pub(crate) fn after(self, solved: u64, total: u64) -> Self {
        Self {
            progress: Some(Progress { solved, total }),
            ..self
        }
    }

    /// Prints it as one line.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(writeln!(out, "{}", serde_json::to_string(self)?)?)
    }
}
