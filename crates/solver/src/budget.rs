//! When a call stops, and how it reports what it is doing.
//!
//! Every call that can take long has a [`Budget`] and an [`Observer`](observer::Observer) as its last two arguments.

pub(crate) mod clock;
pub(crate) mod observer;
pub(crate) mod stopped;
pub(crate) mod watch;

use std::time::Duration;

/// The limits at which a call stops without an exact value. The default has none.
///
/// # Examples
/// One budget for several calls: each gets what those before it have left.
/// ```
/// use std::time::Duration;
/// use koproof_solver::Budget;
///
/// let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::nodes(1_000_000) };
/// let left = budget.after(400_000, Duration::from_secs(3));
/// assert_eq!(left.spent, 400_000);
/// assert_eq!(left.time, Some(Duration::from_secs(7)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The most expansions, those already [spent](Self::spent) included. Deterministic on one thread.
    pub nodes: Option<u64>,
    /// Expansions of earlier calls that count towards `nodes`.
    pub spent: u64,
    /// The longest time of one call.
    pub time: Option<Duration>,
    /// The most memory, in bytes: of the process if the observer can measure it, otherwise of the solver's tables.
    /// When memory is short, plays that can be listed again are forgotten and the least useful claims dropped; the search
    /// stops only if that does not help.
    pub memory: Option<u64>,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Self = Self {
        nodes: None,
        spent: 0,
        time: None,
        memory: None,
    };

    /// Makes a budget of so many expansions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::UNLIMITED
        }
    }

    /// Makes a budget of so much time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::UNLIMITED
        }
    }

    /// Returns what is left for the next call when earlier ones have taken so much.
    #[must_use]
    pub fn after(self, expansions: u64, time: Duration) -> Self {
        Self {
            spent: self.spent + expansions,
            time: self.time.map(|limit| limit.saturating_sub(time)),
            ..self
        }
    }
}
