//! The values of all colorings, and their checkpoints.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::MutexGuard;
use std::sync::atomic::{AtomicUsize, Ordering};

use koproof_rules::{Coloring, Player, Representatives};
use koproof_tables::Table;
use web_time::Instant;

use super::{Solver, SolverError};
use crate::bracket::Score;
use crate::budget::Budget;
use crate::budget::clock::Clock;
use crate::budget::observer::{Observer, Progress};
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::claims::checkpoint::{self, CheckpointError};
use crate::retrograde::Retrograde;
use crate::retrograde::fresh::fresh;
use crate::search::valuer::Valuer;
use crate::stats::Stats;

const UNPOISONED: &str = "no thread panics while it holds the lock";

/// The colorings that are listed between two looks at the clock: a few milliseconds.
const LOOK_EVERY: usize = 1 << 14;

/// A coloring whose values a table lacks.
struct Unsolved {
    coloring: Coloring<1, 2>,
    rank: usize,
}

impl Solver {
    /// Finds the value of every legal coloring with either player to move, each as the start of a game.
    ///
    /// # Errors
    /// If the board has too many colorings to list, it has the name of another board
    /// ([`Table::stored_board`]), or a budget runs out before all are solved.
    pub fn table(
        &self,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(Table, Stats), SolverError> {
        let started = Instant::now();
        // The work of hours would be lost.
        Table::stored_board(&self.board)?;
        let representatives = self.representatives(budget, observer)?;
        let budget = budget.after(0, started.elapsed());
        let total = 2 * representatives.len() as u64;
        let watch = self.watch(budget, observer, total);
        watch.resume(2 * self.solved().len() as u64);
        let stopped = |why| SolverError::Stopped {
            why,
            solved: watch.solved(),
            total,
            stats: self.stats(&watch),
        };
        let unsolved = self.unsolved(&representatives, &watch);
        let unsolved = unsolved.map_err(stopped)?;
        if !unsolved.is_empty() {
            let fresh = self.fresh(&representatives, budget, &watch);
            let fresh = fresh.map_err(stopped)?;
            self.solve_rest(&unsolved, fresh.as_ref(), &watch);
        }
        if let Some(why) = watch.stopped() {
            return Err(stopped(why));
        }
        let values: Vec<[i8; 2]> = self.solved().values().copied().collect();
        let rules = self.shared.orbits.rules;
        let table = Table::new(&self.board, rules, representatives, &values)?;
        Ok((table, self.stats(&watch)))
    }

    /// Lists the colorings, or takes the list of a checkpoint.
    fn representatives(
        &self,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Representatives, SolverError> {
        let listed = self.listed().take();
        let listed = match listed {
            Some(listed) => Ok(listed),
            None => {
                let clock = Clock::start(budget, observer);
                self.run(|| clock.representatives(self.graph()))?
            }
        };
        listed.map_err(|why| SolverError::Stopped {
            why,
            solved: 0,
            total: 0,
            stats: Stats::default(),
        })
    }

    /// Lists the colorings without values. Full boards come first: their claims help with emptier boards.
    fn unsolved(
        &self,
        representatives: &Representatives,
        watch: &Watch<'_>,
    ) -> Result<Vec<Unsolved>, Stopped> {
        let solved = self.solved();
        let count = representatives.len() - solved.len();
        // The search would notice only when the list is there.
        if watch.exceeds((count * size_of::<Unsolved>()) as u64) {
            watch.stop(Stopped::Memory);
        }
        let mut unsolved = Vec::with_capacity(count);
        for (rank, coloring) in representatives.iter().enumerate() {
            if rank.is_multiple_of(LOOK_EVERY) {
                watch.look();
                watch.stopped().map_or(Ok(()), Err)?;
            }
            if !solved.contains_key(&(rank as u64)) {
                unsolved.push(Unsolved { coloring, rank });
            }
        }
        unsolved.sort_unstable_by_key(|one| (Reverse(one.coloring.occupied().len()), one.rank));
        Ok(unsolved)
    }

    /// Finds the values of these colorings on all threads, until the watch stops them.
    fn solve_rest(&self, unsolved: &[Unsolved], fresh: Option<&Retrograde>, watch: &Watch<'_>) {
        let next = AtomicUsize::new(0);
        let threads = self.pool.threads();
        self.pool.each(vec![(); threads], |()| {
            let mut valuer = Valuer::one_of(&self.shared, watch, threads);
            while watch.stopped().is_none()
                && let Some(one) = unsolved.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let &Unsolved { coloring, rank } = one;
                let values = Player::BOTH.map(|player| {
                    let known = fresh.and_then(|known| known.of_rank(rank, player).exact());
                    let value = known.or_else(|| self.value(coloring, player, &mut valuer))?;
                    watch.done(&self.shared);
                    Some(value as i8)
                });
                let [Some(black), Some(white)] = values else {
                    break;
                };
                self.solved().insert(rank as u64, [black, white]);
            }
        });
    }

    /// Finds the value of the game that starts at a coloring; `None` if the search stops before that.
    fn value(
        &self,
        coloring: Coloring<1, 2>,
        to_move: Player,
        valuer: &mut Valuer<'_>,
    ) -> Option<Score> {
        let root = self.shared.start(coloring, to_move);
        let before = -Score::from(self.shared.toll.stones(&coloring));
        let value = valuer.bracket(&root).shifted(before).exact()?;
        self.keep_proofs(&root, value, before, valuer);
        Some(value)
    }

    /// Saves the claims so far, and the largest proof numbers of a search, which pauses for milliseconds to hand them over.
    /// Call it on a thread that does not search. An [`Observer`] is called by one that does: there this call would wait a
    /// second for itself, and save no numbers. Other threads may continue to prove claims meanwhile. If proofs are kept, it puts them into the
    /// [archive](Self::with_archive), without whose file the checkpoint is of no use.
    ///
    /// # Errors
    /// If the solver keeps proofs in no archive, or a file cannot be written.
    pub fn save_checkpoint(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        let progressed = self.shared.numbers_to_keep.ask();
        let lease = self.shared.leases.take_briefly();
        let solved: Vec<_> = (self.solved().iter())
            .map(|(&rank, &values)| (rank, values))
            .collect();
        let parts = match (self.shared.keeps_proofs(), &self.archive) {
            (false, _) => None,
            (true, Some(archive)) => {
                Some((archive.save(&self.shared)).map_err(CheckpointError::Archive)?)
            }
            (true, None) => return Err(CheckpointError::Proofs),
        };
        let (board, parts) = (&self.board, parts.as_ref());
        let path = path.as_ref();
        checkpoint::save(board, &self.shared, &solved, parts, progressed, lease, path)
    }

    /// Continues from a checkpoint of the same board and rules. A solver that keeps proofs needs one with proofs, and the file of
    /// its [archive](Self::with_archive). `memory` is the limit of the calls to come, in bytes: within less than the claims and
    /// orbits of the file take, the next call would drop some, and the next checkpoint would not have them.
    ///
    /// A checkpoint holds claims without their proofs. The solver refuses claims that are not well-formed, contradict
    /// the pass-forever bounds or contradict each other, and trusts all others: a value that rests on a checkpoint is
    /// as trustworthy as the file.
    ///
    /// # Errors
    /// If the solver is not new or keeps proofs in no archive, or a file is damaged, belongs to another solver, contains a
    /// claim that cannot be true, or does not fit into the memory.
    pub fn load_checkpoint(
        &self,
        path: impl AsRef<Path>,
        memory: Option<u64>,
    ) -> Result<(), CheckpointError> {
        let (path, archive) = (path.as_ref(), self.archive.as_ref());
        if self.shared.keeps_proofs() && archive.is_none() {
            return Err(CheckpointError::Proofs);
        }
        let restore = |parts| archive.map_or(Ok(()), |archive| archive.restore(parts));
        let solved =
            self.run(|| checkpoint::load(&self.board, &self.shared, path, memory, restore))?;
        self.has_loaded.store(true, Ordering::Relaxed);
        self.solved().extend(solved.values);
        *self.listed() = solved.representatives;
        Ok(())
    }

    /// Locks the finished values of the table, by rank.
    fn solved(&self) -> MutexGuard<'_, BTreeMap<u64, [i8; 2]>> {
        self.solved.lock().expect(UNPOISONED)
    }

    /// Locks the colorings that a checkpoint has listed, for the table that goes on from it.
    fn listed(&self) -> MutexGuard<'_, Option<Representatives>> {
        self.listed.lock().expect(UNPOISONED)
    }

    /// Runs the retrograde analysis for the table, if it is useful.
    fn fresh(
        &self,
        representatives: &Representatives,
        budget: Budget,
        watch: &Watch<'_>,
    ) -> Result<Option<Retrograde>, Stopped> {
        let check = |_: &Progress| {
            watch.check(&self.shared);
            watch.stopped().map_or(Ok(()), Err)
        };
        let (rules, options) = (self.shared.orbits.rules, self.shared.options);
        self.run(|| fresh(representatives, rules, options, budget, &check))
    }
}
