//! A worker: takes jobs, searches, and writes what it proves in its journal.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use koproof_solver::{Budget, Observer, Progress, Searcher, Solver, Stopped};
use koproof_store::StoreError;

use crate::directory::{Beat, RunDirectory, remove};
use crate::error::JobsError;
use crate::job::{Job, Report, estimates};
use crate::journal::Exchange;
use crate::pause::Pause;
use crate::question::Question;

/// The number of checks in a job whether it is still needed and promising. After a check the search first returns to
/// where it was.
const SLICES: u64 = 16;
/// The fewest expansions between two such checks.
const MIN_SLICE: u64 = 500;
/// How often it gives a sign of life.
const BEAT_EVERY: Duration = Duration::from_millis(500);

/// The settings of a worker.
pub struct Working<'w> {
    /// The worker's unique name.
    pub worker: String,
    /// The most memory, in bytes.
    pub memory: Option<u64>,
    /// An observer that receives the progress and can stop the work.
    pub observer: &'w dyn Observer,
}

impl fmt::Debug for Working<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Working")
            .field("worker", &self.worker)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// The work that a worker did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Worked {
    /// The finished jobs.
    pub jobs: u64,
    /// Why it ended, unless the certificate of the value is there.
    pub stopped: Option<Stopped>,
}

/// Takes jobs until the certificate of the value is there, or a limit or the observer stops the work.
///
/// # Errors
/// If files cannot be read or written, no thread can be started, or the certificate is not of a value of the question.
pub fn work(
    run: &RunDirectory,
    question: &Question,
    working: &Working<'_>,
) -> Result<Worked, JobsError> {
    let solver = run.solver(question)?;
    run.make_folders()?;
    let heartbeat = Heartbeat {
        run,
        working,
        job: AtomicU64::default(),
        expansions: AtomicU64::default(),
        done: AtomicU64::default(),
    };
    // A worker whose name is refused must not give signs of life under it.
    let exchange = Exchange::new(run, &solver, &working.worker, &heartbeat)?;
    let worked = thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let heartbeat = &heartbeat;
        thread::Builder::new()
            .spawn_scoped(scope, move || heartbeat.run(&is_done))
            .map_err(JobsError::Thread)?;
        let mut worker = Worker {
            run,
            question,
            solver: &solver,
            heartbeat,
            exchange,
            heard: BTreeSet::new(),
        };
        let budget = Budget::within(working.memory);
        let worked = solver.with_searcher(budget, heartbeat, |searcher| {
            let served = worker.serve(searcher);
            served.map(|()| searcher.stopped())
        });
        drop(done);
        worked
    });
    remove(&run.beat(&working.worker));
    // A worker that waits for a job is stopped between two searches.
    let stopped = worked?.unwrap_or(Stopped::Observer);
    Ok(Worked {
        jobs: heartbeat.done.load(Ordering::Relaxed),
        stopped: match run.stated_value(question)? {
            Some(_) => None,
            None => Some(stopped),
        },
    })
}

/// Gives signs of life, and decides whether to continue.
struct Heartbeat<'w> {
    run: &'w RunDirectory,
    working: &'w Working<'w>,
    /// The current job, or 0.
    job: AtomicU64,
    expansions: AtomicU64,
    done: AtomicU64,
}

impl Heartbeat<'_> {
    fn run(&self, is_done: &Receiver<()>) {
        let mut beats = 0;
        loop {
            beats += 1;
            let job = Some(self.job.load(Ordering::Relaxed)).filter(|&job| job > 0);
            let beat = Beat {
                worker: self.working.worker.clone(),
                beats,
                job,
                expansions: self.expansions.load(Ordering::Relaxed),
                done: self.done.load(Ordering::Relaxed),
            };
            // A failed sign of life does not stop the work.
            let _ = self.run.note(&self.run.beat(&beat.worker), &beat);
            if is_done.recv_timeout(BEAT_EVERY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }
}

impl Observer for Heartbeat<'_> {
    fn on_progress(&self, progress: &Progress) {
        self.expansions
            .store(progress.expansions, Ordering::Relaxed);
        self.working.observer.on_progress(progress);
    }

    fn should_stop(&self) -> bool {
        self.working.observer.should_stop() || self.run.value().exists()
    }

    fn memory(&self) -> Option<u64> {
        self.working.observer.memory()
    }
}

struct Worker<'w> {
    run: &'w RunDirectory,
    question: &'w Question,
    solver: &'w Solver,
    heartbeat: &'w Heartbeat<'w>,
    exchange: Exchange<'w>,
    /// The numbers of the reports that it has read.
    heard: BTreeSet<u64>,
}

