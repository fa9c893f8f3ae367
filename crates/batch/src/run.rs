//! Runs: work on the units of a batch.

mod unstored;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use koproof_solver::{Observer, Progress};
use koproof_store::StoreError;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};

use crate::monitor::{Monitor, Standing, TICK, Tally};
use crate::outcome::Status;
use crate::plan::{Plan, PlanError};
use crate::results::Results;
use crate::running::{Running, RunningUnit};
use crate::shard::Shard;
use crate::tasks::solve;
use crate::times::Times;
use crate::unit::Unit;
use unstored::unstored;

/// The settings of a run: by default the whole batch, on all processors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// The part of the batch.
    pub shard: Shard,
    /// The number of units at a time; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
    /// Whether units with a stored result are computed again. Each result stays until the new one replaces it.
    pub fresh: bool,
}

/// The reason why a run ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The plan cannot be stored.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A result, or the times of the units, cannot be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The thread that reports the progress cannot be started.
    #[error("cannot start a thread: {0}")]
    Reporter(io::Error),
}

/// Works through the units of a plan, several at a time, and stores each result as soon as there is one.
///
/// Units with an undamaged result in the directory are not computed again, except failed ones. Returns early if the
/// monitor stops the run.
///
/// # Errors
/// If the directory holds another batch; no run replaces one. This is checked again at the end. If something cannot be
/// written, or no thread can be started. Stored results stay and are complete in every case.
///
/// # Examples
/// ```
/// use koproof_batch::{Plan, Task, Unwatched, Work, read_boards, run};
/// let boards = read_boards("path:1..4")?;
/// let plan = Plan::new(&boards, &["nstt"], Task::Empty, 100_000)?;
/// let directory = tempfile::tempdir()?;
/// let work = Work::default();
/// let tally = run(&plan, directory.path(), work, &Unwatched)?;
/// assert_eq!((tally.done, tally.total), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    plan: &Plan,
    directory: &Path,
    work: Work,
    monitor: &dyn Monitor,
) -> Result<Tally, RunError> {
    plan.save(directory)?;
    let results = Results::list(directory)?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(work.threads.map_or(0, NonZeroUsize::get))
        .build()?;
    let (left, tally) = unstored(plan, &results, (work.shard, work.fresh), monitor)?;
    let Some(left) = left else {
        return Ok(tally);
    };
    let times = match Times::open(directory, work.shard) {
        // A complete batch may be stored where nothing can be written.
        Err(_) if left.is_empty() => return Ok(tally),
        times => times?,
    };
    let shared = SharedRun {
        results: &results,
        times,
        monitor,
        tally: Mutex::new(tally),
        failure: OnceLock::new(),
        slots: Mutex::default(),
        started: Instant::now(),
    };
    let running = Running::new(directory, work.shard);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (finished, is_finished) = channel::<()>();
        let shared = &shared;
        std::thread::Builder::new()
            .spawn_scoped(scope, move || shared.report(running, &is_finished))
            .map_err(RunError::Reporter)?;
        // Each thread takes the next unit when it has finished one. A unit waits for its solver, which has its own
        // threads. If units were jobs of the pool, a waiting thread would begin another unit meanwhile.
        pool.broadcast(|worker| {
            while let Some(unit) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                if !shared.work(worker.index(), unit) {
                    break;
                }
            }
        });
        drop(finished);
        Ok::<(), RunError>(())
    })?;
    match shared.failure.into_inner() {
        Some(error) => Err(error.into()),
        None => {
            // Nobody may report these results as those of a plan that has taken the place of this one.
            plan.check(directory)?;
            Ok(*lock(&shared.tally))
        }
    }
}

/// The shared state of the threads.
struct SharedRun<'w> {
    results: &'w Results,
    times: Times,
    monitor: &'w dyn Monitor,
    tally: Mutex<Tally>,
    /// The first error, which ends the run. The others follow from it.
    failure: OnceLock<StoreError>,
    /// The current unit of each thread.
    slots: Mutex<BTreeMap<usize, Slot>>,
    started: Instant,
}

/// The current unit of a thread.
struct Slot {
    unit: String,
    started: Instant,
    expansions: Arc<AtomicU64>,
}

/// Watches the solver of one unit.
struct UnitObserver<'w> {
    shared: &'w SharedRun<'w>,
    expansions: Arc<AtomicU64>,
}

impl Observer for UnitObserver<'_> {
    fn on_progress(&self, progress: &Progress) {
        self.expansions
            .store(progress.expansions, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.shared.should_stop()
    }
}

impl SharedRun<'_> {
    fn should_stop(&self) -> bool {
        self.failure.get().is_some() || self.monitor.should_stop()
    }

    /// Works on one unit; `false` if that was the last.
    fn work(&self, worker: usize, unit: &Unit) -> bool {
        if self.should_stop() {
            return false;
        }
        let slot = Slot {
            unit: unit.to_string(),
            started: Instant::now(),
            expansions: Arc::default(),
        };
        let observer = UnitObserver {
            shared: self,
            expansions: slot.expansions.clone(),
        };
        let started = slot.started;
        lock(&self.slots).insert(worker, slot);
        let outcome = solve(unit, &observer);
        lock(&self.slots).remove(&worker);
        let Some(outcome) = outcome else {
            return false;
        };
        let stored = self
            .results
            .store(&outcome)
            .and_then(|()| self.times.add(unit, started.elapsed()));
        if let Err(error) = stored {
            let _ = self.failure.set(error);
            return false;
        }
        lock(&self.tally).count(outcome.status);
        if outcome.status == Status::Failed {
            let reason = outcome.reason().unwrap_or_default();
            self.monitor.on_failed(unit, reason);
        }
        true
    }

    /// Reports to the monitor, and in the directory for `koproof batch status`, until the work is finished.
    fn report(&self, mut running: Running, finished: &Receiver<()>) {
        loop {
            self.monitor.on_standing(&self.standing());
            running.tell(|| lock(&self.slots).values().map(Slot::tell).collect());
            match finished.recv_timeout(TICK) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => break,
            }
        }
        running.end();
        self.monitor.on_standing(&self.standing());
    }

    fn standing(&self) -> Standing {
        let tally = *lock(&self.tally);
        let elapsed = self.started.elapsed();
        let worked = tally.finished() - tally.found;
        let to_do = tally.total - tally.finished();
        let slots = lock(&self.slots);
        Standing {
            tally,
            elapsed,
            // Before a unit is finished, the estimate is infinite.
            left: Duration::try_from_secs_f64(elapsed.as_secs_f64() * to_do as f64 / worked as f64)
                .ok(),
            slowest: slots
                .values()
                .min_by_key(|slot| slot.started)
                .map(Slot::tell),
            looked_up: None,
        }
    }
}

impl Slot {
    fn tell(&self) -> RunningUnit {
        RunningUnit {
            unit: self.unit.clone(),
            seconds: self.started.elapsed().as_secs_f64(),
            expansions: self.expansions.load(Ordering::Relaxed),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .expect("no thread panics while it holds a lock")
}
