//! Checkpoints of long runs: saved on a timer, and when the work stops.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use koproof_rules::Board;
use koproof_solver::{CheckpointError, Solver};
use koproof_store::{FileLock, StoreError, check_writable, scratch_beside};

use crate::arguments::{WorkArgs, beginning, check_names, file};
use crate::exit::{self, Blame, refuse};
use crate::interrupt;
use crate::limits;
use crate::meanwhile::{meanwhile, waiting};
use crate::words::one_line;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct CheckpointArgs {
    /// Save the claims to FILE at intervals and when the work stops
    ///
    /// With --certificate their proofs are in FILE.steps.
    #[arg(long, value_name = "FILE", value_parser = file(), hide_short_help = true)]
    checkpoint: Option<PathBuf>,

    /// The interval between checkpoints
    #[arg(long, value_name = "TIME", value_parser = limits::time, default_value = "5m", requires = "checkpoint", hide_short_help = true)]
    checkpoint_every: Duration,

    /// Continue from the checkpoint FILE
    #[arg(long, requires = "checkpoint", hide_short_help = true)]
    resume: bool,
}

impl CheckpointArgs {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Refuses files that have the same name: those of the checkpoint, the certificate, the board, and others.
    pub(crate) fn check_names(
        &self,
        board: &Board,
        certificate: Option<&Path>,
        others: &[(&str, Option<&Path>)],
    ) -> anyhow::Result<()> {
        let [steps, lock] = [STEPS, ".lock"].map(|ending| Some(beside(self.path()?, ending)));
        let own = [
            ("--certificate", certificate),
            ("--checkpoint", self.path()),
            ("the proofs of --checkpoint", steps.as_deref()),
            ("the lock of --checkpoint", lock.as_deref()),
        ];
        check_names(board, &[others, &own].concat())
    }

    /// Returns the name of the checkpoint from which the run continues, if there is one; its claims are trusted.
    pub(crate) fn resumed_from(&self) -> Option<String> {
        let path = self.checkpoint.as_ref().filter(|_| self.resume)?;
        Some(path.display().to_string())
    }

    /// Checks the path of the checkpoint and locks it, so that hours of work are not lost.
    pub(crate) fn begin(&self) -> anyhow::Result<Checkpoint<'_>> {
        let mut checkpoint = Checkpoint {
            asked: self,
            _lock: None,
        };
        let Some(path) = &self.checkpoint else {
            return Ok(checkpoint);
        };
        let name = path.display();
        // From now on a signal would leave the lock.
        interrupt::listen();
        check_writable(path).bad_input()?;
        checkpoint._lock = Some(FileLock::beside(path).bad_input()?);
        match (self.resume, path.exists()) {
            (true, false) => {
                refuse!("there is no checkpoint {name} to continue from: omit --resume");
            }
            (false, true) if path.is_file() => match beginning(path) {
                Ok(found) if found.starts_with(b"KPCHKP") => {
                    refuse!("{name} exists: add --resume to go on from it, or choose another name");
                }
                _ => refuse!("{name} exists and is no checkpoint: choose another name"),
            },
            _ => {}
        }
        Ok(checkpoint)
    }
}

/// The checkpoint of a run, if one was asked for, and its lock.
pub(crate) struct Checkpoint<'a> {
    asked: &'a CheckpointArgs,
    _lock: Option<FileLock>,
}

