//! Analyses every move of a game until it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use koproof_solver::{Analysis, Observer, Progress};

use crate::progress::Watcher;

/// An analysis that grows while it is read.
pub(super) struct Pondering {
    watcher: Watcher,
    analysis: Mutex<Analysis>,
    enough: AtomicBool,
}

impl Observer for Pondering {
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

impl Pondering {
    /// Starts with an analysis, of which nothing has to be known.
    pub(super) fn new(analysis: Analysis) -> Self {
        Self {
            watcher: Watcher::new("", true),
            analysis: Mutex::new(analysis),
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

    fn lock(&self) -> MutexGuard<'_, Analysis> {
        // No thread panics while it copies an analysis.
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
