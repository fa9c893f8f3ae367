//! Interfaces of shared data: a map behind many locks, and a count.
//!
//! The proof table is written over [`Sharing`]. In production it is [`Threads`], that is
//! `DashMap` and the atomics of the standard library; the tests replace it by the locks of a model checker, and so run
//! the same code under every schedule that the checker generates.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

/// A kind of shared data.
pub(crate) trait Sharing {
    /// A shared map.
    type Map<K: Key, V: Debug + Default>: SharedMap<K, V>;
    /// A shared count.
    type Count: SharedCount;
}

/// A key of a map.
pub(crate) trait Key: Copy + Debug + Ord + Hash + Into<u64> {}

impl<K: Copy + Debug + Ord + Hash + Into<u64>> Key for K {}

/// A map that threads share. Each entry is behind one of several locks.
///
/// The functions that are passed in run while a lock is held, so they must not use the same map.
pub(crate) trait SharedMap<K, V>: Debug {
    /// Makes an empty map.
    fn new() -> Self;
    /// Reads an entry, if there is one.
    fn read<T>(&self, key: K, act: impl FnOnce(&V) -> T) -> Option<T>;
    /// Changes an entry, which starts as the default.
    fn change<T>(&self, key: K, act: impl FnOnce(&mut V) -> T) -> T;
    /// Keeps only the entries for which `keep` returns true, and gives back places if few are left. It locks one part of
    /// the map at a time; entries of the other parts may change meanwhile.
    fn retain(&self, keep: impl FnMut(&mut V) -> bool);
    /// Calls a function with every entry, part by part. The order depends only on what was added and dropped, and when.
    fn for_each(&self, act: impl FnMut(K, &V));
}

/// A count that threads share, on which nothing else depends.
pub(crate) trait SharedCount: Debug + Default {
    fn add(&self, more: u64);
    /// Subtracts, down to 0 at most: a count of bytes may have missed some that were there before.
    fn subtract(&self, less: u64);
    fn set(&self, count: u64);
    fn get(&self) -> u64;
}

/// The threads of the operating system.
#[derive(Debug, Default)]
pub(crate) struct Threads;

impl Sharing for Threads {
    type Map<K: Key, V: Debug + Default> = DashMap<K, V, FxBuildHasher>;
    type Count = AtomicU64;
}

/// The number of parts of a map. It is the same on every machine, because certificates list claims in the order of the parts.
const PARTS: usize = 256;

impl<K: Key, V: Debug + Default> SharedMap<K, V> for DashMap<K, V, FxBuildHasher> {
    fn new() -> Self {
        Self::with_hasher_and_shard_amount(FxBuildHasher, PARTS)
    }

    #[inline]
    fn read<T>(&self, key: K, act: impl FnOnce(&V) -> T) -> Option<T> {
        self.get(&key).map(|entry| act(&entry))
    }

    #[inline]
    fn change<T>(&self, key: K, act: impl FnOnce(&mut V) -> T) -> T {
        act(&mut self.entry(key).or_default())
    }

    fn retain(&self, mut keep: impl FnMut(&mut V) -> bool) {
        Self::retain(self, |_, entry| keep(entry));
        if self.len() < self.capacity() / 4 {
            self.shrink_to_fit();
        }
    }

    fn for_each(&self, mut act: impl FnMut(K, &V)) {
        for entry in self {
            act(*entry.key(), entry.value());
        }
    }
}

impl SharedCount for AtomicU64 {
    #[inline]
    fn add(&self, more: u64) {
        self.fetch_add(more, Ordering::Relaxed);
    }

    #[inline]
    fn subtract(&self, less: u64) {
        if less > 0 {
            let rest = |count: u64| Some(count.saturating_sub(less));
            // It always has a rest.
            let _ = self.try_update(Ordering::Relaxed, Ordering::Relaxed, rest);
        }
    }

    fn set(&self, count: u64) {
        self.store(count, Ordering::Relaxed);
    }

    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
}

/// Threads under the model checker `shuttle`, which runs one thread at a time and can switch at every lock and count.
/// It does not model that processors may see counts change in another order; nothing here depends on that order.
#[cfg(test)]
pub(crate) mod model {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use shuttle::Runner;
    use shuttle::scheduler::{DfsScheduler, PctScheduler, RandomScheduler};
    use shuttle::sync::RwLock;
    use shuttle::sync::atomic::{AtomicU64, Ordering};

