//! The queue for all solving: one question at a time, in turns, with all threads.
//!
//! However many pages are open, the solver works for one of them at a time; while others wait, for a short turn; then
//! that page goes to the end of the queue. The solver keeps what it has proved, but not its proof numbers: a value that
//! takes much longer than a short turn may stay open until its page is alone. Threads and memory are those of one
//! solver.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use koproof_answers::{Solvers, WorkTurn as _};
use koproof_rules::{Board, Ruleset};
use koproof_solver::{Analysis, Budget, Observer, Options, Progress, Solver, SolverError};
use tokio::sync::Semaphore;
use tokio::task;

use crate::stream::Writer;

/// The length of a turn while other jobs wait.
const SHARED_TURN: Duration = Duration::from_millis(50);
/// The same for a job whose solver is new.
const SHARED_TURN_OF_NEW_SOLVER: Duration = Duration::from_secs(10);

/// Solvers, and the jobs that wait for them.
#[derive(Debug)]
pub(crate) struct Queue {
    /// The most bytes for one solver.
    memory: u64,
    solvers: Mutex<Solvers>,
    /// A semaphore with one permit, which the job of the current turn holds.
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    jobs: Arc<AtomicUsize>,
    closing: AtomicBool,
}

/// The reason why a turn gave no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QueueError {
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error("the solver failed: please report the board, the rules and the moves as a bug")]
    Panic,
}

/// All the work for one answer, from the first turn to the last. The queue counts jobs that have not ended.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    writer: Writer,
    /// The expansions of the current turn.
    expansions: Arc<AtomicU64>,
    /// The latest analysis of the current turn that has not been taken.
    analysis: Arc<Mutex<Option<Analysis>>>,
    _counted: Arc<Counted>,
}

impl Job {
    /// Returns the expansions of the current turn, as far as the solver has reported them; 0 between two turns.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }

    /// Takes the latest analysis of the current turn, if there is a new one.
    pub(crate) fn news(&self) -> Option<Analysis> {
        let mut analysis = self.analysis.lock();
        analysis.as_mut().ok()?.take()
    }
}

/// Is counted until it is dropped.
#[derive(Debug)]
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// One turn of a job, which tells the solver when to stop.
pub(crate) struct Turn<'q> {
    queue: &'q Queue,
    job: &'q Job,
    started: Instant,
    /// The length of the turn while other jobs wait.
    shared_length: Duration,
    length: Duration,
}

impl Observer for Turn<'_> {
    fn on_progress(&self, progress: &Progress) {
        let expansions = &self.job.expansions;
        expansions.store(progress.expansions, Ordering::Relaxed);
    }

    fn on_analysis(&self, analysis: &Analysis) {
        if let Ok(mut news) = self.job.analysis.lock() {
            *news = Some(analysis.clone());
        }
    }

    fn should_stop(&self) -> bool {
        let others_wait = self.queue.waiting.load(Ordering::Relaxed) > 0;
        self.is_cancelled() || others_wait && self.started.elapsed() >= self.shared_length
    }
}

impl koproof_answers::WorkTurn for Turn<'_> {
    fn budget(&self) -> Budget {
        Budget {
            time: Some(self.length),
            ..Budget::within(Some(self.queue.memory))
        }
    }

    fn is_over(&self) -> bool {
        self.started.elapsed() >= self.length || self.should_stop()
    }

    fn is_cancelled(&self) -> bool {
        self.job.writer.has_left() || self.queue.closing.load(Ordering::Relaxed)
    }
}

impl Queue {
    /// Makes a queue whose solvers together take at most this memory, in bytes.
    pub(crate) fn new(threads: Option<NonZeroUsize>, memory: u64) -> Self {
        let options = Options {
            threads,
            ..Options::default()
        };
        Self {
            memory: memory / Solvers::KEPT as u64,
            solvers: Mutex::new(Solvers::new(options)),
            running: Arc::new(Semaphore::new(1)),
            waiting: Arc::default(),
            jobs: Arc::default(),
            closing: AtomicBool::new(false),
        }
    }

    /// Prepares a solver. Fails if there is no solver for this board under these rules.
    pub(crate) fn prepare(&self, board: &Board, rules: Ruleset) -> Result<(), SolverError> {
        self.solvers().get(board, rules).map(drop)
    }

    /// Counts the jobs that have not ended.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.load(Ordering::SeqCst)
    }

    /// Begins a job for the reader of the stream.
    pub(crate) fn job(&self, writer: &Writer) -> Job {
        Job {
            writer: writer.clone(),
            expansions: Arc::default(),
            analysis: Arc::default(),
            _counted: Arc::new(Counted::new(&self.jobs)),
        }
    }

    /// Ends every turn, now and from now on.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Waits for a turn of at most this length and works for the job.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        job: &Job,
        board: &Board,
        rules: Ruleset,
        length: Duration,
        work: impl FnOnce(&Solver, &Turn<'_>) -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        let waiting = Counted::new(&self.waiting);
        let permit = Arc::clone(&self.running).acquire_owned();
        let permit = permit.await.expect("the semaphore is never closed");
        drop(waiting);
        let (queue, job, board) = (Arc::clone(self), job.clone(), board.clone());
        let worked = task::spawn_blocking(move || {
            let (solver, is_new) = queue.solvers().get(&board, rules)?;
            // With more boards than solvers each turn starts without claims, and a short turn would prove nothing.
            let shared_length = if is_new {
                SHARED_TURN_OF_NEW_SOLVER
            } else {
                SHARED_TURN
            };
            let turn = Turn {
                queue: &queue,
                job: &job,
                started: Instant::now(),
                shared_length,
                length,
            };
            let done = work(&solver, &turn);
            // The result contains all findings of the turn, so nothing is reported twice while the job waits for its
            // next turn.
            job.expansions.store(0, Ordering::Relaxed);
            drop(job.news());
            drop(permit);
            Ok(done)
        });
        worked.await.map_err(|_| QueueError::Panic)?
    }

    fn solvers(&self) -> MutexGuard<'_, Solvers> {
        self.solvers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
