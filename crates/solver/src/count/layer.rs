//! Layers: states with the number of ways to each, and the step from one layer to the next.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::mem::size_of;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigUint;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::meter::Meter;
use super::number::Number;
use crate::budget::stopped::Stopped;

/// A state in `W` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Hash for Key<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const W: usize> Key<W> {
    /// Returns the shard that the state belongs to. It does not depend on the bits that the maps use.
    #[inline]
    fn shard(&self) -> usize {
        let mixed = self.0.iter().fold(0_u64, |mixed, &word| {
            (mixed.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> (u64::BITS - SHARDS.trailing_zeros())) as usize
    }
}

/// The number of parts of a layer: enough that threads seldom wait for each other. A power of two.
const SHARDS: usize = 64;

/// The number of states that a thread takes at a time.
const CHUNK: usize = 2048;

/// The successors of states. Ways that meet in one state are counted together from there on.
pub(super) trait Transfer<const W: usize>: Sync {
    /// Returns the first state.
    fn start(&self) -> Key<W>;

    /// Returns the number of steps after which the count ends, if it does not run out of states before.
    fn steps(&self) -> usize;

    /// Calls `found` for every successor of a state that was reached in `step` steps.
    fn successors(&self, step: usize, state: Key<W>, found: &mut impl FnMut(Key<W>));

    /// Estimates the number of states in the layers to come from the sizes of the layers so far, including the current
    /// one.
    fn expected(&self, sizes: &[u64]) -> Option<u64>;
}

/// All states that are reached in the same number of steps, each once, with the number of ways to it.
#[derive(Clone, Debug)]
pub(super) struct Layer<const W: usize, C> {
    shards: Vec<Vec<(Key<W>, C)>>,
}

/// The reason why there is no next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A count does not fit its number.
    TooNarrow,
    /// A limit is reached.
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

type Shard<const W: usize, C> = Mutex<HashMap<Key<W>, C, FxBuildHasher>>;

impl<const W: usize, C: Number> Layer<W, C> {
    /// Makes a layer with one state.
    pub(super) fn of(state: Key<W>, ways: C) -> Self {
        Self {
            shards: vec![vec![(state, ways)]],
        }
    }

    /// Counts the states.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// Adds up the ways to all states.
    pub(super) fn ways(&self) -> BigUint {
        let sum = Mutex::new(BigUint::ZERO);
        let summed: Result<(), Infallible> = on_all_threads(self.shards.len(), &|index| {
            let mut part = BigUint::ZERO;
            for (_, ways) in &self.shards[index] {
                ways.add_to(&mut part);
            }
            *sum.lock().expect("no thread panicked") += part;
            Ok(())
        });
        let Ok(()) = summed;
        sum.into_inner().expect("no thread panicked")
    }

    /// Returns the same layer, counted in wider numbers.
    pub(super) fn widen(&self) -> Layer<W, C::Wider> {
        let widen = |shard: &Vec<(Key<W>, C)>| {
            let shard = shard.iter();
            shard.map(|(state, ways)| (*state, ways.widen())).collect()
        };
        Layer {
            shards: self.shards.iter().map(widen).collect(),
        }
    }

    /// Takes one step from every state. The result does not depend on the number of threads.
    pub(super) fn next(
        &self,
        transfer: &impl Transfer<W>,
        step: usize,
        meter: &Meter<'_>,
    ) -> Result<Self, Halt> {
        let shards: Vec<Shard<W, C>> = (0..SHARDS).map(|_| Mutex::default()).collect();
        let held = AtomicU64::new((self.len() * size_of::<(Key<W>, C)>()) as u64);
        let chunks = self.shards.iter().flat_map(|shard| shard.chunks(CHUNK));
        let chunks: Vec<&[(Key<W>, C)]> = chunks.collect();
        on_all_threads(chunks.len(), &|index| {
            let chunk = chunks[index];
            meter.spend(chunk.len() as u64)?;
            let mut found: Vec<Vec<(Key<W>, C)>> = vec![Vec::new(); SHARDS];
            for (state, ways) in chunk {
                transfer.successors(step, *state, &mut |next| {
                    found[next.shard()].push((next, ways.clone()));
                });
            }
            let mut grown = 0;
            for (shard, found) in shards.iter().zip(found) {
                grown += merge(shard, found)?;
            }
            meter.done(chunk.len() as u64);
            let held = held.fetch_add(grown, Ordering::Relaxed) + grown;
            Ok::<(), Halt>(meter.holds(held)?)
        })?;
        let held = held.into_inner();
        let lists = Mutex::new(vec![Vec::new(); SHARDS]);
        on_all_threads(SHARDS, &|index| {
            let map = std::mem::take(&mut *shards[index].lock().expect("no thread panicked"));
            let list = map.into_iter().collect();
            lists.lock().expect("no thread panicked")[index] = list;
            Ok::<(), Halt>(meter.holds(held)?)
        })?;
        Ok(Self {
            shards: lists.into_inner().expect("no thread panicked"),
        })
    }
}

/// Does a number of pieces of work on all threads, until all are done or one fails.
///
/// The work is behind one type, so that rayon's code is compiled once, not for each count.
fn on_all_threads<E: Send>(
    pieces: usize,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Result<(), E> {
    (0..pieces).into_par_iter().try_for_each(work)
}

/// Adds entries to a shard and returns its growth in bytes.
fn merge<const W: usize, C: Number>(
    shard: &Shard<W, C>,
    found: Vec<(Key<W>, C)>,
) -> Result<u64, Halt> {
    if found.is_empty() {
        return Ok(0);
    }
    let mut map = shard.lock().expect("no thread panics with a shard locked");
    let before = map.capacity();
    for (state, ways) in found {
        match map.entry(state) {
            Entry::Vacant(entry) => {
                entry.insert(ways);
            }
            Entry::Occupied(mut entry) => {
                if !entry.get_mut().add(&ways) {
                    return Err(Halt::TooNarrow);
                }
            }
        }
    }
    // A slot takes an entry and a byte, and a full map has one slot in eight free.
    let slot = size_of::<(Key<W>, C)>() + 1;
    Ok(((map.capacity() - before) * slot * 8 / 7) as u64)
}
