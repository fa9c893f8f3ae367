//! The slots in which orbits are stored. A slot can be freed, and then holds another orbit.

use std::sync::atomic::{AtomicI16, AtomicU8, AtomicU16, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use fixedbitset::FixedBitSet;
use koproof_rules::{Coloring, Player, PointSet};

use crate::state::evaluation::Evaluation;
use crate::state::index::{OrbitId, PARTS};

/// The stored data of an orbit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<const N: usize> {
    pub(super) representative: Coloring<1, N>,
    pub(super) score: i16,
    pub(super) evaluation: Evaluation,
    pub(super) floor: i16,
    pub(super) ceiling: i16,
    pub(super) stabilizer: u16,
}

/// One orbit: its representative and its bounds.
///
/// The fields are atomic because a freed slot is written again. Nobody reads a slot meanwhile: its number is unknown until the
/// index has it, and the index is locked.
#[derive(Debug)]
pub(crate) struct Orbit<const N: usize> {
    /// The representative, in halves of words so that an orbit has no gaps.
    stones: [[AtomicU32; 2]; N],
    score: AtomicI16,
    evaluation: AtomicI16,
    /// The stones of White's and of Black's largest chain in atari, four bits each.
    in_atari: AtomicU8,
    floor: AtomicI16,
    ceiling: AtomicI16,
    stabilizer: AtomicU16,
    /// The notes, one bit for each kind and player.
    notes: AtomicU8,
}

/// A kind of data that may exist for an orbit and a player to move. Without the note there is none, so no look-up is
/// necessary.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note {
    /// Claims.
    Claims,
    /// Proof numbers.
    Numbers,
}

impl Note {
    #[inline]
    fn bit(self, player: Player) -> u8 {
        // Players from the fifth on share bits, which only leads to unnecessary look-ups.
        1 << (self as usize * 4 + player.index() % 4)
    }
}

/// The index of the trivial stabiliser.
pub(super) const TRIVIAL: u16 = 0;

/// The mark of a free slot, in place of a stabiliser.
pub(super) const FREE: u16 = u16::MAX;

impl<const N: usize> Orbit<N> {
    fn new(body: &Body<N>) -> Self {
        let orbit = Self {
            stones: std::array::from_fn(|_| Default::default()),
            score: AtomicI16::default(),
            evaluation: AtomicI16::default(),
            in_atari: AtomicU8::default(),
            floor: AtomicI16::default(),
            ceiling: AtomicI16::default(),
            stabilizer: AtomicU16::default(),
            notes: AtomicU8::default(),
        };
        orbit.set(body);
        orbit
    }

