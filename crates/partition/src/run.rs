//! Runs: the work of one process, or of threads instead of processes.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use koproof_rules::{Board, Suicide};
use koproof_solver::{Observer, Switch};
use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::execute::execute_from;
use timely::synchronization::Barrier;
use timely::worker::Worker;

use crate::brackets::{Summary, merge};
use crate::checkpoint::{Level, ProcessFiles, clear, prepare};
use crate::dataflow::{Saved, Watch, agree, attract, finish, gather};
use crate::error::PartitionError;
use crate::game::Game;
use crate::link::Links;
use crate::part::Part;

/// A run: a board, its rules, and the paths of its files.
#[derive(Clone, Debug)]
pub struct Run {
    game: Arc<Game>,
    directory: PathBuf,
    out: PathBuf,
}

/// The result of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Its number.
    pub process: usize,
    /// The representatives that it owned.
    pub representatives: u64,
    /// The memory of their turns, in bytes.
    pub bytes: u64,
    /// The level from which it continued; `None` if it started from scratch.
    pub resumed: Option<u16>,
    /// The contents of the table, from process number 0, which writes it.
    pub summary: Option<Summary>,
}

impl Run {
    /// Describes a run. The checkpoints are in `directory`, which all processes can access, until the table is written
    /// to `out`.
    ///
    /// # Errors
    /// If the board has more than [`MAX_POINTS`](crate::MAX_POINTS) points.
    pub fn new(
        board: &Board,
        suicide: Suicide,
        symmetry: Switch,
        directory: impl Into<PathBuf>,
        out: impl Into<PathBuf>,
    ) -> Result<Self, PartitionError> {
        Ok(Self {
            game: Arc::new(Game::new(board, suicide, symmetry)?),
            directory: directory.into(),
            out: out.into(),
        })
    }

