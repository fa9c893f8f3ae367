//! The desk where all solving is done: one question at a time, in turns, with all the threads there are.
//!
//! However many pages are open, one of them is worked for at any moment, for a short while, and then goes to the end
//! of the queue. What has been proved stays with the solver, so nothing much is lost between two turns, and threads
//! and memory are those of one solver at work.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use koproof_rules::{Board, Ruleset};
use koproof_solver::{Budget, Observer, Options, Solver, SolverError};
use tokio::sync::Semaphore;
use tokio::task;

use crate::stream::{Stop, Writer};

/// Solvers whose proofs are kept, each for one rule set.
const SOLVERS: usize = 2;
/// How long a turn is while others wait.
const TURN: Duration = Duration::from_millis(50);

/// Solvers, and the queue in front of them.
#[derive(Debug)]
pub(crate) struct Desk {
    board: Board,
    options: Options,
    /// The last one is the last that was used.
    solvers: Mutex<Vec<(Ruleset, Arc<Solver>)>>,
    chair: Arc<Semaphore>,
    waiting: AtomicUsize,
    jobs: Arc<AtomicUsize>,
    closing: AtomicBool,
}

/// Why a turn came to nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeskError {
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error("the solver failed; what it was asked would be worth a bug report")]
    Panic,
}

/// Somebody's wish for answers, from the first turn to the last. The desk counts those that have not ended.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    stop: Stop,
    _counted: Arc<Counted>,
}

#[derive(Debug)]
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// One turn at the desk: tells the solver when it ends.
pub(crate) struct Turn<'d> {
    desk: &'d Desk,
    stop: Stop,
    courteous: Instant,
    ends: Instant,
}

impl Observer for Turn<'_> {
    fn should_stop(&self) -> bool {
        let now = Instant::now();
        self.is_in_vain()
            || now >= self.ends
            || now >= self.courteous && self.desk.waiting.load(Ordering::Relaxed) > 0
    }
}

impl Turn<'_> {
    /// Tells whether nobody wants the answer any more.
    pub(crate) fn is_in_vain(&self) -> bool {
        self.stop.is_set() || self.desk.closing.load(Ordering::Relaxed)
    }
}

/// Counts someone who waits, also if he gives up.
struct Waiting<'d>(&'d AtomicUsize);

impl<'d> Waiting<'d> {
    fn new(count: &'d AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    /// Sets up a desk for a board. Fails where no solver could be had under these rules.
    pub(crate) fn new(
        board: Board,
        rules: Ruleset,
        threads: Option<NonZeroUsize>,
        memory: u64,
    ) -> Result<Self, SolverError> {
        let options = Options {
            threads,
            budget: Budget {
                memory: Some(memory / SOLVERS as u64),
                ..Budget::default()
            },
            ..Options::default()
        };
        let solver = Solver::new(&board, rules, options)?;
        Ok(Self {
            board,
            options,
            solvers: Mutex::new(vec![(rules.of_values(), Arc::new(solver))]),
            chair: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
            jobs: Arc::default(),
            closing: AtomicBool::new(false),
        })
    }

    /// Counts the jobs that somebody waits for or that have not yet heard that nobody does.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.load(Ordering::SeqCst)
    }

    /// Begins a job for whoever reads what is written.
    pub(crate) fn job(&self, writer: &Writer) -> Job {
        self.jobs.fetch_add(1, Ordering::SeqCst);
        Job {
            stop: writer.stop(),
            _counted: Arc::new(Counted(Arc::clone(&self.jobs))),
        }
    }

    /// Ends every turn, now and from now on.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Waits for a turn of at most this length and works on it.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        job: &Job,
        rules: Ruleset,
        length: Duration,
        work: impl FnOnce(&Solver, &Turn<'_>) -> T + Send + 'static,
    ) -> Result<T, DeskError> {
        let waiting = Waiting::new(&self.waiting);
        let chair = Arc::clone(&self.chair).acquire_owned();
        let seat = chair.await.expect("the semaphore is never closed");
        drop(waiting);
        let (desk, job) = (Arc::clone(self), job.clone());
        let worked = task::spawn_blocking(move || {
            let solver = desk.solver(rules)?;
            let now = Instant::now();
            let turn = Turn {
                desk: &desk,
                stop: job.stop.clone(),
                courteous: now + TURN.min(length),
                ends: now + length,
            };
            let done = work(&solver, &turn);
            drop(seat);
            drop(job);
            Ok(done)
        });
        worked.await.map_err(|_| DeskError::Panic)?
    }

    /// Returns the solver for these rules. One that has not been used for long makes room.
    fn solver(&self, rules: Ruleset) -> Result<Arc<Solver>, SolverError> {
        let rules = rules.of_values();
        let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = match solvers.iter().position(|(of, _)| *of == rules) {
            Some(index) => solvers.remove(index).1,
            None => {
                if solvers.len() == SOLVERS {
                    solvers.remove(0);
                }
                Arc::new(Solver::new(&self.board, rules, self.options)?)
            }
        };
        solvers.push((rules, Arc::clone(&solver)));
        Ok(solver)
    }
}
