//! The leader: keeps the tree, assigns jobs, and trusts only certificates.

mod end;
mod judge;
mod leading;
mod log;
mod workers;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use koproof_solver::{Bracket, Budget, Memory, Observer, Progress, Stopped};
use koproof_verify::{Ledger, Setting};

use crate::directory::{Beat, MAX_NUMBER, RunDirectory, remove};
use crate::error::JobsError;
use crate::job::{Job, Report};
use crate::pause::Pause;
use crate::question::Question;
use crate::tree::{LeaderView, Tree};
pub use leading::Leading;
use log::Log;
use workers::Workers;

/// How often the tree is written for others.
const DESCRIBED: Duration = Duration::from_secs(1);

/// The result of a leader, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The proved bracket of the value.
    pub value: Bracket,
    /// The reason why it is not exact, or why its certificate is not written.
    pub stopped: Option<Stopped>,
    /// Expansions of all workers, as far as they reported them.
    pub expansions: u64,
    /// Expansions of the leader itself.
    pub own_expansions: u64,
    /// Reports that were accepted.
    pub jobs: u64,
    /// Reports that were refused.
    pub refused: u64,
    /// Jobs that were assigned again, because their workers were lost or made no progress.
    pub lost: u64,
}

/// Finds the value of the question with any number of workers, and writes its certificate.
///
/// A leader that was killed or stopped leaves a directory from which the next one continues. It can be stopped at any
/// time: also while it reads the log of an earlier leader, and while it makes the certificate.
///
/// # Errors
/// If another leader is at work, the log is damaged, no worker will come, or files cannot be read or written.
pub fn lead(
    run: &RunDirectory,
    question: &Question,
    leading: &Leading<'_>,
) -> Result<Found, JobsError> {
    lead_telling(run, question, leading, u64::MAX)
}

/// Does the same with a limit for the records of a claim that the log tells.
fn lead_telling(
    run: &RunDirectory,
    question: &Question,
    leading: &Leading<'_>,
    most_told: u64,
) -> Result<Found, JobsError> {
    let lock = run.lock()?;
    if lock.is_none() {
        (leading.tell)("this file system has no locks: make sure that no other leader is at work");
    }
    run.make_folders()?;
    let solver = run.solver(question)?;
    let journal = solver.journal()?;
    let setting = Setting::new(journal.header()).expect("symmetries of a solver are automorphisms");
    let ledger = Ledger::telling(&setting, most_told);
    // The leader's own searches are a small part of the progress.
    let silent = Silent(leading.observer);
    solver.with_searcher(Budget::within(leading.memory), &silent, |searcher| {
        let leader = Leader {
            run,
            leading,
            view: LeaderView::new(question, &solver, searcher),
            seen: BTreeSet::new(),
            unread: BTreeSet::new(),
            listed: None,
            reports: Vec::new(),
            spent: BTreeMap::new(),
            open: BTreeMap::new(),
            next: 1,
            workers: Workers::default(),
            log: Log::new(run, ledger, journal, leading.observer, leading.tell),
            described: None,
            found: Found {
                value: Bracket::ANY,
                stopped: None,
                expansions: 0,
                own_expansions: 0,
                jobs: 0,
                refused: 0,
                lost: 0,
            },
        };
        leader.run(lock.is_some())
    })
}

/// An observer that does not receive the progress of searches.
struct Silent<'l>(&'l dyn Observer);

impl Observer for Silent<'_> {
    fn on_certificate(&self, done: u64, total: u64) {
        self.0.on_certificate(done, total);
    }

    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }

    fn memory(&self) -> Option<u64> {
        self.0.memory()
    }
}

