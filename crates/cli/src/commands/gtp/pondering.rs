//! Analyses every move of a game until it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use koproof_rules::Game;
use koproof_solver::{Analysis, Budget, Detail, Observer, Progress, Solver};

use crate::progress::Watcher;

/// An analysis that grows while it is read.
pub(super) struct Pondering<'s, 'g> {
    solver: &'s Solver,
    game: &'g Game<'s, 1, 2>,
    memory: Option<u64>,
    watcher: Watcher,
    analysis: Mutex<Analysis>,
    enough: AtomicBool,
}

impl Observer for Pondering<'_, '_> {
    fn on_progress(&self, progress: &Progress) {
        self.watcher.on_progress(progress);
    }

    fn on_analysis(&self, analysis: &Analysis) {
        self.lock().clone_from(analysis);
    }

    fn should_stop(&self) -> bool {
        self.enough.load(Ordering::Relaxed) || self.watcher.should_stop()
    }

    fn memory(&self) -> Option<u64> {
        self.watcher.memory()
    }
}

impl<'s, 'g> Pondering<'s, 'g> {
    /// Starts with only the legal moves.
    pub(super) fn new(solver: &'s Solver, game: &'g Game<'s, 1, 2>, memory: Option<u64>) -> Self {
        Self {
            solver,
            game,
            memory,
            watcher: Watcher::new("", true),
            analysis: Mutex::new(solver.analysis(game)),
            enough: AtomicBool::new(false),
        }
    }

    /// Returns the current analysis.
    pub(super) fn analysis(&self) -> Analysis {
        self.lock().clone()
    }

    /// Ends the work soon.
    pub(super) fn stop(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// Works until the analysis is complete or is stopped.
    pub(super) fn work(&self) {
        let budget = Budget {
            memory: self.memory,
            ..Budget::UNLIMITED
        };
        self.solver.analyse(self.game, Detail::Lines, budget, self);
    }

    fn lock(&self) -> MutexGuard<'_, Analysis> {
        // No thread panics while it copies an analysis.
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
