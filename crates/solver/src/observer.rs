//! How a solver reports what it is doing.

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Nodes whose successors were generated.
    pub expansions: u64,
    /// Claims in the proof table.
    pub claims: u64,
    /// Positions solved, of [`Progress::total`].
    pub done: u64,
    /// Positions to solve in this call.
    pub total: u64,
}

/// Someone who watches a solver, from any thread.
///
/// # Examples
/// ```
/// use koproof_solver::{Observer, Progress};
/// struct Patience(u64);
/// impl Observer for Patience {
///     fn on_progress(&self, progress: &Progress) {
///         eprintln!("{} expansions", progress.expansions);
///     }
///     fn should_stop(&self) -> bool {
///         false
///     }
/// }
/// ```
pub trait Observer: Sync {
    /// Hears of progress: every few thousand expansions, and after each position.
    fn on_progress(&self, _progress: &Progress) {}

    /// Tells whether to stop as soon as possible, as if a budget had run out.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody: watches nothing and never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}
