//! The proof numbers that a checkpoint keeps, so that the search that continues from it knows where it was.
//!
//! Each search has numbers of its own. For a checkpoint it hands over the largest, which took most work: it pauses for that, so
//! that the states on its line have their numbers, too. It does the same when it ends. The numbers guide the next search and
//! prove nothing.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use crate::effort::Effort;

/// The most numbers of a checkpoint.
pub(crate) const MOST: usize = 1 << 20;

/// How long a checkpoint waits for the numbers of a search. A pause comes in milliseconds, but a large claim takes seconds.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);

/// The numbers of a state for the side to move, with its key and the target that the prover had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptNumbers {
    pub(crate) key: u64,
    pub(crate) numbers: Effort,
    pub(crate) target: i16,
}

/// What a search hands over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progressed {
    /// Its expansions, with those of the runs from which it continues.
    pub(crate) expansions: u64,
    pub(crate) numbers: Vec<KeptNumbers>,
}

/// The numbers for the next checkpoint, or of the last one.
#[derive(Debug, Default)]
pub(crate) struct NumbersToKeep {
    /// Whether there are checkpoints.
    serves: AtomicBool,
    is_wanted: AtomicBool,
    /// How often numbers were handed over.
    count: AtomicU64,
    /// The searches that may hand over numbers.
    searches: AtomicUsize,
    /// Whether the numbers come from a checkpoint, and no search has taken them.
    is_new: AtomicBool,
    latest: Mutex<Progressed>,
}

impl NumbersToKeep {
    /// Asks a search for its numbers, and returns the latest.
    pub(crate) fn ask(&self) -> Progressed {
        self.serves.store(true, Ordering::Relaxed);
        self.is_wanted.store(true, Ordering::Relaxed);
        let begun = Instant::now();
        while self.is_wanted()
            && self.searches.load(Ordering::Relaxed) > 0
            && begun.elapsed() < PATIENCE
        {
            thread::sleep(PAUSE);
        }
        self.lock().clone()
    }

    /// Stores the numbers of a checkpoint for the first search.
    pub(crate) fn load(&self, loaded: Progressed) {
        self.serves.store(true, Ordering::Relaxed);
        *self.lock() = loaded;
        self.is_new.store(true, Ordering::Relaxed);
    }

    /// Counts a search, and returns what it begins with.
    pub(crate) fn begin(&self) -> Progressed {
        self.searches.fetch_add(1, Ordering::Relaxed);
        match self.is_new.swap(false, Ordering::Relaxed) {
            true => self.lock().clone(),
            false => Progressed::default(),
        }
    }

    /// Returns whether a search is to hand over its numbers.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Acquire)
    }

    /// Counts how often numbers were handed over.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Takes the numbers of a search, which may go on.
    pub(crate) fn hand_over(&self, latest: Progressed) {
        *self.lock() = latest;
        self.count.fetch_add(1, Ordering::Relaxed);
        // Who sees that they are not wanted any more sees the count, too, and knows that its search was only paused.
        self.is_wanted.store(false, Ordering::Release);
    }

    /// Ends a search, which hands over its last numbers if there are checkpoints.
    pub(crate) fn end(&self, latest: impl FnOnce() -> Progressed) {
        if self.serves.load(Ordering::Relaxed) {
            self.hand_over(latest());
        }
        self.searches.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the size of the numbers in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.lock().numbers.capacity() * size_of::<KeptNumbers>()) as u64
    }

    /// A thread that panicked holds no half of a list.
    fn lock(&self) -> MutexGuard<'_, Progressed> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
