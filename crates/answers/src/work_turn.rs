//! A turn of work.

use koproof_solver::{Budget, Observer};

/// A turn of work on an answer that grows, as somebody else schedules it.
pub trait WorkTurn: Observer {
    /// Returns how much the turn may take.
    fn budget(&self) -> Budget;

    /// Tells whether the turn has ended.
    fn is_over(&self) -> bool;

    /// Tells whether the answer is no longer wanted.
    fn is_cancelled(&self) -> bool;
}