    fn set(&self, body: &Body<N>) {
        for (player, [low, high]) in self.stones.iter().enumerate() {
            let word = body.representative.stones(Player::new(player)).words()[0];
            low.store(word as u32, Ordering::Relaxed);
            high.store((word >> u32::BITS) as u32, Ordering::Relaxed);
        }
        self.score.store(body.score, Ordering::Relaxed);
        let Evaluation { lead, in_atari } = body.evaluation;
        let [black, white] = in_atari;
        self.evaluation.store(lead, Ordering::Relaxed);
        self.in_atari.store(white << 4 | black, Ordering::Relaxed);
        self.floor.store(body.floor, Ordering::Relaxed);
        self.ceiling.store(body.ceiling, Ordering::Relaxed);
        self.stabilizer.store(body.stabilizer, Ordering::Relaxed);
        self.notes.store(0, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn representative(&self) -> Coloring<1, N> {
        Coloring::from_stones(std::array::from_fn(|player| {
            let [low, high] = [0, 1].map(|half| self.stones[player][half].load(Ordering::Relaxed));
            PointSet::from_words([u64::from(high) << u32::BITS | u64::from(low)])
        }))
    }

    /// Returns the score of the representative: between two players area, Black − White.
    #[inline]
    pub(crate) fn score(&self) -> i16 {
        self.score.load(Ordering::Relaxed)
    }

    /// Returns the evaluation of the representative for the prover, in quarter points.
    #[inline]
    pub(crate) fn evaluation(&self) -> i16 {
        self.evaluation.load(Ordering::Relaxed)
    }

    /// Counts the stones of a player's largest chain in atari in the representative; at most fifteen.
    #[inline]
    pub(crate) fn in_atari(&self, player: Player) -> u8 {
        self.in_atari.load(Ordering::Relaxed) >> (4 * player.index()) & 15
    }

    /// Returns the least score of a prover who passes for the rest of the game, tolls included.
    #[inline]
    pub(crate) fn floor(&self) -> i16 {
        self.floor.load(Ordering::Relaxed)
    }

    /// Returns the largest score of the prover while the refuter passes for the rest of the game, tolls included.
    #[inline]
    pub(crate) fn ceiling(&self) -> i16 {
        self.ceiling.load(Ordering::Relaxed)
    }

    /// Returns the index of the stabiliser.
    #[inline]
    pub(super) fn stabilizer(&self) -> u16 {
        self.stabilizer.load(Ordering::Relaxed)
    }

    /// Returns whether the slot is free, so that no orbit is here.
    pub(super) fn is_free(&self) -> bool {
        self.stabilizer() == FREE
    }

    /// Returns whether the stabiliser is trivial, so that each coloring of the orbit has one name only.
    #[inline]
    pub(crate) fn is_asymmetric(&self) -> bool {
        self.stabilizer() == TRIVIAL
    }

    /// Sets a note. Other threads may see it with a delay.
    #[inline]
    pub(crate) fn note(&self, what: Note, player: Player) {
        if !self.has(what, player) {
            self.notes.fetch_or(what.bit(player), Ordering::Relaxed);
        }
    }

    /// Returns whether a note is set.
    #[inline]
    pub(crate) fn has(&self, what: Note, player: Player) -> bool {
        self.notes.load(Ordering::Relaxed) & what.bit(player) != 0
    }
}

/// Slots by number.
#[derive(Debug)]
pub(crate) struct Slots<const N: usize> {
    slots: boxcar::Vec<Orbit<N>>,
    /// No slot below this one is free.
    next_free: Mutex<usize>,
    /// The number of free slots, so that no thread waits for the lock while there are none.
    free: AtomicUsize,
    /// The number of slots that there may be.
    most: usize,
}

impl<const N: usize> Slots<N> {
    /// Prepares for at most `most` slots.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            slots: boxcar::Vec::new(),
            next_free: Mutex::default(),
            free: AtomicUsize::new(0),
            most,
        }
    }

    /// Stores an orbit.
    ///
    /// # Panics
    /// If all slots are in use.
    pub(super) fn store(&self, body: &Body<N>) -> OrbitId {
        if self.free.load(Ordering::Relaxed) > 0 {
            let mut next = self.next_free();
            let mut slots = *next..self.len();
            if let Some(slot) = slots.find(|&slot| self.is_free(slot)) {
                *next = slot + 1;
                self.free.fetch_sub(1, Ordering::Relaxed);
                // Before the lock is released: who lists the free slots must find the others written.
                self.slots[slot].set(body);
                return slot as OrbitId;
            }
        }
        let slot = self.slots.push(Orbit::new(body));
        assert!(slot < self.most, "there are no names for more orbits");
        slot as OrbitId
    }

    #[inline]
    pub(super) fn get(&self, slot: OrbitId) -> &Orbit<N> {
        &self.slots[slot as usize]
    }

    /// Counts the slots, free ones included.
    pub(crate) fn len(&self) -> usize {
        self.slots.count()
    }

    /// Counts the slots in use.
    pub(crate) fn in_use(&self) -> usize {
        self.len() - self.free.load(Ordering::Relaxed)
    }

    /// Returns the number of slots that there may be.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Returns a number above those of all slots that are stored completely. That can be up to [`PARTS`] more than
    /// [`Self::len`], because threads may be about to store slots with smaller numbers.
    pub(crate) fn end(&self) -> usize {
        let count = self.len();
        let last = (count..count + PARTS).rfind(|&slot| self.slots.get(slot).is_some());
        last.map_or(count, |slot| slot + 1)
    }

    /// Returns a slot, and waits if another thread is about to store it.
    pub(crate) fn wait_for(&self, slot: OrbitId) -> &Orbit<N> {
        loop {
            match self.slots.get(slot as usize) {
                Some(found) => return found,
                None => std::thread::yield_now(),
            }
        }
    }

