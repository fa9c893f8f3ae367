//! The log: the steps of all journals that the leader has checked, in the order in which it has accepted them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use koproof_rules::Game;
use koproof_solver::{Budget, CertifyError, Journal, Observer, Score, Solver, Stopped, compose};
use koproof_store::{AtomicFile, StoreError};
use koproof_verify::{Accepted, Form, Ledger, Part, Reason, check, never_stop, stop_if};

use crate::directory::{RunDirectory, remove};
use crate::error::JobsError;
use crate::journal::LEADER;

/// What is wrong with a file of the log that is not there.
const MISSING: &str = "it is missing";

/// The log, and what the leader remembers of it.
pub(super) struct Log<'l> {
    run: &'l RunDirectory,
    ledger: Ledger<'l>,
    /// The leader's own journal, for what it derives from the claims of others.
    journal: Journal<'l>,
    /// The name of that journal, another one for each leader of a run.
    name: String,
    /// The entries without their claims.
    entries: Vec<Accepted>,
    /// The number of accepted parts of each journal.
    reached: BTreeMap<String, u64>,
    /// The journals that are not read any more, with the reasons.
    refused: BTreeMap<String, String>,
    /// The workers that have proved claims too large for the log. No solver but theirs has these.
    untold: BTreeSet<String>,
    /// The parts that could not be read.
    unread: BTreeSet<PathBuf>,
    /// Receives messages about them.
    tell: &'l (dyn Fn(&str) + Sync),
    /// Is asked while steps are checked whether to stop.
    observer: &'l dyn Observer,
}

impl<'l> Log<'l> {
    /// Counts the accepted steps.
    pub(super) fn steps(&self) -> u64 {
        self.ledger.steps()
    }

    /// Begins without steps.
    pub(super) fn new(
        run: &'l RunDirectory,
        ledger: Ledger<'l>,
        journal: Journal<'l>,
        observer: &'l dyn Observer,
        tell: &'l (dyn Fn(&str) + Sync),
    ) -> Self {
        Self {
            run,
            ledger,
            journal,
            name: String::new(),
            entries: Vec::new(),
            reached: BTreeMap::new(),
            refused: BTreeMap::new(),
            untold: BTreeSet::new(),
            unread: BTreeSet::new(),
            tell,
            observer,
        }
    }

    /// Reads the log of earlier leaders, and checks every step again. Returns `false` if it was stopped: then the log
    /// has the entries up to there. `is_locked` says whether no other leader can be at work.
    pub(super) fn load(&mut self, is_locked: bool) -> Result<bool, JobsError> {
        loop {
            let path = self.run.entry(self.next());
            if !path.exists() {
                break;
            }
            if self.observer.should_stop() {
                return Ok(false);
            }
            let Some(entry) = self.check_again(path)? else {
                return Ok(false);
            };
            self.append(entry, false);
        }
        let last = self.run.numbers("log", ".kpl")?.pop_last();
        if last.is_some_and(|last| last > self.next()) {
            return Err(JobsError::Log {
                path: self.run.entry(self.next()),
                problem: MISSING.to_owned(),
            });
        }
        // A leader was killed before it wrote the entry, or another one is about to write it.
        let part = self.run.accepted(self.next());
        if !is_locked && part.exists() {
            return Err(JobsError::Unlocked(part));
        }
        remove(&part);
        self.name = format!("{LEADER}{}", self.next());
        Ok(true)
    }

    /// Checks the part that an entry of an earlier leader says is accepted. Of the entry only the order of the records
    /// is used: the claims are those that the steps derive. `None` if it was stopped.
    fn check_again(&mut self, path: PathBuf) -> Result<Option<Accepted>, JobsError> {
        let entry = self.run.accepted_in(&path, self.journal.header())?;
        let place = self.run.accepted(self.next());
        let damaged = |problem| JobsError::Log {
            path: place.clone(),
            problem,
        };
        let part = match self.run.bytes(&place) {
            Ok(bytes) => self.check(&entry.worker, &bytes).map_err(damaged)?,
            // The disk is at fault, and the log may be worth days.
            Err(why) if place.exists() => return Err(why),
            Err(_) => return Err(damaged(MISSING.to_owned())),
        };
        let Some(part) = part else {
            return Ok(None);
        };
        let checked = self.check_entry(&part, entry);
        checked
            .map(Some)
            .map_err(|problem| JobsError::Log { path, problem })
    }

