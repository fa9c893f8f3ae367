//! The plays of the expanded representatives. They can be generated again, so they may be dropped at any time.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use koproof_rules::{Element, Player, Point};
use rustc_hash::FxBuildHasher;

use super::index::OrbitId;
use crate::sharing::SharedMap;

/// A play from a representative: its point, and the normal name of the coloring after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) orbit: OrbitId,
    pub(crate) element: Element,
    /// The point's number, in a byte.
    at: u8,
    /// Whether the name is the only one of the coloring.
    pub(crate) asymmetric: bool,
}

impl Edge {
    pub(super) fn new(point: Point, orbit: OrbitId, element: Element, asymmetric: bool) -> Self {
        Self {
            orbit,
            element,
            at: point.index() as u8,
            asymmetric,
        }
    }

    pub(crate) fn point(self) -> Point {
        Point::new(self.at.into())
    }
}

/// The size of an entry without its plays, in bytes: key, pointer and length in a half-full table, and an allocation.
const ENTRY_BYTES: usize = 56;

/// Plays by orbit and player.
#[derive(Debug)]
pub(crate) struct Plays {
    plays: DashMap<u64, Box<[Edge]>, FxBuildHasher>,
    bytes: AtomicU64,
}

impl Default for Plays {
    fn default() -> Self {
        Self {
            // With many locks: one is held while the moves of a state are listed. With four for each core, and 64 for the index
            // of orbits, two threads on 3x6 waited for each other five times as often.
            plays: SharedMap::new(),
            bytes: AtomicU64::new(0),
        }
    }
}

impl Plays {
    /// Calls `act` with plays, and generates them if they are missing. They stay locked during the call.
    #[inline]
    pub(super) fn with<T>(
        &self,
        orbit: OrbitId,
        player: Player,
        make: impl FnOnce() -> Box<[Edge]>,
        act: impl FnOnce(&[Edge]) -> T,
    ) -> T {
        let key = u64::from(orbit) << 8 | player.index() as u64;
        if let Some(there) = self.plays.get(&key) {
            return act(&there);
        }
        let made = make();
        let entry = self.plays.entry(key).or_insert_with(|| {
            let bytes = ENTRY_BYTES + size_of_val::<[Edge]>(&made);
            self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
            made
        });
        act(&entry.downgrade())
    }

    /// Returns their approximate size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Drops all plays.
    pub(crate) fn forget(&self) {
        self.plays.retain(|_, plays| {
            let bytes = ENTRY_BYTES + size_of_val::<[Edge]>(plays);
            self.bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
            false
        });
        self.plays.shrink_to_fit();
    }
}
