//! The meter of one count: states so far, limits, progress.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::Budget;
use crate::budget::clock::Clock;
use crate::budget::observer::{Observer, Progress};
use crate::budget::stopped::Stopped;

/// The limit of memory if none is given. There is always one, because one step can use up all memory.
const MEMORY: u64 = 8 << 30;

/// Counts states for all threads of one call, and stops them at a limit.
pub(super) struct Meter<'o> {
    budget: Budget,
    clock: Clock<'o>,
    states: AtomicU64,
    done: AtomicU64,
    total: AtomicU64,
}

impl<'o> Meter<'o> {
    /// Starts the clock.
    pub(super) fn start(budget: Budget, observer: &'o dyn Observer) -> Self {
        Self {
            budget,
            clock: Clock::start(budget, observer),
            states: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
        }
    }

    /// Counts states before they are examined.
    ///
    /// Whether the budget stops a count does not depend on the number of threads.
    pub(super) fn spend(&self, states: u64) -> Result<(), Stopped> {
        let spent = self.budget.spent + self.states.fetch_add(states, Ordering::Relaxed) + states;
        if self.budget.nodes.is_some_and(|limit| spent > limit) {
            return Err(self.clock.stop(Stopped::Nodes));
        }
        self.clock.check(&Progress {
            expansions: self.states(),
            done: self.units(),
            total: self.total.load(Ordering::Relaxed),
            ..Progress::default()
        })
    }

    /// Checks the limits, where no states are examined.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        self.spend(0)
    }

    /// Checks the memory of the states, in bytes, against the limit, and that of the process if the observer measures it: tables
    /// that grow leave memory that only smaller ones can use.
    pub(super) fn holds(&self, bytes: u64) -> Result<(), Stopped> {
        // Between two checks tables grow.
        let limit = self.budget.memory.unwrap_or(MEMORY) / 16 * 15;
        // To ask the system takes longer than a small layer.
        let measured = (bytes > limit / 8).then(|| self.clock.observer.memory());
        let process = measured.flatten().unwrap_or(0);
        if bytes.max(process) > limit {
            return Err(self.clock.stop(Stopped::Memory));
        }
        Ok(())
    }

    /// Counts this number of units of work as done.
    pub(super) fn done(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// Sets the total number of units of work; 0 if it is not known.
    pub(super) fn expect(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Starts another part of the count, which has units of its own.
    pub(super) fn restart(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.expect(total);
    }

    /// Discards states counted in a failed attempt: resets the numbers of states and of finished units.
    pub(super) fn rewind(&self, states: u64, units: u64) {
        self.states.store(states, Ordering::Relaxed);
        self.done.store(units, Ordering::Relaxed);
    }

    /// Counts the units of work that are done.
    pub(super) fn units(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts the states so far.
    pub(super) fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }
}