    /// Checks an entry with its part, which was just accepted.
    fn check_entry(&mut self, part: &Part, entry: Accepted) -> Result<Accepted, String> {
        if (part.first, part.steps.len() as u64) != (entry.first, entry.steps) {
            return Err("it is of other steps".to_owned());
        }
        let new = self.ledger.take_up(&entry.records);
        let new = new.map_err(|why| why.to_string())?;
        let again = self.entry(part, entry.part);
        if new < entry.records.len() || !again.records.is_empty() {
            return Err("it lists a record twice, or leaves one out".to_owned());
        }
        Ok(Accepted {
            records: entry.records,
            ..again
        })
    }

    /// Checks the next part of each journal, if it is there and nothing stops the work. `accepted` is called after each
    /// that is accepted. Returns the files that are refused, with the reasons.
    pub(super) fn check_parts(
        &mut self,
        accepted: &mut dyn FnMut(),
    ) -> Result<Vec<(PathBuf, String)>, JobsError> {
        let mut refused = Vec::new();
        for folder in self.run.files("journals")? {
            let Some(worker) = folder.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let next = self.accepted_of(worker) + 1;
            let path = self.run.part(worker, next);
            if self.refused.contains_key(worker) || !path.exists() {
                continue;
            }
            let bytes = match self.run.bytes(&path) {
                Ok(bytes) => Ok(bytes),
                // The disk or the network is at fault, not the worker. The part is read again in the next turn.
                Err(JobsError::Store(why @ StoreError::File { .. })) => {
                    if self.unread.insert(path) {
                        (self.tell)(&format!("{why}: the leader tries again"));
                    }
                    continue;
                }
                Err(why) => Err(why.to_string()),
            };
            match bytes.and_then(|bytes| self.check(worker, &bytes)) {
                Ok(Some(part)) => {
                    self.publish(&part, next, false)?;
                    accepted();
                }
                Ok(None) => break,
                Err(why) => {
                    self.refused.insert(worker.to_owned(), why.clone());
                    refused.push((path, why));
                }
            }
        }
        Ok(refused)
    }

    /// Counts the accepted parts of a worker's journal.
    pub(super) fn accepted_of(&self, worker: &str) -> u64 {
        self.reached.get(worker).copied().unwrap_or(0)
    }

    /// Tells whether so many parts of a worker's journal are accepted; or why one is refused.
    pub(super) fn has_reached(&self, worker: &str, parts: u64) -> Result<bool, String> {
        if self.accepted_of(worker) >= parts {
            return Ok(true);
        }
        self.refused
            .get(worker)
            .map_or(Ok(false), |why| Err(why.clone()))
    }

    /// Tells whether a worker may know an answer that is not in the log, although it has proved it there.
    pub(super) fn has_untold(&self, worker: &str) -> bool {
        self.untold.contains(worker)
    }

    /// Adds the leader's own claims about a game.
    pub(super) fn tell(&mut self, game: &Game<'_, 1, 2>) -> Result<(), JobsError> {
        let part = self.journal.part_about(&self.name, game);
        self.write(&part)
    }

