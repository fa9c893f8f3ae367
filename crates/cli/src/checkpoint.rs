//! Checkpoints of long runs: saved on a timer, and when the work stops.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use koproof_solver::{CheckpointError, Solver};

use crate::arguments::file;
use crate::exit::{self, BadInput};
use crate::limits;

/// The arguments for a checkpoint.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct CheckpointArgs {
    /// Save the claims to FILE at intervals and when the work stops
    #[arg(long, value_name = "FILE", value_parser = file(), conflicts_with = "certificate", hide_short_help = true)]
    checkpoint: Option<PathBuf>,

    /// The interval between checkpoints
    #[arg(long, value_name = "TIME", value_parser = limits::time, default_value = "5m", requires = "checkpoint", hide_short_help = true)]
    checkpoint_every: Duration,

    /// Continue from the checkpoint FILE
    #[arg(long, requires = "checkpoint", hide_short_help = true)]
    resume: bool,
}

impl CheckpointArgs {
    /// Returns the path of the checkpoint, if one was requested.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Tells whether a checkpoint was requested.
    pub(crate) fn is_asked(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Returns the name of the checkpoint from which the run continues, if there is one; its claims are trusted.
    pub(crate) fn resumed_from(&self) -> Option<String> {
        let path = self.checkpoint.as_ref().filter(|_| self.resume)?;
        Some(path.display().to_string())
    }

    /// Runs work with a solver that starts from the checkpoint, and saves checkpoints during the work and afterwards.
    /// Returns the result, and whether the last checkpoint was saved if one was asked for.
    pub(crate) fn keep<T>(
        &self,
        solver: &Solver,
        work: impl FnOnce() -> T,
    ) -> anyhow::Result<(T, bool)> {
        let Some(path) = &self.checkpoint else {
            return Ok((work(), true));
        };
        let name = path.display();
        match (self.resume, path.exists()) {
            (true, true) => (solver.load_checkpoint(path))
                .with_context(|| format!("cannot continue from {name}"))
                .map_err(BadInput::new)?,
            (true, false) => {
                let why = anyhow!("there is no checkpoint {name} to continue from: omit --resume");
                return Err(BadInput::new(why).into());
            }
            (false, true) if path.is_file() => {
                let why =
                    anyhow!("{name} exists: add --resume to go on from it, or choose another name");
                return Err(BadInput::new(why).into());
            }
            // What is no file is refused when it is tested below.
            (false, _) => {}
        }
        let save = || solver.save_checkpoint(path);
        // The path is tested first, so that hours of work are not lost.
        save().map_err(BadInput::new)?;
        let result = std::thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            scope.spawn(move || {
                while is_done.recv_timeout(self.checkpoint_every) == Err(RecvTimeoutError::Timeout)
                {
                    if let Err(error) = save() {
                        complain(&error);
                    }
                }
            });
            let result = work();
            drop(done);
            result
        });
        // The result is there, and must not be lost because it cannot be saved.
        let saved = save().inspect_err(complain);
        Ok((result, saved.is_ok()))
    }
}

/// Reports a failed checkpoint. The work continues, and the last checkpoint is still there.
fn complain(error: &CheckpointError) {
    exit::complain(&format!("no checkpoint was saved: {error}"));
}
