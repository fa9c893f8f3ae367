//! The plays of the representatives that were expanded. They can be made again, so they may be forgotten at any time.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use koproof_rules::{Element, Player, Point};
use rustc_hash::FxBuildHasher;

use super::index::OrbitId;

/// A play from a representative: where, and the normal name of what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) orbit: OrbitId,
    pub(crate) element: Element,
    /// The point's number, in a byte.
    at: u8,
    /// Whether that is the only name of the coloring.
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

/// What an entry takes besides its plays, in bytes: key, pointer and length in a table that is half full, and an allocation.
const ENTRY_BYTES: usize = 56;

/// Plays by orbit and player.
#[derive(Debug, Default)]
pub(super) struct Plays {
    plays: DashMap<u64, Box<[Edge]>, FxBuildHasher>,
    bytes: AtomicU64,
}

impl Plays {
    /// Returns what `act` makes of some plays, which are made if they are not there. They are locked meanwhile.
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

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Forgets all plays.
    pub(super) fn forget(&self) {
        self.plays.retain(|_, plays| {
            let bytes = ENTRY_BYTES + size_of_val::<[Edge]>(plays);
            self.bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
            false
        });
    }
}
