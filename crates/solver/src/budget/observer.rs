//! How a solver reports its progress.

use crate::analysis::Analysis;

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes whose successors were generated; states, when something is counted.
    pub expansions: u64,
    /// Claims in the proof table.
    pub claims: u64,
    /// Positions solved, or parts of a count done, of [`Progress::total`].
    pub done: u64,
    /// Positions to solve in this call; for a count an estimate that changes, and 0 while there is none.
    pub total: u64,
}

/// Someone who watches a solver, from any thread.
///
/// # Examples
/// ```
/// use koproof_solver::{Observer, Progress};
/// struct Log;
/// impl Observer for Log {
///     fn on_progress(&self, progress: &Progress) {
///         eprintln!("{} expansions", progress.expansions);
///     }
/// }
/// ```
pub trait Observer: Sync {
    /// Hears of progress: every few thousand expansions, and after each position.
    fn on_progress(&self, _progress: &Progress) {}

    /// Hears of an analysis that knows more than before.
    fn on_analysis(&self, _analysis: &Analysis) {}

    /// Returns whether to stop as soon as possible, as if a budget had run out.
    fn should_stop(&self) -> bool {
        false
    }

    /// Returns the number of bytes of memory that the process takes, if the observer knows it. Otherwise a solver
    /// with a memory budget uses its own estimate of the size of its tables.
    fn memory(&self) -> Option<u64> {
        None
    }
}

/// An observer that ignores all progress and never stops a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}
