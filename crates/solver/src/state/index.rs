//! An index of orbits by their representatives. It does not store the representatives, so a slot takes five bytes.

use std::hash::Hasher;
use std::sync::RwLock;

use hashbrown::HashTable;
use koproof_rules::{Coloring, Player};
use rustc_hash::FxHasher;

/// The number of an orbit's slot. A sweep may free it for another orbit.
pub(crate) type OrbitId = u32;

/// The number of locks, so at most as many orbits are about to be stored.
pub(super) const PARTS: usize = 256;

/// The size of an orbit in the index, in bytes; half to seven eighths of the slots are in use.
pub(super) const SLOT_BYTES: usize = 8;

const SOUND: &str = "another thread has panicked";

/// A hash table of numbers, in parts behind a lock each.
#[derive(Debug)]
pub(super) struct Index([RwLock<HashTable<OrbitId>>; PARTS]);

impl Default for Index {
    fn default() -> Self {
        Self(std::array::from_fn(|_| RwLock::default()))
    }
}

impl Index {
    /// Returns the orbit with this hash that `is` recognises.
    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl Fn(OrbitId) -> bool) -> Option<OrbitId> {
        let part = self.part(hash).read().expect(SOUND);
        part.find(hash, |&orbit| is(orbit)).copied()
    }

    #[inline]
    fn part(&self, hash: u64) -> &RwLock<HashTable<OrbitId>> {
        // The table itself uses the lowest bits and the highest seven.
        &self.0[(hash >> 48) as usize % PARTS]
    }

    /// Returns the orbit with this hash that `is` recognises. If there is none, `prepare` does the work for a new one
    /// without a lock, and `store` stores it, unless another thread has been faster; `hash_of` gives the hash of any
    /// orbit.
    #[inline]
    pub(super) fn find_or_insert<B>(
        &self,
        hash: u64,
        is: impl Fn(OrbitId) -> bool,
        prepare: impl FnOnce() -> B,
        store: impl FnOnce(B) -> OrbitId,
        hash_of: impl Fn(OrbitId) -> u64,
    ) -> OrbitId {
        if let Some(orbit) = self.find(hash, &is) {
            return orbit;
        }
        let new = prepare();
        let mut part = self.part(hash).write().expect(SOUND);
        let entry = part.entry(hash, |&orbit| is(orbit), |&orbit| hash_of(orbit));
        *entry.or_insert_with(|| store(new)).get()
    }

    /// Keeps only the orbits for which `keep` returns true.
    pub(super) fn retain(&self, keep: impl Fn(OrbitId) -> bool) {
        for part in &self.0 {
            part.write().expect(SOUND).retain(|&mut orbit| keep(orbit));
        }
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
