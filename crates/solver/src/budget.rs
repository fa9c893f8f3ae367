//! When a call stops, and how it reports what it is doing.

pub(crate) mod observer;
pub(crate) mod watch;

use std::time::Duration;

/// When a solver stops without an exact value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most expansions of one call. Deterministic on one thread.
    pub nodes: Option<u64>,
    /// The longest time of one call.
    pub time: Option<Duration>,
    /// The most memory, in bytes: of the process, if the observer can tell how much that is, else of the solver's
    /// tables. When it gets scarce, the least useful claims go; only when that does not help is the search stopped.
    pub memory: Option<u64>,
}
