//! The log: the steps of all journals that the leader has checked, in the order in which it has accepted them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use koproof_rules::Game;
use koproof_solver::{Budget, Journal, Observer, Score, Solver, compose};
use koproof_verify::{Accepted, Form, Ledger, Part, Setting, check, never_stop};

use crate::directory::RunDirectory;
use crate::error::JobsError;

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
}

impl<'l> Log<'l> {
    /// Counts the accepted steps.
    pub(super) fn steps(&self) -> u64 {
        self.ledger.steps()
    }

    /// Reads the log of earlier leaders, and checks every step again.
    pub(super) fn load(
        run: &'l RunDirectory,
        setting: &'l Setting,
        journal: Journal<'l>,
    ) -> Result<Self, JobsError> {
        let mut log = Self {
            run,
            ledger: Ledger::new(setting),
            journal,
            name: String::new(),
            entries: Vec::new(),
            reached: BTreeMap::new(),
            refused: BTreeMap::new(),
        };
        loop {
            let path = run.entry(log.next());
            if !path.exists() {
                break;
            }
            let entry = log.check_again(path)?;
            log.append(entry, false);
        }
        let last = run.numbers("log", ".kpl")?.pop_last();
        if last.is_some_and(|last| last > log.next()) {
            return Err(JobsError::Log {
                path: run.entry(log.next()),
                problem: "it is missing".to_owned(),
            });
        }
        log.name = format!("leader-{}", log.next());
        Ok(log)
    }

    /// Checks the part that an entry of an earlier leader says is accepted. Of the entry only the order of the records is used:
    /// the claims are those that the steps derive.
    fn check_again(&mut self, path: PathBuf) -> Result<Accepted, JobsError> {
        let damaged = |problem| JobsError::Log {
            path: path.clone(),
            problem,
        };
        let entry = Accepted::from_bytes(&self.run.bytes(&path)?);
        let entry = entry.map_err(|why| damaged(why.to_string()))?;
        let part = self.run.accepted(self.next());
        match self.run.bytes(&part) {
            // The disk is at fault, and the log may be worth days.
            Err(why) if part.exists() => Err(why),
            bytes => self.check_entry(entry, bytes).map_err(damaged),
        }
    }

    /// Checks an entry with the bytes of its part.
    fn check_entry(
        &mut self,
        entry: Accepted,
        bytes: Result<Vec<u8>, JobsError>,
    ) -> Result<Accepted, String> {
        let part = self.check(&entry.worker, bytes)?;
        if (part.first, part.steps.len() as u64) != (entry.first, entry.steps) {
            return Err("it is of other steps".to_owned());
        }
        let new = self.ledger.take_up(&entry.records);
        let new = new.map_err(|why| why.to_string())?;
        let again = self.ledger.entry(&part, entry.part);
        if new < entry.records.len() || !again.records.is_empty() {
            return Err("it lists a record twice, or leaves one out".to_owned());
        }
        Ok(Accepted {
            records: entry.records,
            ..again
        })
    }

    /// Checks the next part of each journal, if it is there. Returns the files that are refused, with the reasons.
    pub(super) fn check_parts(&mut self) -> Result<Vec<(PathBuf, String)>, JobsError> {
        let mut refused = Vec::new();
        for folder in self.run.files("journals")? {
            let Some(worker) = folder.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let next = self.reached.get(worker).map_or(1, |parts| parts + 1);
            let path = self.run.part(worker, next);
            if self.refused.contains_key(worker) || !path.exists() {
                continue;
            }
            match self.check(worker, self.run.bytes(&path)) {
                Ok(part) => self.publish(&part, next, false)?,
                Err(why) => {
                    self.refused.insert(worker.to_owned(), why.clone());
                    refused.push((path, why));
                }
            }
        }
        Ok(refused)
    }

