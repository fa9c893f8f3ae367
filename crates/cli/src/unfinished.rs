//! The JSON of a command that a limit or a signal stops before it has an answer.

use std::io::Write;
use std::time::Instant;

use koproof_solver::Stopped;
use serde::Serialize;

use crate::exit::{self, Exit};
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
        exit::complain(message);
        if is_json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
        }
        Ok(interrupt::stopped())
    }
}
