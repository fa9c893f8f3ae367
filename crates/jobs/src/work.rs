//! A worker: takes jobs, and returns certificates.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use koproof_rules::Game;
use koproof_solver::{Attempt, Budget, CertifyError, Nobody, Observer, Searcher, Solver};
use koproof_verify::{Bound, Form};

use crate::error::JobsError;
use crate::job::{Job, Line, MoveNumbers, ProofFile, Report};
use crate::question::{Question, to_json};
use crate::room::{Beat, Room, remove};

/// The time between two attempts to find a job.
const PAUSE: Duration = Duration::from_millis(50);
/// The time between two signs of life, each with a check whether the job is still wanted.
const PULSE: Duration = Duration::from_millis(500);

/// The settings of a worker.
pub struct Working<'w> {
    /// The worker's unique name.
    pub worker: String,
    /// The most memory, in bytes.
    pub memory: Option<u64>,
    /// An observer that can stop the work.
    pub observer: &'w dyn Observer,
}

/// Takes jobs until the value is found or the observer stops the work. Returns the number of finished jobs.
///
/// # Errors
/// If files cannot be read or written.
pub fn work(room: &Room, question: &Question, working: &Working<'_>) -> Result<u64, JobsError> {
    let solver = question.solver()?;
    let pulse = Pulse::new(room, working);
    let worked = thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let pulse = &pulse;
        scope.spawn(move || pulse.run(&is_done));
        let mut worker = Worker {
            room,
            question,
            solver: &solver,
            pulse,
            seen: BTreeSet::new(),
        };
        let budget = Budget {
            memory: working.memory,
            ..Budget::UNLIMITED
        };
        let mut more = Ok(true);
        while let Ok(true) = more {
            // A stopped search cannot continue, so the next job gets a new one. The claims stay.
            more = solver.with_searcher(budget, pulse, |searcher| worker.serve(searcher));
        }
        drop(done);
        more
    });
    remove(&room.beat(&working.worker));
    worked?;
    Ok(pulse.done.load(Ordering::Relaxed))
}

/// Gives signs of life, and decides whether to continue.
struct Pulse<'w> {
    room: &'w Room,
    working: &'w Working<'w>,
    /// The current job, or 0.
    job: AtomicU64,
    cancelled: AtomicBool,
    expansions: AtomicU64,
    done: AtomicU64,
}