    /// Tells whether so many parts of a worker's journal are accepted; or why one is refused.
    pub(super) fn has_reached(&self, worker: &str, parts: u64) -> Result<bool, String> {
        if self.reached.get(worker).copied().unwrap_or(0) >= parts {
            return Ok(true);
        }
        self.refused
            .get(worker)
            .map_or(Ok(false), |why| Err(why.clone()))
    }

    /// Adds the leader's own claims about a game.
    pub(super) fn tell(&mut self, game: &Game<'_, 1, 2>) -> Result<(), JobsError> {
        let part = self.journal.part_about(&self.name, game);
        self.write(&part)
    }

    /// Writes the certificate of a value that follows from the log.
    pub(super) fn certificate(
        &mut self,
        solver: &Solver,
        game: &Game<'_, 1, 2>,
        value: Score,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Vec<u8>, JobsError> {
        let (journal, name) = (&mut self.journal, &self.name);
        let (part, roots, header) =
            solver.certify_on(journal, name, game, value, budget, observer)?;
        self.write(&part)?;
        let part = |place: usize| {
            let (path, entry) = (self.run.accepted(place as u64 + 1), &self.entries[place]);
            let part = self.part(&entry.worker, self.run.bytes(&path), entry.first);
            let part = part.and_then(|part| match part.steps.len() as u64 == entry.steps {
                true => Ok(part),
                false => Err("it has changed since it was accepted".to_owned()),
            });
            part.map_err(|problem| JobsError::Log { path, problem })
        };
        let numbers = (self.entries.iter()).map(|entry| entry.first..entry.first + entry.steps);
        let numbers: Vec<_> = numbers.collect();
        let form = Form::Binary { compressed: true };
        let (certificate, _) = compose(
            &numbers,
            part,
            &header,
            &roots,
            (Vec::new(), form),
            observer,
        )?;
        // Everybody can check it, so the leader does.
        match check(certificate.as_slice(), &mut never_stop) {
            Ok(_) => Ok(certificate),
            Err(why) => Err(JobsError::Log {
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
        let number = self.reached.get(&self.name).map_or(1, |parts| parts + 1);
        let accepted = self.ledger.accept(part);
        accepted.map_err(|why| JobsError::Log {
            path: self.run.accepted(self.next()),
            problem: format!("the leader's own journal is refused: {why}"),
        })?;
        self.publish(part, number, true)
    }

    /// Checks a part of a journal.
    fn check(&mut self, worker: &str, bytes: Result<Vec<u8>, JobsError>) -> Result<Part, String> {
        let part = self.part(worker, bytes, self.ledger.steps())?;
        let accepted = self.ledger.accept(&part);
        accepted.map_err(|why| why.to_string())?;
        Ok(part)
    }

    /// Reads a part of a journal, whose first step gets this number.
    fn part(
        &self,
        worker: &str,
        bytes: Result<Vec<u8>, JobsError>,
        first: u64,
    ) -> Result<Part, String> {
        let bytes = bytes.map_err(|why| why.to_string())?;
        let part = Part::from_bytes(&bytes, self.journal.header());
        let part = part.and_then(|part| part.moved(first));
        let part = part.map_err(|why| why.to_string())?;
        if part.worker != worker {
            return Err(format!("it is a part of {}'s", part.worker));
        }
        Ok(part)
    }

    /// Adds an accepted part to the log.
    fn publish(&mut self, part: &Part, number: u64, is_own: bool) -> Result<(), JobsError> {
        let entry = self.ledger.entry(part, number);
        let path = self.run.entry(self.next());
        // Where there are no locks, or where they are lost, this is how a leader notices that there is another one.
        if path.exists() {
            return Err(JobsError::Led(self.run.path().to_owned()));
        }
        // The worker's file may change, and all later entries rest on it.
        let bytes = part.to_bytes(self.journal.header())?;
        let listed = entry.to_bytes()?;
        koproof_store::write_atomically(self.run.accepted(self.next()), &bytes)?;
        koproof_store::write_atomically(path, &listed)?;
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