struct Leader<'l, 's> {
    run: &'l RunDirectory,
    leading: &'l Leading<'l>,
    view: LeaderView<'l, 's>,
    /// The numbers of the reports that were read.
    seen: BTreeSet<u64>,
    /// The numbers of the reports that could not be read.
    unread: BTreeSet<u64>,
    /// When the folder of reports was last listed.
    listed: Option<Instant>,
    /// The accepted reports.
    reports: Vec<Report>,
    /// The expansions in them for each target.
    spent: BTreeMap<i32, u64>,
    /// The assigned jobs.
    open: BTreeMap<u64, Job>,
    next: u64,
    workers: Workers,
    log: Log<'l>,
    /// When the tree was last written for others.
    described: Option<Instant>,
    found: Found,
}

/// The outcome of a target.
enum Outcome {
    Shown(Bracket),
    /// It exceeded its limit and was left.
    Left,
    Stopped,
}

impl Leader<'_, '_> {
    fn run(mut self, is_locked: bool) -> Result<Found, JobsError> {
        if !self.log.load(is_locked)? {
            return self.stop();
        }
        self.remember()?;
        let mut targets = self.view.searcher.targets(&self.view.root());
        while let Some((target, limit)) = targets.next(self.found.expansions) {
            self.found.value = targets.value();
            match self.decide(target, limit)? {
                Outcome::Shown(bound) => targets.learn(bound),
                Outcome::Left => {}
                Outcome::Stopped => return self.stop(),
            }
        }
        self.found.value = targets.value();
        self.certify_value()?;
        Ok(self.end())
    }

    /// Restores the state that an earlier leader left.
    fn remember(&mut self) -> Result<(), JobsError> {
        for number in self.run.numbers("jobs", ".json")? {
            match self.run.read::<Job>(&self.run.job(number)) {
                Ok(job) if job.number == number => {
                    self.open.insert(number, job);
                }
                _ => remove(&self.run.job(number)),
            }
            self.skip(number);
        }
        for number in self.run.numbers("results", ".json")? {
            self.skip(number);
        }
        for path in self.run.files("workers")? {
            // A worker may still be at a job that the earlier leader has withdrawn.
            let job = self.run.read::<Beat>(&path).ok().and_then(|beat| beat.job);
            self.skip(job.map_or(0, |number| number.min(MAX_NUMBER)));
        }
        self.collect(None)?;
        Ok(())
    }

    /// Leaves a number out: no new job may have that of an old one, whose report may still come.
    fn skip(&mut self, number: u64) {
        self.next = self.next.max(number + 1);
    }

    /// Decides a target, within a limit of expansions if there is one.
    fn decide(&mut self, target: i32, limit: Option<u64>) -> Result<Outcome, JobsError> {
        let mut tree = Tree::new(&mut self.view, target);
        tree.take_over(&mut self.view, &self.reports);
        for (number, job) in std::mem::take(&mut self.open) {
            let wanted = job.target == target && tree.reassign(&mut self.view, &job.line, number);
            if wanted {
                self.open.insert(number, job);
            } else {
                self.withdraw(number);
            }
        }
        let (mut pause, mut happened) = (Pause::new(), self.happened());
        loop {
            if self.view.searcher.stopped().is_some() || self.leading.observer.should_stop() {
                return Ok(Outcome::Stopped);
            }
            let before = self.reports.len();
            let refused = self.collect(Some(&mut tree))?;
            // The claims of others take memory without a search that would look at its limit.
            self.view.searcher.check();
            for number in refused {
                tree.free(number);
            }
            for number in tree.take_over(&mut self.view, &self.reports[before..]) {
                self.withdraw(number);
            }
            if let Some(bound) = tree.settled() {
                // The next leader starts with what was proved about the question.
                self.log.tell(&self.view.root())?;
                self.withdraw_all();
                return Ok(Outcome::Shown(bound));
            }
            if limit
                .is_some_and(|limit| self.spent.get(&target).is_some_and(|&spent| spent > limit))
            {
                self.withdraw_all();
                return Ok(Outcome::Left);
            }
            self.give_again()?;
            self.hand_out(&mut tree)?;
            self.describe(&tree);
            self.leading.observer.on_progress(&Progress {
                expansions: self.found.expansions,
                claims: self.log.steps(),
                done: 0,
                total: 1,
                question: Some((target, tree.effort())),
                memory: Memory::default(),
            });
            if happened != self.happened() {
                (pause, happened) = (Pause::new(), self.happened());
            }
            if tree.settled().is_none() {
                pause.wait();
            }
        }
    }

