//! Orbits by their representatives, which are not stored again: a slot is five bytes.

use std::hash::Hasher;
use std::sync::RwLock;

use hashbrown::HashTable;
use koproof_rules::{Coloring, Player};
use rustc_hash::FxHasher;

/// The number of an orbit, in order of first meeting.
pub(crate) type OrbitId = u32;

/// How many locks there are.
const PARTS: usize = 64;

/// What an orbit takes in the index, in bytes: slots are half to seven eighths full.
pub(super) const SLOT_BYTES: usize = 8;

/// A hash table of numbers, in parts behind a lock each.
#[derive(Debug)]
pub(super) struct Index([RwLock<HashTable<OrbitId>>; PARTS]);

impl Default for Index {
    fn default() -> Self {
        Self(std::array::from_fn(|_| RwLock::default()))
    }
}

impl Index {
    /// Returns the orbit with this hash that `is` recognises. If there is none, `make` makes it; `hash_of` gives the hash of
    /// any orbit.
    #[inline]
    pub(super) fn find_or_insert(
        &self,
        hash: u64,
        is: impl Fn(OrbitId) -> bool,
        make: impl FnOnce() -> OrbitId,
        hash_of: impl Fn(OrbitId) -> u64,
    ) -> OrbitId {
        // The table itself looks at the lowest bits and at the highest seven.
        let part = &self.0[(hash >> 48) as usize % PARTS];
        let is = |&orbit: &OrbitId| is(orbit);
        let sound = "no thread panics while it holds the lock";
        if let Some(&orbit) = part.read().expect(sound).find(hash, is) {
            return orbit;
        }
        let mut part = part.write().expect(sound);
        let entry = part.entry(hash, is, |&orbit| hash_of(orbit));
        *entry.or_insert_with(make).get()
    }
}

/// Hashes a coloring.
#[inline]
pub(super) fn hash<const N: usize>(coloring: &Coloring<1, N>) -> u64 {
    let mut hasher = FxHasher::default();
    for player in 0..N {
        hasher.write_u64(coloring.stones(Player::new(player)).words()[0]);
    }
    hasher.finish()
}