impl Checkpoint<'_> {
    /// Opens the file for the proofs that a certificate will be made of, if one is requested: it has the name of the
    /// checkpoint, or no name.
    pub(crate) fn archive(&self, certificate: Option<&Path>) -> anyhow::Result<Option<File>> {
        let Some(checkpoint) = &self.asked.checkpoint else {
            return Ok(certificate.map(scratch_beside).transpose()?);
        };
        let path = beside(checkpoint, STEPS);
        let (checkpoint, name) = (checkpoint.display(), path.display());
        // A run that failed at its start leaves an empty file.
        let has_steps = fs::metadata(&path).is_ok_and(|found| found.len() > 0);
        match (certificate.is_some(), self.asked.resume) {
            (true, true) if !path.is_file() => {
                refuse!(
                    "there is no {name} with the proofs of {checkpoint}: omit --certificate, or choose another checkpoint"
                );
            }
            (_, false) if has_steps => {
                refuse!(
                    "{name} exists: choose another name for the checkpoint, or delete the file"
                );
            }
            (false, true) if path.is_file() => {
                refuse!(
                    "{name} has proofs of {checkpoint}: add --certificate to go on with them, or delete that file"
                );
            }
            (false, _) => {
                // A file of this name would mean that the checkpoint has proofs.
                fs::remove_file(&path).ok();
                return Ok(None);
            }
            (true, _) => {}
        }
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false);
        let opened = opened.open(&path);
        let opened = opened.with_context(|| format!("cannot write {name}"));
        Ok(Some(opened.bad_input()?))
    }

    /// Runs work with a solver that starts from the checkpoint, and saves checkpoints during the work and afterwards.
    /// Returns the result, and whether the last checkpoint was saved if one was asked for.
    pub(crate) fn keep<T>(
        &self,
        solver: &Solver,
        &WorkArgs { quiet, memory, .. }: &WorkArgs,
        work: impl FnOnce() -> T,
    ) -> anyhow::Result<(T, bool)> {
        let Some(path) = &self.asked.checkpoint else {
            return Ok((work(), true));
        };
        let save = || solver.save_checkpoint(path);
        if self.asked.resume {
            let reading = format!("reading {}", path.display());
            waiting(&reading, quiet, || solver.load_checkpoint(path, memory))
                .with_context(|| format!("cannot continue from {}", path.display()))
                .bad_input()?;
        } else {
            // A disk that is full now is full later, too.
            save().map_err(|error| anyhow!(unsaved(path, &error)))?;
        }
        let failed = AtomicBool::new(false);
        let save_again = || {
            complain_once(path, save(), &failed);
        };
        let result = meanwhile(self.asked.checkpoint_every, save_again, work);
        // The result is there, and must not be lost because it cannot be saved.
        let saving = format!("saving {}", path.display());
        let saved = waiting(&saving, quiet, save);
        Ok((result, complain_once(path, saved, &failed)))
    }
}

/// The ending of the file with the proofs.
const STEPS: &str = ".steps";

/// Returns the path of a file beside the checkpoint, named after its target if that is a link.
fn beside(checkpoint: &Path, ending: &str) -> PathBuf {
    let target = fs::canonicalize(checkpoint).unwrap_or_else(|_| checkpoint.to_owned());
    let mut name = target.into_os_string();
    name.push(ending);
    name.into()
}

/// Returns whether a checkpoint was saved, and reports the first failure after a success. The work continues, and the
/// last checkpoint is still there.
fn complain_once(path: &Path, saved: Result<(), CheckpointError>, failed: &AtomicBool) -> bool {
    let is_new = failed.swap(saved.is_err(), Ordering::Relaxed) != saved.is_err();
    if let (Err(error), true) = (&saved, is_new) {
        exit::complain(&unsaved(path, error));
    }
    saved.is_ok()
}

/// Describes a failure, with the file that most of these errors name.
fn unsaved(path: &Path, error: &CheckpointError) -> String {
    let name = path.display();
    match matches!(error, CheckpointError::Store(StoreError::File { .. })) {
        true => format!("the checkpoint was not saved: {error}"),
        false => format!("the checkpoint was not saved to {name}: {error}"),
    }
}

/// Writes a line that names the checkpoint from which a search went on.
pub(crate) fn write_resumed(out: &mut dyn Write, checkpoint: &str) -> io::Result<()> {
    let name = one_line(checkpoint);
    writeln!(
        out,
        "resumed from: {name}, whose claims are not checked again"
    )
}