    /// Counts what has happened so far: reports, accepted steps, and jobs.
    fn happened(&self) -> (usize, u64, u64) {
        (self.reports.len(), self.log.steps(), self.next)
    }

    /// Assigns as many jobs as there are workers.
    fn hand_out(&mut self, tree: &mut Tree) -> Result<(), JobsError> {
        let workers = self.workers.alive().max(1);
        while self.open.len() < workers {
            // A report of that number would not be read again.
            while self.seen.contains(&self.next) {
                self.next += 1;
            }
            let Some(chosen) = tree.next(&mut self.view, self.next, workers) else {
                break;
            };
            if self.next > MAX_NUMBER {
                return Err(JobsError::Numbers(self.run.path().to_owned()));
            }
            let is_free = |worker: &String| {
                let mut jobs = self.open.values();
                self.workers.is_alive(worker)
                    && jobs.all(|job| job.prefers.as_ref() != Some(worker))
            };
            let job = Job {
                number: self.next,
                line: chosen.line,
                target: tree.target,
                expansions: self.view.question.expansions,
                prefers: chosen.last.filter(is_free),
                until: chosen.until,
            };
            self.run.note(&self.run.job(job.number), &job)?;
            self.open.insert(job.number, job);
            self.next += 1;
        }
        Ok(())
    }

    /// Frees the jobs of workers that are lost or make no progress. Reports if no worker is alive.
    ///
    /// Other workers leave a job to the worker that it prefers. So this preference is dropped when the job is freed,
    /// when that worker is lost, or when nobody has taken the job for a while.
    fn give_again(&mut self) -> Result<(), JobsError> {
        let lost_after = self.leading.lost_after;
        let Some(freed) = self.workers.update(self.run, &self.open, lost_after)? else {
            return Ok(());
        };
        for (&number, job) in &mut self.open {
            let is_left = job.prefers.as_ref().is_some_and(|worker| {
                !self.workers.is_alive(worker)
                    || self.workers.has_waited(number, lost_after)
                    || freed.iter().any(|again| again.job == number)
            });
            // Somebody may have deleted the file, because it was damaged.
            if is_left || !self.run.job(number).exists() {
                if is_left {
                    job.prefers = None;
                }
                self.run.note(&self.run.job(number), job)?;
            }
        }
        for again in freed {
            let (job, worker) = (again.job, again.worker);
            remove(&self.run.taken(job));
            self.found.lost += 1;
            let what = match again.is_lost {
                true => "is lost",
                false => "makes no progress",
            };
            (self.leading.tell)(&format!("worker {worker} {what}: job {job} is given again"));
        }
        if let Some(is_new) = self.workers.absence(lost_after) {
            if !(self.leading.waits)() {
                return Err(JobsError::Alone(self.run.path().to_owned()));
            }
            if is_new {
                (self.leading.tell)("no worker is at work: the search waits for one");
            }
        }
        Ok(())
    }

    /// Writes where the search stands, now and then. It is for onlookers only, so a failure does not stop the work.
    fn describe(&mut self, tree: &Tree) {
        if self.described.is_some_and(|at| at.elapsed() < DESCRIBED) {
            return;
        }
        self.described = Some(Instant::now());
        let value = (self.found.value.lo, self.found.value.hi);
        let _ = (self.run).note(&self.run.tree(), &tree.snapshot(value));
    }

    fn withdraw(&mut self, number: u64) {
        self.open.remove(&number);
        remove(&self.run.job(number));
        remove(&self.run.taken(number));
    }

    fn withdraw_all(&mut self) {
        for number in std::mem::take(&mut self.open).into_keys() {
            self.withdraw(number);
        }
    }
}