impl Worker<'_> {
    /// Takes jobs until all is over.
    fn serve(&mut self, searcher: &mut Searcher<'_>) -> Result<(), JobsError> {
        // What was found in days takes a while to read. Nobody should wait for a job meanwhile.
        self.exchange.read()?;
        self.hear(searcher)?;
        let mut pause = Pause::new();
        while !self.heartbeat.should_stop() {
            let Some(job) = self.take()? else {
                pause.wait();
                continue;
            };
            pause = Pause::new();
            let report = self.answer(searcher, &job);
            self.heartbeat.job.store(0, Ordering::Relaxed);
            if !matches!(report, Ok(Some(_))) {
                // Somebody else should have it.
                (self.run).leave(job.number, &self.heartbeat.working.worker);
            }
            let Some(report) = report? else {
                break;
            };
            self.run.write(&self.run.report(job.number), &report)?;
            self.heartbeat.done.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Takes a job that nobody is at: one that prefers this worker, or else one that prefers nobody, or a worker that
    /// is busy with another job.
    fn take(&self) -> Result<Option<Job>, JobsError> {
        let mut jobs = Vec::new();
        for number in self.run.numbers("jobs", ".json")? {
            if self.run.taken(number).exists() {
                continue;
            }
            if let Ok(job) = self.run.read::<Job>(&self.run.job(number)) {
                jobs.push(job);
            }
        }
        let own = &self.heartbeat.working.worker;
        jobs.retain(|job| match &job.prefers {
            Some(other) if other != own => {
                let beat = self.run.read::<Beat>(&self.run.beat(other));
                beat.is_ok_and(|beat| beat.job.is_some_and(|at| at != job.number))
            }
            _ => true,
        });
        jobs.sort_by_key(|job| job.prefers.as_ref() != Some(own));
        for Job { number, .. } in jobs {
            let path = self.run.taken(number);
            let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(&path) else {
                continue;
            };
            // A leader that reads it before the name is there reads it again.
            let _ = file.write_all(own.as_bytes());
            match self.run.read::<Job>(&self.run.job(number)) {
                Ok(job) if job.number == number => {
                    self.heartbeat.job.store(number, Ordering::Relaxed);
                    return Ok(Some(job));
                }
                // The job disappeared meanwhile.
                _ => remove(&path),
            }
        }
        Ok(None)
    }

    /// Takes over the proof numbers in new reports of others, or in some of them if it is to stop.
    fn hear(&mut self, searcher: &mut Searcher<'_>) -> Result<(), JobsError> {
        for number in self.run.numbers("results", ".json")? {
            if self.heartbeat.should_stop() {
                break;
            }
            if self.heard.contains(&number) {
                continue;
            }
            let report = self.run.read::<Report>(&self.run.report(number));
            // The disk or the network is at fault. The report is read again before the next job.
            if matches!(report, Err(JobsError::Store(StoreError::File { .. }))) {
                continue;
            }
            self.heard.insert(number);
            // The leader removes and names damaged reports.
            if let Ok(report) = report
                && report.worker != self.heartbeat.working.worker
            {
                report.tell(self.question, self.solver, searcher);
            }
        }
        Ok(())
    }

    /// Does a job with what others have found by now. If the leader withdraws the job, the search stops early and still
    /// reports what it proved. `None` if the search was stopped: then only its journal has what it proved.
    fn answer(
        &mut self,
        searcher: &mut Searcher<'_>,
        job: &Job,
    ) -> Result<Option<Report>, JobsError> {
        self.exchange.read()?;
        self.hear(searcher)?;
        let (started, before) = (Instant::now(), searcher.expansions());
        let game = self.question.game(self.solver, &job.line);
        let game = game.ok_or_else(|| JobsError::Damaged {
            path: self.run.job(job.number),
            problem: "an illegal move".to_owned(),
        })?;
        let root = self.question.game(self.solver, &[]);
        let root = root.expect("the question was checked");
        let is_done = job.answers_all(searcher, &root);
        let mut expansions = searcher.expansions() - before;
        let slice = if is_done { 0 } else { slice_of(job) };
        let attempt = loop {
            let left = job.expansions.saturating_sub(expansions);
            let attempt = searcher.attempt(&game, job.target, slice.min(left));
            expansions = searcher.expansions() - before;
            let is_wanted = self.run.job(job.number).exists();
            let is_over = is_done || job.ends(attempt, expansions) || !is_wanted;
            if is_over || searcher.stopped().is_some() {
                break attempt;
            }
        };
        self.heartbeat
            .expansions
            .store(searcher.expansions(), Ordering::Relaxed);
        if searcher.stopped().is_some() {
            // No report names this part. The leader accepts it all the same.
            self.exchange.write(None, true)?;
            return Ok(None);
        }
        let open = estimates(searcher, &game, job.target, expansions);
        let answered = match is_done {
            true => Some(&root),
            false => attempt.is_ok().then_some(&game),
        };
        let Some(parts) = self.exchange.write(answered, false)? else {
            return Ok(None);
        };
        // Claims of others, read meanwhile, may have replaced the answer before the part was written.
        let left = attempt.and_then(|_| searcher.attempt(&game, job.target, 0));
        let left = left.err();
        Ok(Some(Report {
            job: job.clone(),
            worker: self.heartbeat.working.worker.clone(),
            expansions,
            seconds: started.elapsed().as_secs_f64(),
            parts,
            left,
            open,
        }))
    }
}

/// Returns the number of expansions between two checks whether a job is still wanted.
pub(crate) fn slice_of(job: &Job) -> u64 {
    (job.expansions / SLICES).max(MIN_SLICE)
}