impl<'w> Pulse<'w> {
    fn new(room: &'w Room, working: &'w Working<'w>) -> Self {
        Self {
            room,
            working,
            job: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            expansions: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }

    fn run(&self, is_done: &std::sync::mpsc::Receiver<()>) {
        let mut beats = 0;
        loop {
            beats += 1;
            let job = Some(self.job.load(Ordering::Relaxed)).filter(|&job| job > 0);
            if job.is_some_and(|job| !self.room.job(job).exists()) {
                self.cancelled.store(true, Ordering::Relaxed);
            }
            let beat = Beat {
                worker: self.working.worker.clone(),
                beats,
                job,
                expansions: self.expansions.load(Ordering::Relaxed),
                done: self.done.load(Ordering::Relaxed),
            };
            // A failed sign of life does not stop the work.
            let _ = self.room.write(&self.room.beat(&beat.worker), &beat);
            if is_done.recv_timeout(PULSE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }
}

impl Observer for Pulse<'_> {
    fn should_stop(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.working.observer.should_stop()
    }

    fn memory(&self) -> Option<u64> {
        self.working.observer.memory()
    }
}

struct Worker<'w> {
    room: &'w Room,
    question: &'w Question,
    solver: &'w Solver,
    pulse: &'w Pulse<'w>,
    /// The certificates that were read.
    seen: BTreeSet<PathBuf>,
}

impl<'w> Worker<'w> {
    /// Takes jobs until one is cancelled (`true`) or the run ends (`false`).
    fn serve(&mut self, searcher: &mut Searcher<'_>) -> Result<bool, JobsError> {
        loop {
            if self.pulse.working.observer.should_stop() || self.room.value().exists() {
                return Ok(false);
            }
            let Some(job) = self.take()? else {
                thread::sleep(PAUSE);
                continue;
            };
            self.learn()?;
            let report = self.answer(searcher, &job)?;
            self.pulse.job.store(0, Ordering::Relaxed);
            match report {
                Some(report) => self.room.write(&self.room.report(job.number), &report)?,
                None => {
                    // The job is no longer wanted, or is assigned again.
                    remove(&self.room.taken(job.number));
                    self.pulse.cancelled.store(false, Ordering::Relaxed);
                    return Ok(true);
                }
            }
            self.pulse.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes the first job that no worker has taken.
    fn take(&self) -> Result<Option<Job>, JobsError> {
        for number in self.room.numbers("jobs", ".json")? {
            let path = self.room.taken(number);
            let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(&path) else {
                continue;
            };
            // A leader that reads the file before the name is written reads it again.
            let _ = file.write_all(self.pulse.working.worker.as_bytes());
            match self.room.read::<Job>(&self.room.job(number)) {
                Ok(job) if job.number == number => {
                    self.pulse.job.store(number, Ordering::Relaxed);
                    return Ok(Some(job));
                }
                // The job disappeared meanwhile.
                _ => remove(&path),
            }
        }
        Ok(None)
    }

    /// Adds the claims of others' certificates. The leader reports refused ones.
    fn learn(&mut self) -> Result<(), JobsError> {
        for path in self.room.files("results")? {
            let is_proof = path.extension().is_some_and(|ending| ending == "kpc");
            if !is_proof || !self.seen.insert(path.clone()) {
                continue;
            }
            if let Ok(bytes) = self.room.bytes(&path) {
                let _ = self.solver.learn(&bytes);
            }
        }
        Ok(())
    }

    /// Does a job; `None` if it was stopped.
    fn answer(
        &mut self,
        searcher: &mut Searcher<'_>,
        job: &Job,
    ) -> Result<Option<Report>, JobsError> {
        let (started, before) = (Instant::now(), searcher.expansions());
        let game = self.game(job)?;
        let attempt = searcher.attempt(&game, job.target, job.expansions);
        if searcher.stopped().is_some() {
            return Ok(None);
        }
        let mut report = Report {
            job: job.clone(),
            worker: self.pulse.working.worker.clone(),
            expansions: searcher.expansions() - before,
            seconds: 0.0,
            proofs: Vec::new(),
            open: Vec::new(),
        };
        self.pulse
            .expansions
            .fetch_add(report.expansions, Ordering::Relaxed);
        match attempt {
            Attempt::Shown(bound) => self.prove(&mut report, &game, job.line.clone(), bound)?,
            Attempt::Open(_) => {
                for taken in game.legal_moves() {
                    let after = game.after(taken).expect("the move is legal");
                    let name = to_json(taken);
                    match searcher.attempt(&after, job.target, 0) {
                        Attempt::Shown(bound) => {
                            let line = [job.line.as_slice(), &[name]].concat();
                            self.prove(&mut report, &after, line, bound)?;
                        }
                        Attempt::Open(effort) => report.open.push(MoveNumbers {
                            taken: name,
                            proof: effort.proof,
                            disproof: effort.disproof,
                        }),
                    }
                }
            }
        }
        report.seconds = started.elapsed().as_secs_f64();
        Ok(Some(report))
    }

    fn game(&self, job: &Job) -> Result<Game<'w, 1, 2>, JobsError> {
        let game = self.question.game(self.solver, &job.line);
        game.ok_or_else(|| JobsError::Damaged {
            path: self.room.job(job.number),
            problem: "an illegal move".to_owned(),
        })
    }

    /// Writes a certificate of a bound. The end of a game needs no certificate.
    fn prove(
        &mut self,
        report: &mut Report,
        game: &Game<'_, 1, 2>,
        line: Line,
        bound: Bound,
    ) -> Result<(), JobsError> {
        let budget = Budget::nodes(report.job.expansions);
        let form = Form::Binary { compressed: true };
        let bytes =
            match self
                .solver
                .certify_bounds(game, &[bound], Vec::new(), form, budget, &Nobody)
            {
                Ok((bytes, _)) => bytes,
                // The leader detects the end of a game itself, and asks again for dropped proofs.
                Err(CertifyError::Over | CertifyError::Stopped(_)) => return Ok(()),
                Err(why) => return Err(why.into()),
            };
        let path = self.room.proof(report.job.number, report.proofs.len());
        koproof_store::write_atomically(&path, &bytes)?;
        self.seen.insert(path);
        report.proofs.push(ProofFile::new(line, bound));
        Ok(())
    }
}
