//! Proof numbers, and the table in which a search keeps them.

use rustc_hash::FxHashMap;

use super::keys::STAYS;
use crate::effort::Effort;
use crate::state::kept_numbers::KeptNumbers;
use crate::state::side::Side;

/// Numbers that a search remembers, for the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remembered {
    pub(crate) numbers: Effort,
    /// The score that the prover wanted at the root.
    pub(crate) target: i16,
}

impl Remembered {
    /// Returns the numbers for another target: the number of the side whose goal is further than it was grows by
    /// `growth` sixteenths for each point, and the other one stays.
    #[inline]
    pub(crate) fn for_target(self, target: i16, mover: Side, growth: u64) -> Effort {
        if target == self.target || growth == 0 {
            return self.numbers;
        }
        let mut numbers = self.numbers.for_prover(mover);
        let points = u64::from(target.abs_diff(self.target));
        let further = if target > self.target {
            &mut numbers.proof
        } else {
            &mut numbers.disproof
        };
        let number = u64::from(*further);
        let grown = number + number * points * growth / 16;
        *further = grown.min(u64::from(MAX_NUMBER.max(*further))) as u32;
        numbers.for_prover(mover)
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

impl Summation {
    /// Returns the disproof number of a state from the sum of those of its moves, the largest, and the number of the
    /// other moves.
    pub(crate) fn of(self, sum: u64, largest: u64, others: u64) -> u32 {
        let all = match self {
            Self::Plain => sum,
            Self::Weak => largest + others,
        };
        all.min(u64::from(MAX_NUMBER)) as u32
    }
}

/// Larger than every proof number.
pub(crate) const INFINITY: u32 = u32::MAX;

/// The largest sum of proof numbers.
pub(crate) const MAX_NUMBER: u32 = 1 << 30;

/// Returns the sum of both logarithms, at most 62.
fn size(of: &Remembered) -> usize {
    let Effort { proof, disproof } = of.numbers;
    (proof.max(1).ilog2() + disproof.max(1).ilog2()) as usize
}

/// Drops the numbers whose size, the sum of both logarithms, is at most the mean, but leaves `least` numbers.
fn forget_small(numbers: &mut FxHashMap<u64, Remembered>, least: usize) {
    let mean = numbers.values().map(size).sum::<usize>() / numbers.len();
    let mut left = numbers.len();
    numbers.retain(|_, of| {
        let stays = left <= least || size(of) > mean;
        left -= usize::from(!stays);
        stays
    });
}

/// The numbers of a search: by actual state, and as hints by state up to symmetry.
#[derive(Debug)]
pub(crate) struct NumberTable {
    numbers: FxHashMap<u64, Remembered>,
    /// The numbers that fit into the slots of the map.
    fits: usize,
    /// The most that are kept: as many as fit into some power of two of slots.
    max: usize,
}

impl NumberTable {
    /// The size of a slot in bytes: a key, its numbers and a control byte.
    pub(crate) const SLOT: u64 = size_of::<(u64, Remembered)>() as u64 + 1;

    /// Makes an empty one for so many numbers.
    pub(crate) fn new(max: usize) -> Self {
        Self {
            numbers: FxHashMap::default(),
            fits: 0,
            max,
        }
    }

    /// Returns the numbers of a state, if there are any.
    #[inline]
    pub(crate) fn get(&self, state: u64) -> Option<Remembered> {
        self.numbers.get(&state).copied()
    }

    /// Stores the numbers of a state. If there are too many, the small ones are dropped: they are soon found again.
    #[inline]
    pub(crate) fn keep(&mut self, state: u64, kept: Remembered) {
        if self.numbers.len() == self.numbers.capacity() {
            self.make_room();
        }
        self.numbers.insert(state, kept);
    }

    /// Makes room when no slot is free; the slots of dropped numbers are not free yet. The map doubles, unless at most half of
    /// its slots are in use. If it must not grow, numbers are dropped until at most half are in use.
    #[cold]
    fn make_room(&mut self) {
        let half = self.max / 2 - 1;
        if self.fits >= self.max && self.numbers.len() > half {
            forget_small(&mut self.numbers, 0);
            while self.numbers.len() > half {
                forget_small(&mut self.numbers, half);
            }
        }
        self.numbers.reserve(1);
        self.fits = self.fits.max(self.numbers.capacity());
    }

    /// Lists at most so many numbers with their keys: the largest, by the sum of both logarithms.
    pub(crate) fn largest(&self, most: usize) -> Vec<KeptNumbers> {
        let mut of_size = [0_usize; 64];
        for of in self.numbers.values() {
            of_size[size(of)] += 1;
        }
        let mut left = most;
        let is_too_many = |&size: &usize| {
            let fits = of_size[size] <= left;
            left -= if fits { of_size[size] } else { 0 };
            !fits
        };
        let split = (0..of_size.len()).rev().find(is_too_many);
        let mut is_listed = |of: &Remembered| match split {
            None => true,
            Some(split) if size(of) == split => {
                let fits = left > 0;
                left -= usize::from(fits);
                fits
            }
            Some(split) => size(of) > split,
        };
        let listed = self.numbers.iter();
        listed
            .filter(|(_, of)| is_listed(of))
            .map(|(&key, &Remembered { numbers, target })| KeptNumbers {
                key,
                numbers,
                target,
            })
            .collect()
    }

    /// Drops the small numbers.
    pub(crate) fn forget_small(&mut self) {
        if !self.numbers.is_empty() {
            forget_small(&mut self.numbers, 0);
        }
    }

    /// Lists the states that have numbers.
    pub(crate) fn states(&self) -> impl Iterator<Item = u64> {
        self.numbers.keys().copied()
    }

    /// Drops the numbers that are not to stay.
    pub(crate) fn forget_passing(&mut self) {
        self.numbers.retain(|state, _| state & STAYS != 0);
    }

    /// Returns the approximate size of the numbers in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.fits as u64 * Self::SLOT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_side_whose_goal_is_further_grows() {
        let remembered = Remembered {
            numbers: Effort {
                proof: 8,
                disproof: 20,
            },
            target: 3,
        };
        let of = |target, mover, growth| {
            let Effort { proof, disproof } = remembered.for_target(target, mover, growth);
            (proof, disproof)
        };
        assert_eq!(of(3, Side::Prover, 4), (8, 20));
        assert_eq!(of(5, Side::Prover, 4), (12, 20));
        assert_eq!(of(1, Side::Prover, 4), (8, 30));
        assert_eq!(of(5, Side::Refuter, 4), (8, 30));
        assert_eq!(of(1, Side::Refuter, 4), (12, 20));
        assert_eq!(of(5, Side::Prover, 0), (8, 20));
        assert_eq!(of(5, Side::Prover, u64::from(u32::MAX)), (MAX_NUMBER, 20));
    }

    #[test]
    fn the_largest_numbers_are_listed() {
        let mut table = NumberTable::new(1 << 10);
        for key in 0..100 {
            let numbers = Effort {
                proof: 1 << (key % 10),
                disproof: 1 << (key % 3),
            };
            table.keep(key, Remembered { numbers, target: 7 });
        }
        assert_eq!(table.largest(100).len(), 100);
        for most in [0, 1, 9, 10, 47, 99] {
            let listed = table.largest(most);
            assert_eq!(listed.len(), most);
            let size = |key: u64| (key % 10) + (key % 3);
            let is_listed = |key: &u64| listed.iter().any(|kept| kept.key == *key);
            let (within, without): (Vec<u64>, Vec<u64>) = (0..100).partition(is_listed);
            let least = within.into_iter().map(size).min();
            let largest = without.into_iter().map(size).max();
            assert!(least.is_none() || least >= largest, "{most}");
        }
    }

    /// Numbers that were dropped leave marks in a map, which count as used places until the map is tidied.
    #[test]
    fn a_table_never_outgrows_its_limit() {
        const MAX: usize = (1 << 10) / 8 * 7;
        let mut table = NumberTable::new(MAX);
        for state in 0..1_u64 << 16 {
            let lasting = if state % 3 > 0 { STAYS } else { 0 };
            let size = 1 << (state % 7);
            let kept = Remembered {
                numbers: Effort {
                    proof: size,
                    disproof: size,
                },
                target: 0,
            };
            table.keep(state | lasting, kept);
            if state % 500 == 0 {
                table.forget_passing();
            }
            assert!(table.numbers.capacity() <= MAX, "after {state}");
            assert!(table.get(state | lasting).is_some() || state % 500 == 0);
        }
    }
}