    /// Returns a number that is the same for runs of the same board, rules, symmetries and number of processes, by
    /// programs of the same build.
    #[must_use]
    pub fn fingerprint(&self, processes: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        let game = &self.game;
        (game.board.to_graph6(), game.suicide.to_string()).hash(&mut hasher);
        (game.symmetries(), processes, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
        hasher.finish()
    }

    /// Counts the levels: the scores that are forced one after the other.
    #[must_use]
    pub fn levels(&self) -> u16 {
        2 * self.game.points() as Level
    }

    /// Counts the symmetries whose orbits have an entry each in the table.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    /// Makes the directory of the run, and returns the last level that process number `process` has finished there: 0
    /// if it has saved only its turns, `None` if it has saved nothing.
    ///
    /// This reads only the headers of its files. [`Self::work`] and [`Self::threads`] read and check the rest.
    ///
    /// # Errors
    /// If the directory cannot be used, or holds the files of another run, or files whose headers are damaged.
    pub fn found(&self, process: usize, processes: usize) -> Result<Option<u16>, PartitionError> {
        prepare(&self.directory)?;
        let finished = self.files(process, processes).finished()?;
        Ok(finished.into_iter().max())
    }

    /// Works as one process of several, and returns when all are done.
    ///
    /// # Errors
    /// If the files cannot be used or are damaged, another process is lost, or the observer requests a stop. The
    /// connections to the others are then not closed properly, so end this process too.
    pub fn work(
        &self,
        links: Links,
        observer: Arc<dyn Observer + Send + Sync>,
    ) -> Result<Finished, PartitionError> {
        let Links { process, sockets } = links;
        if sockets.len() == 1 {
            return Ok(self.threads(1, observer)?.swap_remove(0));
        }
        // Each process has one thread: on a machine with more processors, start more processes.
        let hooks = small_buffers();
        let builders =
            ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let begun = initialize_networking_from_sockets(builders, sockets, process, 1, hooks);
        let (builders, guard) = begun.map_err(|cause| PartitionError::Begin(cause.to_string()))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let finished = self.execute(builders, Box::new(guard), observer)?;
        Ok(finished[0])
    }

    /// Runs threads of this process that share nothing, like processes.
    ///
    /// # Errors
    /// As [`Self::work`].
    ///
    /// # Panics
    /// If there are no threads.
    pub fn threads(
        &self,
        threads: usize,
        observer: Arc<dyn Observer + Send + Sync>,
    ) -> Result<Vec<Finished>, PartitionError> {
        assert!(threads > 0, "somebody has to work");
        let (builders, guard) = Config::ProcessBinary(threads)
            .try_build()
            .map_err(PartitionError::Begin)?;
        self.execute(builders, guard, observer)
    }

    fn execute(
        &self,
        builders: Vec<AllocatorBuilder>,
        connections: Box<dyn std::any::Any + Send>,
        observer: Arc<dyn Observer + Send + Sync>,
    ) -> Result<Vec<Finished>, PartitionError> {
        prepare(&self.directory)?;
        type Outcome = Result<Finished, PartitionError>;
        let (done, outcomes) = channel::<Outcome>();
        let (run, threads) = (self.clone(), builders.len());
        let is_lost = AtomicBool::new(false);
        let worker = move |worker: &mut Worker| {
            let done: Sender<Outcome> = done.clone();
            // The other threads keep their senders, so a thread that panics has to report that itself.
            let work = AssertUnwindSafe(|| run.member(worker, &*observer, &is_lost));
            let outcome = catch_unwind(work).unwrap_or(Err(PartitionError::Lost));
            let has_failed = outcome.is_err();
            let others_wait_in_vain = has_failed && worker.peers() > 1;
            // The cause is sent before the others fail because of it.
            let _ = done.send(outcome);
            is_lost.fetch_or(has_failed, Ordering::Release);
            // A thread that returns closes its connections as if its work were done, and the other processes would wait
            // for it forever. They notice the loss when this process ends.
            if others_wait_in_vain {
                loop {
                    std::thread::park();
                }
            }
        };
        // Timely's guard of the threads does not own the connections: if a thread and a connection failed, both would
        // panic at once, and the process would end without a message.
        let guards = execute_from(builders, Box::new(()), WorkerConfig::default(), worker)
            .map_err(PartitionError::Begin)?;
        // After an error the other threads end their work too, so that none of them uses the files any more.
        let outcomes: Vec<Outcome> = outcomes.iter().take(threads).collect();
        let mut finished: Vec<_> = match outcomes.into_iter().collect() {
            Ok(finished) => finished,
            Err(error) => {
                // Threads that failed are parked, so joining them would never return.
                std::mem::forget((guards, connections));
                return Err(error);
            }
        };
        // All are done except the process that writes the table: if that one fails, connections break.
        let all_ended = guards.join().iter().all(Result::is_ok);
        if !all_ended {
            std::mem::forget(connections);
            return Err(PartitionError::Lost);
        }
        let closed = catch_unwind(AssertUnwindSafe(|| drop(connections)));
        closed.map_err(|_| PartitionError::Lost)?;
        finished.sort_unstable_by_key(|one| one.process);
        Ok(finished)
    }

    fn files(&self, process: usize, processes: usize) -> ProcessFiles {
        ProcessFiles::new(&self.game, &self.directory, process, processes)
    }

    /// Does the work of one process.
    fn member(
        &self,
        worker: &mut Worker,
        observer: &dyn Observer,
        is_lost: &AtomicBool,
    ) -> Result<Finished, PartitionError> {
        let (process, processes) = (worker.index(), worker.peers());
        let files = self.files(process, processes);
        let mut watch = Watch {
            observer,
            is_lost,
            values: 0,
        };
        let saved = agree(worker, &files.finished()?, &watch)?;
        let resumed = saved.level;
        // Some process has not finished the levels after the one that the run goes on from.
        files.forget(|level| level > resumed.unwrap_or(0))?;
        let part = self.part(worker, &files, &saved, &watch)?;
        watch.values = part.values();
        let part = Rc::new(RefCell::new(part));
        for level in resumed.unwrap_or(0)..self.levels() {
            let target = self.game.points() as i8 - level as i8;
            attract(worker, &self.game, &part, target, &watch)?;
            let done = level + 1;
            files.write_level(&part.borrow(), done)?;
            // All processes took part in this level, so all have written the one before.
            files.forget(|other| other < level)?;
        }
        // Once all processes are here, all files are written.
        let mut barrier = Barrier::new(worker);
        barrier.advance();
        let report = || watch.report(part.borrow().settled);
        finish(worker, || barrier.reached(), report)?;
        drop(barrier);
        let representatives = part.borrow().keys.len() as u64;
        let bytes = part.borrow().bytes();
        drop(part);
        let summary = match process {
            0 => Some(self.table(processes, &watch)?),
            _ => None,
        };
        Ok(Finished {
            process,
            representatives,
            bytes,
            resumed,
            summary,
        })
    }

    /// Makes the part of a process: from its checkpoint, if all processes have one. If one has lost its turns, all find
    /// theirs again, which are always the same.
    fn part(
        &self,
        worker: &mut Worker,
        files: &ProcessFiles,
        saved: &Saved,
        watch: &Watch<'_>,
    ) -> Result<Part, PartitionError> {
        let keys = match saved.turns {
            true => files.turns()?,
            false => {
                let mut keys = gather(worker, &self.game, watch)?;
                keys.sort_unstable();
                keys.shrink_to_fit();
                keys
            }
        };
        let part = match saved.level {
            None | Some(0) => Part::new(&self.game, keys)?,
            Some(level) => {
                let (forced, escapes) = files.level(level, keys.len())?;
                Part::resumed(&self.game, keys, forced, escapes)?
            }
        };
        if !saved.turns {
            files.write_turns(&part)?;
        }
        Ok(part)
    }

    /// Writes the table from the files of all processes, and deletes these.
    fn table(&self, processes: usize, watch: &Watch<'_>) -> Result<Summary, PartitionError> {
        let (game, levels) = (&self.game, self.levels());
        let check = || watch.report(watch.values);
        let summary = merge(game, &self.directory, processes, levels, &self.out, check)?;
        clear(&self.directory)?;
        Ok(summary)
    }
}

/// The buffers of connections, of which every pair of processes has several.
///
/// Timely's default is one mebibyte each. Smaller ones are enough if every message fits: the largest is a batch of
/// news, less than ten kilobytes.
fn small_buffers() -> Hooks {
    const BYTES: usize = 1 << 16;
    let mut hooks = Hooks::default();
    hooks.refill.logic = Arc::new(|size| Box::new(vec![0; size.min(BYTES)]));
    hooks
}