    use super::{Debug, Key, SharedCount, SharedMap, Sharing};

    /// The number of random schedules of each kind. They are the same in every run of a test.
    const DRAWN: usize = 400;

    /// Runs a scene under uniformly random schedules, and under schedules in which one thread falls behind.
    pub(crate) fn under_many_orders(scene: impl Fn() + Send + Sync + 'static) {
        let scene = Arc::new(scene);
        let again = Arc::clone(&scene);
        let evenly = RandomScheduler::new_from_seed(5, DRAWN);
        let behind = PctScheduler::new_from_seed(5, 3, DRAWN);
        let evenly = Runner::new(evenly, Default::default()).run(move || scene());
        let behind = Runner::new(behind, Default::default()).run(move || again());
        assert_eq!((evenly, behind), (DRAWN, DRAWN));
    }

    /// Runs a short scene under every schedule, and returns their number.
    ///
    /// # Panics
    /// If they are too many.
    pub(crate) fn under_every_order(scene: impl Fn() + Send + Sync + 'static) -> usize {
        const MAX: usize = 100_000;
        let scheduler = DfsScheduler::new(Some(MAX), false);
        let orders = Runner::new(scheduler, Default::default()).run(scene);
        assert!(orders < MAX, "the scene is too long");
        orders
    }

    #[derive(Debug, Default)]
    pub(crate) struct Modelled;

    impl Sharing for Modelled {
        type Map<K: Key, V: Debug + Default> = Parts<K, V>;
        type Count = AtomicU64;
    }

    /// Two parts, so that some keys share a lock and others do not. Each part is a tree, so that every run is the same.
    #[derive(Debug)]
    pub(crate) struct Parts<K, V>([RwLock<BTreeMap<K, V>>; 2]);

    impl<K: Key, V> Parts<K, V> {
        fn part(&self, key: K) -> &RwLock<BTreeMap<K, V>> {
            &self.0[(key.into() % 2) as usize]
        }
    }

    impl<K: Key, V: Debug + Default> SharedMap<K, V> for Parts<K, V> {
        fn new() -> Self {
            Self([(); 2].map(|()| RwLock::new(BTreeMap::new())))
        }

        fn read<T>(&self, key: K, act: impl FnOnce(&V) -> T) -> Option<T> {
            let part = self.part(key).read().expect("no thread panics");
            part.get(&key).map(act)
        }

        fn change<T>(&self, key: K, act: impl FnOnce(&mut V) -> T) -> T {
            let mut part = self.part(key).write().expect("no thread panics");
            act(part.entry(key).or_default())
        }

        fn retain(&self, mut keep: impl FnMut(&mut V) -> bool) {
            for part in &self.0 {
                let mut part = part.write().expect("no thread panics");
                part.retain(|_, entry| keep(entry));
            }
        }

        fn for_each(&self, mut act: impl FnMut(K, &V)) {
            for part in &self.0 {
                let part = part.read().expect("no thread panics");
                part.iter().for_each(|(&key, entry)| act(key, entry));
            }
        }
    }

    impl SharedCount for AtomicU64 {
        fn add(&self, more: u64) {
            self.fetch_add(more, Ordering::Relaxed);
        }

        // It wraps, so that a test sees where the same bytes are subtracted twice.
        fn subtract(&self, less: u64) {
            self.fetch_sub(less, Ordering::Relaxed);
        }

        fn set(&self, count: u64) {
            self.store(count, Ordering::Relaxed);
        }

        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::*;

    /// With four parts for each processor, certificates had other bytes on other machines.
    #[test]
    fn entries_are_listed_in_the_order_of_the_same_parts_everywhere() {
        let map: DashMap<u64, u64, FxBuildHasher> = SharedMap::new();
        for key in 0..5_000 {
            SharedMap::change(&map, key, |entry| *entry = key);
        }
        let mut listed = Vec::new();
        // DashMap leaves the first seven bits of a hash to the part's own table.
        let part = |key: u64| FxBuildHasher.hash_one(key) << 7 >> (64 - PARTS.ilog2());
        map.for_each(|key, _| listed.push(part(key)));
        assert!(listed.is_sorted(), "{listed:?}");
        listed.dedup();
        assert_eq!(listed.len(), PARTS);
    }
}
