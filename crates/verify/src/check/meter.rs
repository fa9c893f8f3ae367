//! Reports of progress, by which a caller can stop a check.

use std::ops::ControlFlow;

use super::reason::Reason;

/// A function that gets the number of checked steps now and then. The check stops if it returns [`ControlFlow::Break`].
pub type OnProgress<'p> = &'p mut dyn FnMut(u64) -> ControlFlow<()>;

/// Lets a check go on, as the [`OnProgress`] of callers that never stop one.
pub fn never_stop(_checked: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Stops a check if it should stop, as the result of an [`OnProgress`].
pub fn stop_if(should_stop: bool) -> ControlFlow<()> {
    match should_stop {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// The work between two reports, in visits to a record of a claim: at most about a tenth of a second.
const BETWEEN_REPORTS: u64 = 1 << 20;

/// The work for a step without the records of its children, so that quick steps are reported by the thousand.
const STEP: u64 = 1 << 8;

/// The work for a coloring that an opponent reaches alone.
const COLORING: u64 = 1 << 6;

/// Measures the work of a check, because one step takes a microsecond and another one seconds.
pub(super) struct Meter<'p> {
    report: OnProgress<'p>,
    /// The number of checked steps.
    steps: u64,
    /// The work since the last report.
    work: u64,
}

impl<'p> Meter<'p> {
    pub(super) fn new(report: OnProgress<'p>) -> Self {
        Self {
            report,
            steps: 0,
            work: 0,
        }
    }

    /// Notes that so many steps are checked.
    pub(super) fn checked(&mut self, steps: u64) -> Result<(), Reason> {
        self.steps = steps;
        self.spend(STEP)
    }

    /// Notes that an item was read, other than a step that is checked at once.
    pub(super) fn item(&mut self) -> Result<(), Reason> {
        self.spend(STEP)
    }

    /// Notes a visit to a coloring.
    #[inline]
    pub(super) fn coloring(&mut self) -> Result<(), Reason> {
        self.spend(COLORING)
    }

    /// Notes visits to so many records.
    #[inline]
    pub(super) fn records(&mut self, records: u64) -> Result<(), Reason> {
        self.spend(records)
    }

    #[inline]
    fn spend(&mut self, work: u64) -> Result<(), Reason> {
        self.work += work;
        if self.work < BETWEEN_REPORTS {
            return Ok(());
        }
        self.work = 0;
        match (self.report)(self.steps) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Reason::Stopped),
        }
    }
}