    /// Adds a free slot, which stays free until it is released.
    pub(crate) fn skip(&self) -> OrbitId {
        let free = Body {
            representative: Coloring::EMPTY,
            score: 0,
            evaluation: Evaluation::of_score(0),
            floor: 0,
            ceiling: 0,
            stabilizer: FREE,
        };
        self.slots.push(Orbit::new(&free)) as OrbitId
    }

    /// Frees slots for other orbits.
    pub(crate) fn release(&self, slots: impl Iterator<Item = usize>) {
        let mut next = self.next_free();
        for slot in slots {
            self.slots[slot].stabilizer.store(FREE, Ordering::Relaxed);
        }
        *next = 0;
        let free = (0..self.len()).filter(|&slot| self.is_free(slot));
        self.free.store(free.count(), Ordering::Relaxed);
    }

    /// Lists the free slots.
    pub(crate) fn list_free(&self) -> FixedBitSet {
        let next = self.next_free();
        (*next..self.len())
            .filter(|&slot| self.is_free(slot))
            .collect()
    }

    /// Returns whether a slot is free. One that another thread is about to store is not.
    fn is_free(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(Orbit::is_free)
    }

    fn next_free(&self) -> MutexGuard<'_, usize> {
        self.next_free
            .lock()
            .expect("no thread panics while it holds the lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(text: &str) -> Body<2> {
        Body {
            representative: Coloring::from_symbols(text).expect("a coloring"),
            score: 1,
            evaluation: Evaluation {
                lead: -2,
                in_atari: [1, 2],
            },
            floor: -3,
            ceiling: 4,
            stabilizer: 5,
        }
    }

    #[test]
    fn an_orbit_has_no_gaps() {
        assert_eq!(size_of::<Orbit<2>>(), 28);
    }

    /// As if the first of two threads were interrupted while it stores its orbit.
    #[test]
    fn an_orbit_above_one_that_is_not_stored_yet_is_below_the_end() {
        let slots = Slots::new(5);
        slots.store(&body("...."));
        assert_eq!((slots.len(), slots.end()), (1, 1));
        slots.slots.push_with(|_| {
            slots.store(&body("X..."));
            assert_eq!((slots.len(), slots.end()), (2, 3));
            assert_eq!(slots.list_free().count_ones(..), 0);
            Orbit::new(&body("O..."))
        });
        assert_eq!((slots.len(), slots.end()), (3, 3));
    }

    #[test]
    fn freed_slots_are_used_before_new_ones_and_keep_no_notes() {
        let slots = Slots::new(3);
        for text in ["X...", ".X..", "..X."] {
            let slot = slots.store(&body(text));
            slots.get(slot).note(Note::Claims, Player::BLACK);
        }
        slots.release([0, 2].into_iter());
        assert_eq!((slots.len(), slots.in_use()), (3, 1));
        assert_eq!(slots.list_free().ones().collect::<Vec<_>>(), [0, 2]);
        let is_free = [0, 1, 2].map(|slot| slots.get(slot).is_free());
        assert_eq!(is_free, [true, false, true]);
        let other = Body {
            ceiling: 9,
            ..body("OO.X")
        };
        let slot = slots.store(&other);
        assert_eq!(slot, 0);
        let orbit = slots.get(slot);
        assert_eq!(orbit.representative(), other.representative);
        let numbers = [
            orbit.score(),
            orbit.evaluation(),
            orbit.floor(),
            orbit.ceiling(),
        ];
        assert_eq!((numbers, orbit.stabilizer()), ([1, -2, -3, 9], 5));
        let in_atari = [Player::BLACK, Player::WHITE].map(|player| orbit.in_atari(player));
        assert_eq!(in_atari, [1, 2]);
        assert!(!orbit.has(Note::Claims, Player::BLACK));
        assert!(slots.get(1).has(Note::Claims, Player::BLACK));
        assert_eq!(slots.store(&other), 2);
        assert_eq!((slots.len(), slots.in_use()), (3, 3));
    }

    #[test]
    #[should_panic(expected = "no names for more orbits")]
    fn no_orbit_gets_the_name_of_another() {
        let slots = Slots::new(1);
        slots.store(&body("X..."));
        slots.store(&body(".X.."));
    }
}
