//! What threads share, apart from how: a map behind many locks, and a count.
//!
//! The proof table and the numbers of a team are written over [`Sharing`]. In production it is [`Threads`], that is
//! `DashMap` and the atomics of the standard library; the tests put the locks of a model checker in their place and so
//! run the same code under every order of the threads that the checker comes up with.

use std::fmt::Debug;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

/// A way to share.
pub(crate) trait Sharing {
    /// A shared map.
    type Map<V: Debug + Default>: SharedMap<V>;
    /// A shared count.
    type Count: SharedCount;
}

/// A map that threads share. Each entry is behind one of several locks.
///
/// The functions that are handed over run while a lock is held: they must not come back to the same map.
pub(crate) trait SharedMap<V>: Debug + Default {
    /// Reads an entry, if there is one.
    fn read<T>(&self, key: u64, act: impl FnOnce(&V) -> T) -> Option<T>;
    /// Changes an entry, which begins as the default.
    fn change<T>(&self, key: u64, act: impl FnOnce(&mut V) -> T) -> T;
    /// Goes through the entries and drops some. What is locked at a time is a part of the map: entries may come and go
    /// in the others meanwhile.
    fn retain(&self, keep: impl FnMut(u64, &mut V) -> bool);
    /// Goes through the entries, likewise part by part.
    fn for_each(&self, act: impl FnMut(u64, &V));
    /// Drops all entries, likewise part by part.
    fn clear(&self);
    /// Counts the entries, likewise part by part.
    fn len(&self) -> usize;
}

/// A count that threads share, on which nothing else depends.
pub(crate) trait SharedCount: Debug + Default {
    /// Adds and returns what was there before.
    fn add(&self, more: u64) -> u64;
    fn subtract(&self, less: u64);
    fn get(&self) -> u64;
    fn set(&self, count: u64);
}

/// The threads of the operating system.
#[derive(Debug, Default)]
pub(crate) struct Threads;

impl Sharing for Threads {
    type Map<V: Debug + Default> = DashMap<u64, V, FxBuildHasher>;
    type Count = AtomicU64;
}

impl<V: Debug + Default, S: BuildHasher + Clone + Default> SharedMap<V> for DashMap<u64, V, S> {
    #[inline]
    fn read<T>(&self, key: u64, act: impl FnOnce(&V) -> T) -> Option<T> {
        self.get(&key).map(|entry| act(&entry))
    }

    #[inline]
    fn change<T>(&self, key: u64, act: impl FnOnce(&mut V) -> T) -> T {
        act(&mut self.entry(key).or_default())
    }

    fn retain(&self, mut keep: impl FnMut(u64, &mut V) -> bool) {
        Self::retain(self, |&key, entry| keep(key, entry));
    }

    fn for_each(&self, mut act: impl FnMut(u64, &V)) {
        for entry in self {
            act(*entry.key(), entry.value());
        }
    }

    fn clear(&self) {
        Self::clear(self);
    }

    fn len(&self) -> usize {
        Self::len(self)
    }
}

impl SharedCount for AtomicU64 {
    #[inline]
    fn add(&self, more: u64) -> u64 {
        self.fetch_add(more, Ordering::Relaxed)
    }

    #[inline]
    fn subtract(&self, less: u64) {
        self.fetch_sub(less, Ordering::Relaxed);
    }

    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, count: u64) {
        self.store(count, Ordering::Relaxed);
    }
}

/// Threads under the model checker `shuttle`, which runs one at a time and takes turns at every lock and count. What it
/// does not model is that processors may see counts change in another order, which nothing here depends on.
#[cfg(test)]
pub(crate) mod model {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use shuttle::Runner;
    use shuttle::scheduler::{DfsScheduler, PctScheduler, RandomScheduler};
    use shuttle::sync::RwLock;
    use shuttle::sync::atomic::{AtomicU64, Ordering};

    use super::{Debug, SharedCount, SharedMap, Sharing};

    /// Orders that are drawn of each kind. Every one is the same in every run of a test.
    const DRAWN: usize = 400;

    /// Runs a scene under orders drawn evenly and under orders in which a thread is left behind.
    pub(crate) fn under_many_orders(scene: impl Fn() + Send + Sync + 'static) {
        let scene = Arc::new(scene);
        let again = Arc::clone(&scene);
        let evenly = RandomScheduler::new_from_seed(5, DRAWN);
        let behind = PctScheduler::new_from_seed(5, 3, DRAWN);
        let evenly = Runner::new(evenly, Default::default()).run(move || scene());
        let behind = Runner::new(behind, Default::default()).run(move || again());
        assert_eq!((evenly, behind), (DRAWN, DRAWN));
    }

    /// Runs a short scene under every order there is, and returns how many these are.
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
        type Map<V: Debug + Default> = Parts<V>;
        type Count = AtomicU64;
    }

    /// As many parts as it takes for some keys to share a lock and others not. In a tree, so that every run is the
    /// same.
    #[derive(Debug, Default)]
    pub(crate) struct Parts<V>([RwLock<BTreeMap<u64, V>>; 2]);

    impl<V> Parts<V> {
        fn part(&self, key: u64) -> &RwLock<BTreeMap<u64, V>> {
            &self.0[(key % 2) as usize]
        }
    }

    impl<V: Debug + Default> SharedMap<V> for Parts<V> {
        fn read<T>(&self, key: u64, act: impl FnOnce(&V) -> T) -> Option<T> {
            let part = self.part(key).read().expect("no thread panics");
            part.get(&key).map(act)
        }

        fn change<T>(&self, key: u64, act: impl FnOnce(&mut V) -> T) -> T {
            let mut part = self.part(key).write().expect("no thread panics");
            act(part.entry(key).or_default())
        }

        fn retain(&self, mut keep: impl FnMut(u64, &mut V) -> bool) {
            for part in &self.0 {
                let mut part = part.write().expect("no thread panics");
                part.retain(|&key, entry| keep(key, entry));
            }
        }

        fn for_each(&self, mut act: impl FnMut(u64, &V)) {
            for part in &self.0 {
                let part = part.read().expect("no thread panics");
                part.iter().for_each(|(&key, entry)| act(key, entry));
            }
        }

        fn clear(&self) {
            for part in &self.0 {
                part.write().expect("no thread panics").clear();
            }
        }

        fn len(&self) -> usize {
            let parts = self.0.iter();
            parts
                .map(|part| part.read().expect("no thread panics").len())
                .sum()
        }
    }

    impl SharedCount for AtomicU64 {
        fn add(&self, more: u64) -> u64 {
            self.fetch_add(more, Ordering::Relaxed)
        }

        fn subtract(&self, less: u64) {
            self.fetch_sub(less, Ordering::Relaxed);
        }

        fn get(&self) -> u64 {
            self.load(Ordering::Relaxed)
        }

        fn set(&self, count: u64) {
            self.store(count, Ordering::Relaxed);
        }
    }
}
