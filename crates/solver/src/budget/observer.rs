//! How a solver reports its progress.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::Analysis;
use crate::bracket::Score;
use crate::effort::Effort;

/// The progress of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes whose successors were generated, with those of earlier calls that the budget counts; in a count, states.
    pub expansions: u64,
    /// Claims proved so far, including those dropped since.
    pub claims: u64,
    /// The number of solved positions, or of finished parts of a count, out of [`Progress::total`].
    pub done: u64,
    /// The number of positions to solve in this call. For a count it is an estimate that changes, and 0 while there is
    /// none.
    pub total: u64,
    /// The question that the search works on, if it is about one position: the target, which is a score that Black, or
    /// the hero of a coalition game, is to get from here on, and the effort that is left.
    pub question: Option<(Score, Effort)>,
    /// The sizes of the search's tables.
    pub memory: Memory,
}

/// The approximate sizes of a search's tables, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Colorings up to symmetry.
    pub orbits: u64,
    /// Plays of expanded colorings.
    pub plays: u64,
    /// Claims with their conditions, and what iterative deepening has found.
    pub claims: u64,
    /// Derivations that proofs need and whose claims were dropped, at the last sweep.
    pub derivations: u64,
    /// Proof numbers.
    pub numbers: u64,
}

/// An observer of a solver. Any thread may call it.
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
    /// Receives the progress: each thread tells it after at most 1,024 expansions, and after each position.
    fn on_progress(&self, _progress: &Progress) {}

    /// Receives an analysis after each of its questions, which may have left it as it was.
    fn on_analysis(&self, _analysis: &Analysis) {}

    /// Receives how far a certificate is, now and then while it is made: `done` out of `total`. The total is 0
    /// while the steps that it needs are listed, and `done` then counts them.
    fn on_certificate(&self, _done: u64, _total: u64) {}

    /// Returns whether to stop as soon as possible, as if a budget had run out.
    fn should_stop(&self) -> bool {
        false
    }

    /// Returns the memory of the process in bytes, if the observer can measure it: a memory budget is then one of the
    /// process, otherwise one of the solver's tables.
    fn memory(&self) -> Option<u64> {
        None
    }
}

/// Stops the call as soon as the flag is set: by another thread, or by the handler of a signal.
impl Observer for AtomicBool {
    fn should_stop(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// An observer that ignores all progress and never stops a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}