    /// Writes the certificate of a value that follows from the log, into a file that is not in its place yet. If it is
    /// stopped, the error is [`CertifyError::Stopped`].
    pub(super) fn certificate(
        &mut self,
        solver: &Solver,
        game: &Game<'_, 1, 2>,
        value: Score,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<AtomicFile, JobsError> {
        let (journal, name) = (&mut self.journal, &self.name);
        let (part, roots, header) =
            solver.certify_on(journal, name, game, value, budget, observer)?;
        self.write(&part)?;
        let part = |place: usize| {
            if observer.should_stop() {
                return Err(stopped());
            }
            let (path, entry) = (self.run.accepted(place as u64 + 1), &self.entries[place]);
            let part = self.part(&entry.worker, &self.run.bytes(&path)?, entry.first);
            let part = part.and_then(|part| match part.steps.len() as u64 == entry.steps {
                true => Ok(part),
                false => Err("it has changed since it was accepted".to_owned()),
            });
            part.map_err(|problem| JobsError::Log { path, problem })
        };
        let numbers = (self.entries.iter()).map(|entry| entry.first..entry.first + entry.steps);
        let numbers: Vec<_> = numbers.collect();
        let form = Form::Binary { compressed: true };
        let file = AtomicFile::create(self.run.value())?;
        let (certificate, _) = compose(&numbers, part, &header, &roots, (file, form), observer)?;
        // Everybody can check it, so the leader does.
        match check(certificate.reopen()?, &mut |_| {
            stop_if(observer.should_stop())
        }) {
            Ok(_) => Ok(certificate),
            Err(why) if matches!(why.reason, Reason::Stopped) => Err(stopped()),
            Err(why) => Err(JobsError::Refuted {
                path: self.run.value(),
                problem: format!("the proof that was found is refused: {why}"),
            }),
        }
    }

    /// Writes a part of the leader's own journal, and accepts it.
    fn write(&mut self, part: &Part) -> Result<(), JobsError> {
        if part.is_empty() {
            return Ok(());
        }
        let number = self.accepted_of(&self.name) + 1;
        let accepted = self.ledger.accept(part, &mut never_stop);
        accepted.map_err(|why| JobsError::Refuted {
            path: self.run.accepted(self.next()),
            problem: format!("the leader's own journal is refused: {why}"),
        })?;
        self.publish(part, number, true)
    }

    /// Checks a part of a journal; `None` if it was stopped.
    fn check(&mut self, worker: &str, bytes: &[u8]) -> Result<Option<Part>, String> {
        let part = self.part(worker, bytes, self.ledger.steps())?;
        match self
            .ledger
            .accept(&part, &mut |_| stop_if(self.observer.should_stop()))
        {
            Ok(()) => Ok(Some(part)),
            Err(why) if matches!(why.reason, Reason::Stopped) => Ok(None),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Reads a part of a journal, whose first step gets this number.
    fn part(&self, worker: &str, bytes: &[u8], first: u64) -> Result<Part, String> {
        let part = Part::from_bytes(bytes, self.journal.header());
        let part = part.and_then(|part| part.moved(first));
        let part = part.map_err(|why| why.to_string())?;
        if part.worker != worker {
            return Err(format!("it is a part of {}'s", part.worker));
        }
        Ok(part)
    }

    /// Makes the entry of an accepted part.
    fn entry(&mut self, part: &Part, number: u64) -> Accepted {
        let mut told = part.told.iter();
        if told.any(|&steps| self.ledger.is_too_large(steps)) {
            self.untold.insert(part.worker.clone());
        }
        self.ledger.entry(part, number)
    }

    /// Adds an accepted part to the log.
    fn publish(&mut self, part: &Part, number: u64, is_own: bool) -> Result<(), JobsError> {
        let entry = self.entry(part, number);
        // The worker's file may change, and all later entries rest on it.
        let header = self.journal.header();
        let copy = (self.run.accepted(self.next()), part.to_bytes(header)?);
        let listed = (self.run.entry(self.next()), entry.to_bytes(header)?);
        for (path, bytes) in [copy, listed] {
            // Where there are no locks, or where they are lost, this is how a leader notices that there is another one.
            if !koproof_store::write_new(path, &bytes)? {
                return Err(JobsError::Led(self.run.path().to_owned()));
            }
        }
        self.append(entry, is_own);
        Ok(())
    }

    /// Returns the number of the next entry.
    fn next(&self) -> u64 {
        self.entries.len() as u64 + 1
    }

    fn append(&mut self, mut entry: Accepted, is_own: bool) {
        self.journal.take_over(&entry, is_own);
        self.reached.insert(entry.worker.clone(), entry.part);
        (entry.records, entry.told) = (Vec::new(), Vec::new());
        self.entries.push(entry);
    }
}

/// What ends a certificate that the observer has stopped.
fn stopped() -> JobsError {
    JobsError::Certify(CertifyError::Stopped(Stopped::Observer))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use koproof_solver::Nobody;
    use koproof_verify::Setting;

    use super::*;
    use crate::question::Question;

    /// Without the lock this part may be that of a leader at work, whose entry would be without its part.
    #[test]
    fn a_part_without_an_entry_is_removed_only_by_a_leader_that_has_the_lock() {
        let directory = tempfile::tempdir().expect("a directory");
        let question = Question::of_empty("2x2", 100);
        let (run, question) = RunDirectory::begin(directory.path(), question).expect("a run");
        let solver = question.solver().expect("a small board");
        let journal = || solver.journal().expect("it keeps proofs");
        let setting = Setting::new(journal().header()).expect("of a solver");
        let load = |is_locked| {
            Log::new(&run, Ledger::new(&setting), journal(), &Nobody, &|_| ()).load(is_locked)
        };
        assert!(load(false).expect("an empty log"));
        let part = run.accepted(1);
        fs::write(&part, "of another leader").expect("it can be written");
        let why = load(false).expect_err("it may be needed").to_string();
        assert!(part.exists() && why.contains("delete that file"), "{why}");
        // As the message says.
        fs::remove_file(&part).expect("it is there");
        assert!(load(false).expect("an empty log"));
        fs::write(&part, "of another leader").expect("it can be written");
        assert!(load(true).expect("an empty log") && !part.exists());
    }
}
