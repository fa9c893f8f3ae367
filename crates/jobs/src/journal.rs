//! A worker's exchange with the leader: parts of its journal one way, the log the other way.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use koproof_rules::Game;
use koproof_solver::{Journal, Observer, Solver};
use koproof_store::{StoreError, write_atomically};

use crate::directory::{RunDirectory, remove};
use crate::error::JobsError;
use crate::pause::Pause;

/// The time for which a worker that is to stop waits for the leader to accept its last part: the leader may be checking
/// large ones.
const LAST_WAIT: Duration = Duration::from_secs(10);
/// The time for which the log may be unreadable: a network can be away for a moment, and the worker has work to lose.
const PATIENCE: Duration = Duration::from_secs(60);

/// The start of the names of the leaders' own journals, which are only in the log; a number follows.
pub(crate) const LEADER: &str = "leader-";

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
    /// Since when the next one cannot be read.
    unreadable: Option<Instant>,
}

impl<'w> Exchange<'w> {
    pub(crate) fn new(
        run: &'w RunDirectory,
        solver: &'w Solver,
        worker: &'w str,
        observer: &'w dyn Observer,
    ) -> Result<Self, JobsError> {
        if !can_be_called(worker) {
            return Err(JobsError::BadName(worker.to_owned()));
        }
        run.begin_journals(worker)?;
        Ok(Self {
            run,
            worker,
            journal: solver.journal()?,
            observer,
            parts: 0,
            read: 0,
            unreadable: None,
        })
    }

    /// Takes over the claims that are new in the log, or some of them if it is to stop.
    pub(crate) fn read(&mut self) -> Result<(), JobsError> {
        while !self.observer.should_stop() && self.read_entry()? {}
        Ok(())
    }

    /// Takes over the claims of the next entry of the log. Returns `false` if there is none, or none that can be read now.
    fn read_entry(&mut self) -> Result<bool, JobsError> {
        let path = self.run.entry(self.read + 1);
        if !path.exists() {
            return Ok(false);
        }
        let entry = match self.run.accepted_in(&path, self.journal.header()) {
            Err(why @ JobsError::Store(StoreError::File { .. })) => {
                let since = self.unreadable.get_or_insert_with(Instant::now);
                return match since.elapsed() < PATIENCE {
                    true => Ok(false),
                    false => Err(why),
                };
            }
            entry => entry?,
        };
        self.unreadable = None;
        let is_own = entry.worker == self.worker && entry.part == self.parts;
        self.journal.take_over(&entry, is_own);
        if is_own {
            // The leader has a copy.
            remove(&self.last());
        }
        self.read += 1;
        Ok(true)
    }

    /// Writes the new claims, and those about a state. Returns the number of parts so far; `None` if the worker is to
    /// stop, and the value is found or the leader does not accept the last part, on which the new part builds.
    ///
    /// `is_stopped` says that the search has been stopped, for any reason.
    pub(crate) fn write(
        &mut self,
        answered: Option<&Game<'_, 1, 2>>,
        is_stopped: bool,
    ) -> Result<Option<u64>, JobsError> {
        self.read()?;
        let is_stopped = || is_stopped || self.observer.should_stop();
        let (mut last, mut pause) = (None, Pause::new());
        loop {
            if is_stopped() {
                let last = last.get_or_insert_with(|| Instant::now() + LAST_WAIT);
                let waits = self.journal.is_pending();
                if self.run.value().exists() || waits && Instant::now() >= *last {
                    return Ok(None);
                }
            }
            if !self.journal.is_pending() {
                break;
            }
            // Asked before the log is read: a part that is accepted stays until this worker has read its
            // acceptance in the log.
            let is_refused = !self.last().exists();
            if self.read_entry()? {
                continue;
            }
            if is_refused {
                return Err(JobsError::Refused {
                    worker: self.worker.to_owned(),
                    part: self.parts,
                    refused: self.run.refused(),
                });
            }
            pause.wait();
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

/// Tells whether this can be the name of a worker: not that of a leader, and the name of a folder.
fn can_be_called(worker: &str) -> bool {
    let number = worker.strip_prefix(LEADER);
    let is_leader = number.is_some_and(|number| number.parse::<u64>().is_ok());
    let is_hidden = worker.starts_with('.') || worker.ends_with(".tmp");
    !(worker.is_empty() || is_leader || is_hidden || worker.contains(['/', '\\', '\0']))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use koproof_solver::{Budget, Nobody};

    use super::*;
    use crate::question::Question;
    use crate::{Leading, lead};

    /// Stops the work when it is told to, or when a file is there.
    struct Until(AtomicBool, PathBuf);

    impl Observer for Until {
        fn should_stop(&self) -> bool {
            self.0.load(Ordering::Relaxed) || self.1.exists()
        }
    }

    /// A worker's last job was lost if it was told to stop before it had read that its last part is accepted.
    #[test]
    fn a_worker_that_is_to_stop_reads_that_its_last_part_is_accepted_and_writes_one_more() {
        let directory = tempfile::tempdir().expect("a directory");
        let question = Question::of_empty("3x3", 100);
        let (run, question) = RunDirectory::begin(directory.path(), question).expect("a run");
        let solver = question.solver().expect("a small board");
        let game = question.game(&solver, &[]).expect("no moves");
        let told = Until(AtomicBool::new(false), run.value());
        let mut exchange = Exchange::new(&run, &solver, "worker", &told).expect("a new name");
        solver.solve(&game, Budget::nodes(500), &Nobody);
        assert_eq!(exchange.write(None, false).expect("it is written"), Some(1));
        let accepted = Until(AtomicBool::new(false), run.entry(1));
        let leading = Leading {
            observer: &accepted,
            ..Leading::default()
        };
        lead(&run, &question, &leading).expect("nothing fails");
        solver.solve(&game, Budget::UNLIMITED, &Nobody);
        told.0.store(true, Ordering::Relaxed);
        let written = exchange.write(Some(&game), false).expect("it is written");
        assert_eq!(written, Some(2));
        assert!(run.part("worker", 2).exists());
    }
    /// A worker ended, with all its claims, when its network was away for a moment.
    #[test]
    fn a_log_that_cannot_be_read_is_read_again_for_a_while() {
        let directory = tempfile::tempdir().expect("a directory");
        let question = Question::of_empty("3x3", 100);
        let (run, question) = RunDirectory::begin(directory.path(), question).expect("a run");
        let solver = question.solver().expect("a small board");
        let mut exchange = Exchange::new(&run, &solver, "worker", &Nobody).expect("a new name");
        std::fs::create_dir(run.entry(1)).expect("it is not there");
        exchange.read().expect("it may become readable");
        let since = exchange.unreadable.expect("it is not");
        exchange.unreadable = since.checked_sub(PATIENCE);
        let why = exchange
            .read()
            .expect_err("it has been unreadable for long");
        assert!(
            matches!(why, JobsError::Store(StoreError::File { .. })),
            "{why}"
        );
        std::fs::remove_dir(run.entry(1)).expect("it is there");
        exchange.read().expect("there is no entry");
    }
}
