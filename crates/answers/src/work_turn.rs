//! Turns of work.

use koproof_solver::{Budget, Observer};

/// A turn of work on an answer that grows. The caller schedules it.
pub trait WorkTurn: Observer {
    /// Returns the budget of the turn.
    fn budget(&self) -> Budget;

    /// Tells whether the turn has ended.
    fn is_over(&self) -> bool;

    /// Tells whether the answer is no longer wanted.
    fn is_cancelled(&self) -> bool;
}
