//! The progress of a batch, and who watches it.

use std::time::Duration;

use serde::Serialize;

use crate::outcome::Status;
use crate::results::Damaged;
use crate::running::RunningUnit;
use crate::unit::Unit;

/// The time between two reports of progress.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The numbers of units of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All units of the run.
    pub total: usize,
    /// Those with a complete answer.
    pub done: usize,
    /// Those whose budget ran out.
    pub open: usize,
    /// Those without an answer.
    pub failed: usize,
    /// The done and open ones that were already stored, with a correct checksum.
    pub found: usize,
    /// Those that were stored, but damaged.
    pub damaged: usize,
}

impl Tally {
    /// Counts the units that have an outcome.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.done + self.open + self.failed
    }

    pub(crate) fn count(&mut self, status: Status) {
        match status {
            Status::Done => self.done += 1,
            Status::Open => self.open += 1,
            Status::Failed => self.failed += 1,
        }
    }
}

/// The progress of a batch.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The units by outcome.
    pub tally: Tally,
    /// The time since the start.
    pub elapsed: Duration,
    /// The estimated time for the rest at this rate, if it can be estimated.
    pub left: Option<Duration>,
    /// The unit that has been running longest.
    pub slowest: Option<RunningUnit>,
    /// The number of units that have been looked up among the stored results; `None` once the run works on the others.
    pub looked_up: Option<usize>,
}

/// An observer of a batch. Any thread may call it.
pub trait Monitor: Sync {
    /// Receives the progress of the batch, ten times a second, also while stored results are read.
    fn on_standing(&self, _standing: &Standing) {}

    /// Receives each damaged result, which is computed again.
    fn on_damaged(&self, _unit: &Unit, _damaged: &Damaged) {}

    /// Receives each unit that has failed, with the reason.
    fn on_failed(&self, _unit: &Unit, _reason: &str) {}

    /// Returns whether to stop as soon as possible. Units that are running then start over in the next run.
    fn should_stop(&self) -> bool {
        false
    }
}

/// A monitor that reports nothing and never stops the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Monitor for Unwatched {}
