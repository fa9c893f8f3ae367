//! When a call stops, and how it reports what it is doing.

pub(crate) mod observer;
pub(crate) mod watch;

use std::time::Duration;

/// The limits at which a solver stops without an exact value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most expansions of one call. Deterministic on one thread.
    pub nodes: Option<u64>,
    /// The longest time of one call.
    pub time: Option<Duration>,
    /// The most memory, in bytes: of the process if the observer can measure it, otherwise of the solver's tables.
    /// When memory is short, the least useful claims are dropped; the search stops only if that does not help.
    pub memory: Option<u64>,
}
