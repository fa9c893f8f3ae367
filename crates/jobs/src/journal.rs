//! A worker's exchange with the leader: parts of its journal one way, the log the other way.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use koproof_rules::Game;
use koproof_solver::{Journal, Observer, Solver};
use koproof_store::write_atomically;

use crate::directory::{RunDirectory, remove};
use crate::error::JobsError;

/// The time between two checks whether the leader has answered.
const PAUSE: Duration = Duration::from_millis(5);

/// A worker's journal, and the place up to which it has read the log.
pub(crate) struct Exchange<'w> {
    run: &'w RunDirectory,
    worker: &'w str,
    journal: Journal<'w>,
    /// Is asked whether to stop.
    observer: &'w dyn Observer,
    /// The number of parts that it has written.
    parts: u64,
    /// The number of entries that it has read.
    read: u64,
}

impl<'w> Exchange<'w> {
    pub(crate) fn new(
        run: &'w RunDirectory,
        solver: &'w Solver,
        worker: &'w str,
        observer: &'w dyn Observer,
    ) -> Result<Self, JobsError> {
        run.begin_journals(worker)?;
        Ok(Self {
            run,
            worker,
            journal: solver.journal()?,
            observer,
            parts: 0,
            read: 0,
        })
    }

    /// Takes over the claims that are new in the log, or some of them if it is to stop.
    pub(crate) fn read(&mut self) -> Result<(), JobsError> {
        while !self.observer.should_stop() {
            let path = self.run.entry(self.read + 1);
            if !path.exists() {
                return Ok(());
            }
            let entry = self.run.accepted_in(&path, self.journal.header())?;
            let is_own = entry.worker == self.worker && entry.part == self.parts;
            self.journal.take_over(&entry, is_own);
            if is_own {
                // The leader has a copy.
                remove(&self.last());
            }
            self.read += 1;
        }
        Ok(())
    }

    /// Writes the new claims, and those about a state. Returns the number of parts so far; `None`
    /// if it is to stop before the leader has accepted the last part, on which the new part builds.
    pub(crate) fn write(
        &mut self,
        answered: Option<&Game<'_, 1, 2>>,
    ) -> Result<Option<u64>, JobsError> {
        self.read()?;
        while self.journal.is_pending() {
            // Asked before the log is read: a part that is accepted stays until this worker has read its
            // acceptance in the log.
            let is_refused = !self.last().exists();
            self.read()?;
            if !self.journal.is_pending() {
                break;
            }
            if is_refused {
                return Err(JobsError::Refused {
                    worker: self.worker.to_owned(),
                    part: self.parts,
                    refused: self.run.refused(),
                });
            }
            if self.observer.should_stop() {
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
        let part = self.journal.part(self.worker, answered);
        if !part.is_empty() {
            self.parts += 1;
            let bytes = part.to_bytes(self.journal.header())?;
            write_atomically(self.last(), &bytes)?;
        }
        Ok(Some(self.parts))
    }

    fn last(&self) -> PathBuf {
        self.run.part(self.worker, self.parts)
    }
}
