//! Proof numbers, a thread's own or those of a team.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dashmap::DashMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Proof numbers: how much is left to do to show that the player to move wins, and that he loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) lose: u32,
}

/// Larger than every proof number.
pub(crate) const NEVER: u32 = u32::MAX;

/// The largest proof number.
pub(crate) const MOST: u32 = 1 << 30;

/// What a team knows of a state.
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
pub(crate) struct Team {
    entries: DashMap<u64, Entry, FxBuildHasher>,
    /// How many numbers are kept.
    kept: AtomicU64,
    /// Whether somebody has the answer.
    over: AtomicBool,
}

impl Team {
    /// Starts the next question, or ends it for everybody.
    pub(crate) fn set_over(&self, over: bool) {
        self.over.store(over, Ordering::Relaxed);
    }
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
            Self::Team(team) => team
                .entries
                .get(&state)
                .map_or((None, 0), |entry| (entry.numbers, entry.workers)),
        }
    }

    /// Tells whether the search has company, so that numbers may change under it.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Self::Team(_))
    }

    /// Tells whether somebody else has the answer.
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
            team.entries.entry(state).or_default().workers += 1;
        }
    }

    /// Says that this thread comes back from below a state.
    #[inline]
    pub(crate) fn leave(&self, state: u64) {
        if let Self::Team(team) = self {
            // The entry may have been forgotten meanwhile.
            let mut entry = team.entries.entry(state).or_default();
            entry.workers = entry.workers.saturating_sub(1);
        }
    }

    /// Keeps the numbers of a state. When there are more than `most`, all are forgotten first: they only guide.
    #[inline]
    pub(crate) fn keep(&mut self, state: u64, kept: Numbers, most: usize) {
        match self {
            Self::Own(numbers) => {
                if numbers.len() >= most {
                    numbers.clear();
                }
                numbers.insert(state, kept);
            }
            Self::Team(team) => {
                let mut entry = team.entries.entry(state).or_default();
                if entry.numbers.replace(kept).is_none() {
                    drop(entry);
                    if team.kept.fetch_add(1, Ordering::Relaxed) as usize >= most {
                        team.kept.store(0, Ordering::Relaxed);
                        team.entries.clear();
                    }
                }
            }
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
