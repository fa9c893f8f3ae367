//! Proof numbers, a thread's own or those of a team.

#[cfg(test)]
mod concurrency;

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::sharing::{SharedCount, SharedMap, Sharing, Threads};

/// The proof number and the disproof number of a state, for the goal of the side to move: how much is left to do to show
/// that the goal is reached, and that it is not. Also two thresholds of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) pn: u32,
    pub(crate) dn: u32,
}

impl Numbers {
    /// Returns the numbers from the point of view of the other side.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self {
            pn: self.dn,
            dn: self.pn,
        }
    }
}

/// How the disproof numbers of the moves add up. Only plain sums are for questions without a limit: see
/// `Search::search_children`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summation {
    /// The proof-number sum: as if no two moves had anything in common.
    Plain,
    /// Weak PNS (T. Ueda et al., 2008): the largest, and one for each other move, as if they had almost everything in common.
    Weak,
}

/// Larger than every proof number.
pub(crate) const INFINITY: u32 = u32::MAX;

/// The largest sum of proof numbers.
pub(crate) const MAX_NUMBER: u32 = 1 << 30;

/// What a team knows about a state.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    numbers: Option<Numbers>,
    /// How many threads are below it.
    workers: u16,
}

/// Threads that work on one position: they share proof numbers, and each keeps away from where the others are.
///
/// Sharing by "virtual losses" follows J. Pawlewicz and R. Hayward, *Scalable parallel DFPN search* (2013).
#[derive(Debug, Default)]
pub(crate) struct Team<S: Sharing = Threads> {
    entries: S::Map<Entry>,
    /// How many numbers are kept.
    kept: S::Count,
    /// Whether one thread has the answer.
    over: AtomicBool,
}

impl<S: Sharing> Team<S> {
    /// Starts the next question, or ends it for all threads.
    pub(crate) fn set_over(&self, over: bool) {
        self.over.store(over, Ordering::Relaxed);
    }

    #[inline]
    fn get(&self, state: u64) -> (Option<Numbers>, u16) {
        self.entries
            .read(state, |entry| (entry.numbers, entry.workers))
            .unwrap_or((None, 0))
    }

    #[inline]
    fn enter(&self, state: u64) {
        self.entries.change(state, |entry| entry.workers += 1);
    }

    #[inline]
    fn leave(&self, state: u64) {
        // The entry may have been forgotten meanwhile.
        self.entries.change(state, |entry| {
            entry.workers = entry.workers.saturating_sub(1);
        });
    }

    #[inline]
    fn keep(&self, state: u64, kept: Numbers, max: usize) {
        let old = self
            .entries
            .change(state, |entry| entry.numbers.replace(kept));
        // The entry is not locked any more: forgetting it while it is would be a deadlock.
        if old.is_none() && self.kept.add(1) as usize >= max {
            self.forget();
        }
    }

    fn forget(&self) {
        self.kept.set(0);
        self.entries.clear();
    }
}

/// Forgets the numbers that are no larger than the mean, by their logarithms.
fn forget_small(numbers: &mut FxHashMap<u64, Numbers>) {
    let size = |of: &Numbers| u64::from(of.pn.max(1).ilog2() + of.dn.max(1).ilog2());
    let mean = numbers.values().map(size).sum::<u64>() / numbers.len() as u64;
    numbers.retain(|_, of| size(of) > mean);
}

/// Where a search keeps its proof numbers, by actual state.
#[derive(Debug)]
pub(crate) enum Ledger<'t> {
    Own(FxHashMap<u64, Numbers>),
    Team(&'t Team),
}

impl Ledger<'_> {
    /// Returns the numbers of a state, if any are known, and how many other threads are below it.
    #[inline]
    pub(crate) fn get(&self, state: u64) -> (Option<Numbers>, u16) {
        match self {
            Self::Own(numbers) => (numbers.get(&state).copied(), 0),
            Self::Team(team) => team.get(state),
        }
    }

    /// Returns whether other threads share the numbers, so that they may change during the search.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Self::Team(_))
    }

    /// Returns whether another thread has the answer.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Self::Own(_) => false,
            Self::Team(team) => team.over.load(Ordering::Relaxed),
        }
    }

    /// Says that this thread goes below a state.
    #[inline]
    pub(crate) fn enter(&self, state: u64) {
        if let Self::Team(team) = self {
            team.enter(state);
        }
    }

    /// Says that this thread comes back from below a state.
    #[inline]
    pub(crate) fn leave(&self, state: u64) {
        if let Self::Team(team) = self {
            team.leave(state);
        }
    }

    /// Keeps the numbers of a state. When there are more than `max`, a thread's own are forgotten first where they are small, as
    /// those are soon found again; those of a team all.
    #[inline]
    pub(crate) fn keep(&mut self, state: u64, kept: Numbers, max: usize) {
        match self {
            Self::Own(numbers) => {
                if numbers.len() >= max {
                    forget_small(numbers);
                }
                numbers.insert(state, kept);
            }
            Self::Team(team) => team.keep(state, kept, max),
        }
    }

    /// Forgets all numbers.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::Own(numbers) => numbers.clear(),
            Self::Team(team) => team.forget(),
        }
    }

    /// About how many bytes the thread's own numbers take.
    pub(crate) fn own_bytes(&self) -> u64 {
        match self {
            // A slot is a key, its numbers and a control byte.
            Self::Own(numbers) => {
                numbers.capacity() as u64 * (size_of::<(u64, Numbers)>() as u64 + 1)
            }
            Self::Team(_) => 0,
        }
    }
}
