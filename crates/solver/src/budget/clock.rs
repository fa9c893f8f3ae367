//! The clock of one call: its deadline, its observer, and the reason why it stopped.

use std::sync::OnceLock;

use koproof_rules::{Graph, Representatives, RepresentativesError};
use web_time::Instant;

use super::Budget;
use super::observer::{Observer, Progress};
use super::stopped::Stopped;

/// Tells all threads of one call when to stop.
pub(crate) struct Clock<'o> {
    deadline: Option<Instant>,
    pub(crate) observer: &'o dyn Observer,
    stopped: OnceLock<Stopped>,
}

impl<'o> Clock<'o> {
    /// Starts the clock of a call.
    pub(crate) fn start(budget: Budget, observer: &'o dyn Observer) -> Self {
        Self {
            // A deadline that is too far away to be represented is no deadline.
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            observer,
            stopped: OnceLock::new(),
        }
    }

    /// Checks the time and the observer, and reports progress.
    pub(crate) fn check(&self, progress: &Progress) -> Result<(), Stopped> {
        self.look();
        self.observer.on_progress(progress);
        self.stopped().map_or(Ok(()), Err)
    }

    /// Lists the colorings of a board, unless the time or the observer ends that.
    pub(crate) fn representatives(
        &self,
        graph: &Graph<1>,
    ) -> Result<Result<Representatives, Stopped>, RepresentativesError> {
        let found = Representatives::new_unless(graph, |_| {
            self.look();
            self.stopped().is_some()
        })?;
        Ok(found.ok_or_else(|| self.stopped().expect("else it goes on")))
    }

    /// Checks the time and the observer.
    pub(crate) fn look(&self) {
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.stop(Stopped::Time);
        }
        if self.observer.should_stop() {
            self.stop(Stopped::Observer);
        }
    }

    /// Stops all threads. The first reason is kept and returned.
    pub(crate) fn stop(&self, why: Stopped) -> Stopped {
        *self.stopped.get_or_init(|| why)
    }

    /// Returns why the call has stopped, if it has.
    #[inline]
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.get().copied()
    }
}

/// Counts the expansions of a search on one thread, exactly.
pub(crate) struct Counter<'o> {
    clock: Clock<'o>,
    budget: Budget,
    /// The expansions made.
    pub(crate) expansions: u64,
}

/// The number of expansions between two checks of the clock.
const QUANTUM: u64 = 1024;

impl<'o> Counter<'o> {
    pub(crate) fn start(budget: Budget, observer: &'o dyn Observer) -> Self {
        Self {
            clock: Clock::start(budget, observer),
            budget,
            expansions: 0,
        }
    }

    /// Counts an expansion before it is made, if the budget allows it.
    pub(crate) fn expand(&mut self) -> Result<(), Stopped> {
        let spent = self.budget.spent + self.expansions;
        if self.budget.nodes.is_some_and(|nodes| spent >= nodes) {
            return Err(self.clock.stop(Stopped::Nodes));
        }
        self.expansions += 1;
        if self.expansions.is_multiple_of(QUANTUM) {
            self.clock.check(&Progress {
                expansions: self.expansions,
                total: 1,
                ..Progress::default()
            })?;
        }
        Ok(())
    }
}
