//! Budgets, which limit a call, and observers, which follow its progress.
//!
//! Every call that can search takes a [`Budget`] and an [`Observer`](observer::Observer); a
//! [`Searcher`](crate::Searcher) keeps those that it was made with.

pub(crate) mod clock;
pub(crate) mod memory;
pub(crate) mod observer;
pub(crate) mod stopped;
pub(crate) mod sweeps;
pub(crate) mod watch;

use std::time::Duration;

/// The limits at which a call stops without an exact value. The default has none.
///
/// # Examples
/// [`Self::after`] shares one budget among several calls: each gets what the calls before it have left.
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
    /// The number of expansions, including those already [spent](Self::spent), at which the call stops. Threads count
    /// their expansions in lots of a sixteenth of it, but at most 1,024. So each thread may exceed the number by one lot, and a
    /// call after others by one lot more. Deterministic on one thread.
    pub nodes: Option<u64>,
    /// Expansions of earlier calls that count towards `nodes`.
    pub spent: u64,
    /// The longest time of one call.
    pub time: Option<Duration>,
    /// The largest memory, in bytes: of the process if the observer can measure it, otherwise of the solver's tables.
    /// When memory is short, the solver drops stored plays, which it can list again, and the least useful claims. The
    /// search stops only if that does not help.
    ///
    /// On one thread the same budget drops the same claims in each run, unless the process is much larger than the tables, or
    /// a checkpoint is saved meanwhile: it delays what would be dropped.
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

    /// Makes a budget of `nodes` expansions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::UNLIMITED
        }
    }

    /// Makes a budget of so much memory; `None` for any.
    #[must_use]
    pub const fn within(memory: Option<u64>) -> Self {
        Self {
            memory,
            ..Self::UNLIMITED
        }
    }

    /// Returns the rest of the budget for the next call, after earlier calls that took these expansions and this time.
    #[must_use]
    pub fn after(self, expansions: u64, time: Duration) -> Self {
        Self {
            spent: self.spent + expansions,
            time: self.time.map(|limit| limit.saturating_sub(time)),
            ..self
        }
    }
}
