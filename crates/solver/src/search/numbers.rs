//! Proof numbers: those of one thread, or those that a team shares.

#[cfg(test)]
mod concurrency;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use crate::sharing::{SharedCount, SharedMap, Sharing, Threads};
use crate::state::side::Side;

/// The proof number and the disproof number of a state, for the goal of the side to move: estimates of the work that is
/// left to prove that the goal is reached, and that it is not. A pair of thresholds has the same type.
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

    /// Returns the numbers for the goal of the prover, from those for the goal of a side.
    pub(crate) fn for_prover(self, side: Side) -> Self {
        match side {
            Side::Prover => self,
            Side::Refuter => self.flipped(),
        }
    }
}

/// The sum of the disproof numbers of the moves. Weak sums need a limit of expansions: see `Search::search_children`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summation {
    /// The proof-number sum, as if the moves were independent.
    Plain,
    /// Weak PNS (T. Ueda et al., 2008): the largest number plus one for each other move, as if the moves shared almost
    /// all their work.
    Weak,
}

/// Larger than every proof number.
pub(crate) const INFINITY: u32 = u32::MAX;

/// The largest sum of proof numbers.
pub(crate) const MAX_NUMBER: u32 = 1 << 30;

/// The bit that marks the keys of numbers that are to stay when the others are forgotten. Names of states leave it free.
pub(crate) const STAYS: u64 = 1 << 62;

/// The shared entry of a team for a state.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    numbers: Option<Numbers>,
    /// The number of threads that search below it.
    workers: u16,
}

/// Threads that work on one position: they share proof numbers, and each avoids the nodes where the others work.
///
/// Sharing by "virtual losses" follows J. Pawlewicz and R. Hayward, *Scalable parallel DFPN search* (2013).
#[derive(Debug, Default)]
pub(crate) struct Team<S: Sharing = Threads> {
    entries: S::Map<Entry>,
    /// The number of stored numbers.
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
        // The entry is no longer locked here; dropping it under its lock would deadlock.
        if old.is_none() && self.kept.add(1) as usize >= max {
            self.forget();
        }
    }

    fn forget(&self) {
        self.kept.set(0);
        self.entries.clear();
    }

    /// Drops the numbers that are not to stay. Only one thread may be at work.
    fn forget_passing(&self) {
        let mut dropped = 0;
        self.entries.retain(|state, entry| {
            let stays = state & STAYS != 0;
            dropped += u64::from(!stays && entry.numbers.is_some());
            stays
        });
        self.kept.subtract(dropped);
    }
}

/// Drops the numbers whose logarithms are at most the mean.
fn forget_small(numbers: &mut FxHashMap<u64, Numbers>) {
    let size = |of: &Numbers| u64::from(of.pn.max(1).ilog2() + of.dn.max(1).ilog2());
    let mean = numbers.values().map(size).sum::<u64>() / numbers.len() as u64;
    numbers.retain(|_, of| size(of) > mean);
}

/// The storage of a search for its proof numbers, by actual state.
#[derive(Debug)]
pub(crate) enum Ledger {
    Own(FxHashMap<u64, Numbers>),
    /// The numbers of a team, while the others rest.
    Lead(Arc<Team>),
    /// The numbers of a team at work.
    Team(Arc<Team>),
}

impl Ledger {
    /// Makes an empty one for a thread that works alone.
    pub(crate) fn own() -> Self {
        Self::Own(FxHashMap::default())
    }

    /// Returns the numbers of a state, if there are any, and the number of other threads that search below it.
    #[inline]
    pub(crate) fn get(&self, state: u64) -> (Option<Numbers>, u16) {
        match self {
            Self::Own(numbers) => (numbers.get(&state).copied(), 0),
            Self::Lead(team) | Self::Team(team) => team.get(state),
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
            Self::Own(_) | Self::Lead(_) => false,
            Self::Team(team) => team.over.load(Ordering::Relaxed),
        }
    }

    /// Notes that this thread starts to search below a state.
    #[inline]
    pub(crate) fn enter(&self, state: u64) {
        if let Self::Team(team) = self {
            team.enter(state);
        }
    }

    /// Notes that this thread has stopped searching below a state.
    #[inline]
    pub(crate) fn leave(&self, state: u64) {
        if let Self::Team(team) = self {
            team.leave(state);
        }
    }

    /// Stores the numbers of a state. If there are more than `max`, a single thread drops its small numbers, which are
    /// soon found again; a team drops all.
    #[inline]
    pub(crate) fn keep(&mut self, state: u64, kept: Numbers, max: usize) {
        match self {
            Self::Own(numbers) => {
                if numbers.len() >= max {
                    forget_small(numbers);
                }
                numbers.insert(state, kept);
            }
            Self::Lead(team) | Self::Team(team) => team.keep(state, kept, max),
        }
    }

    /// Drops the numbers that are not to stay.
    pub(crate) fn forget_passing(&mut self) {
        match self {
            Self::Own(numbers) => numbers.retain(|state, _| state & STAYS != 0),
            Self::Lead(team) | Self::Team(team) => team.forget_passing(),
        }
    }

    /// Returns the approximate size of the numbers in bytes; those of a team count only for the thread that leads it.
    pub(crate) fn own_bytes(&self) -> u64 {
        match self {
            // A slot is a key, its numbers and a control byte.
            Self::Own(numbers) => {
                numbers.capacity() as u64 * (size_of::<(u64, Numbers)>() as u64 + 1)
            }
            // Half to seven eighths of the slots are in use.
            Self::Lead(team) => team.kept.get() * (size_of::<(u64, Entry)>() as u64 + 1) * 3 / 2,
            Self::Team(_) => 0,
        }
    }
}
