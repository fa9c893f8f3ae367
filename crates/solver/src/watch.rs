//! Counting and stopping: one watch for all threads of one call.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::observer::{Observer, Progress};
use crate::options::Budget;
use crate::state::Shared;

/// Why a solver stopped without an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stopped {
    /// The budget of expansions is used up.
    Nodes,
    /// The budget of time is used up.
    Time,
    /// The budget of memory is used up.
    Memory,
    /// The observer asked for it.
    Observer,
    /// A line of play is longer than the solver's stack.
    Depth,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit",
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Observer => "interrupted",
            Self::Depth => "line of play too long",
        })
    }
}

/// Expansions of one thread that the watch does not know of yet.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    pending: u64,
    /// Bytes of the thread's own tables that the watch counts.
    bytes: u64,
}

/// Counts expansions and says when to stop.
pub(crate) struct Watch<'o> {
    budget: Budget,
    deadline: Option<Instant>,
    observer: &'o dyn Observer,
    /// Expansions between two looks at clock and observer.
    quantum: u64,
    expansions: AtomicU64,
    /// Bytes of all threads' own tables.
    bytes: AtomicU64,
    done: AtomicU64,
    total: u64,
    stopped: OnceLock<Stopped>,
}

impl<'o> Watch<'o> {
    /// Starts the clock of a call that is to solve `total` positions.
    pub(crate) fn start(budget: Budget, observer: &'o dyn Observer, total: u64) -> Self {
        Self {
            budget,
            deadline: budget.time.map(|time| Instant::now() + time),
            observer,
            quantum: budget.nodes.unwrap_or(u64::MAX).div_ceil(16).clamp(1, 1024),
            expansions: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total,
            stopped: OnceLock::new(),
        }
    }

    /// Counts an expansion that is about to be made; `false` if it must not be.
    #[inline]
    pub(crate) fn expand(&self, ticket: &mut Ticket, shared: &Shared, bytes: u64) -> bool {
        ticket.pending += 1;
        if ticket.pending >= self.quantum {
            self.settle(ticket, bytes);
            self.check(shared);
        }
        self.stopped.get().is_none()
    }

    /// Takes over what a thread has counted; its own tables now take `bytes`.
    pub(crate) fn settle(&self, ticket: &mut Ticket, bytes: u64) {
        self.expansions.fetch_add(ticket.pending, Ordering::Relaxed);
        ticket.pending = 0;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.bytes.fetch_sub(ticket.bytes, Ordering::Relaxed);
        ticket.bytes = bytes;
    }

    /// Hears that a position is done.
    pub(crate) fn done(&self, shared: &Shared) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.observer.on_progress(&self.progress(shared));
    }

    /// Counts the positions that are done.
    pub(crate) fn solved(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub(crate) fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.get().copied()
    }

    pub(crate) fn stop(&self, why: Stopped) {
        // The first reason stands.
        let _ = self.stopped.set(why);
    }

    /// Looks at every budget and at the observer.
    pub(crate) fn check(&self, shared: &Shared) {
        let over = |spent: u64, limit: Option<u64>| limit.is_some_and(|limit| spent >= limit);
        if over(self.expansions(), self.budget.nodes) {
            self.stop(Stopped::Nodes);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stop(Stopped::Time);
        }
        if over(
            shared.bytes() + self.bytes.load(Ordering::Relaxed),
            self.budget.memory,
        ) {
            self.stop(Stopped::Memory);
        }
        if shared.names_run_out() {
            self.stop(Stopped::Memory);
        }
        if self.observer.should_stop() {
            self.stop(Stopped::Observer);
        }
        self.observer.on_progress(&self.progress(shared));
    }

    fn progress(&self, shared: &Shared) -> Progress {
        Progress {
            expansions: self.expansions(),
            claims: shared.table.made(),
            done: self.done.load(Ordering::Relaxed),
            total: self.total,
        }
    }
}
