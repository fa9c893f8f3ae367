//! Conditions gathered for a new claim.

use super::claim::NO_LIMIT;
use crate::state::records::RecordId;

/// The conditions gathered so far, in the frame of a state's representative.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The records that the history must avoid, each once.
    pub(super) avoid: Vec<RecordId>,
    pub(super) need: Vec<RecordId>,
    /// The work of the claims that they come from.
    pub(super) work: f32,
    /// The least limit of stones of these claims.
    pub(super) stone_limit: u8,
    /// The members of `avoid` by hash, each with its round in the high half. Slots of other rounds are free.
    slots: Vec<u64>,
    /// The logarithm of the number of slots in use. A small claim uses few slots, so that they stay in the nearest
    /// cache.
    bits: u32,
    round: u32,
}

/// The logarithm of the fewest slots.
const FEWEST: u32 = 8;

/// The most slots that are kept for the next claim; with the list they take 12 MiB.
const MANY: usize = 1 << 20;

impl Default for Gathered {
    fn default() -> Self {
        Self {
            avoid: Vec::new(),
            need: Vec::new(),
            work: 0.0,
            stone_limit: NO_LIMIT,
            slots: vec![0; 1 << FEWEST],
            bits: FEWEST,
            round: 1,
        }
    }
}

impl Gathered {
    /// Makes room for `more` records to avoid.
    pub(super) fn reserve(&mut self, more: usize) {
        // At most half of the slots are taken.
        let slots = 2 * (self.avoid.len() + more);
        if slots <= 1 << self.bits {
            return;
        }
        self.bits = slots.next_power_of_two().trailing_zeros();
        if self.slots.len() < 1 << self.bits {
            self.slots.resize(1 << self.bits, 0);
        }
        self.next_round();
        let slots = &mut self.slots[..1 << self.bits];
        for &record in &self.avoid {
            insert(slots, self.round, record);
        }
    }

    /// Adds records to avoid, each if it is new. There must be room.
    #[inline]
    pub(super) fn avoid(&mut self, records: impl Iterator<Item = RecordId>) {
        let round = self.round;
        let slots = &mut self.slots[..1 << self.bits];
        self.avoid
            .extend(records.filter(|&record| insert(slots, round, record)));
    }

    /// Removes all conditions, and gives the memory of very many back.
    pub(super) fn clear(&mut self) {
        if self.slots.len() > MANY {
            *self = Self::default();
        }
        self.avoid.clear();
        self.need.clear();
        self.work = 0.0;
        self.stone_limit = NO_LIMIT;
        self.bits = FEWEST;
        self.next_round();
    }

    fn next_round(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(0);
            1
        });
    }
}

/// Returns the hash of a record, whose low bits name a slot.
///
/// Fibonacci hashing: the middle bits of the product depend on many bits of the record. The hash must have more bits
/// than any number of slots needs, or large claims crowd the first slots: with 25 bits the last claim of B+1 on 5x5,
/// with tens of millions of conditions, was not made within ten minutes.
#[inline]
fn hash(record: RecordId) -> u64 {
    u64::from(record).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 30
}

/// Inserts a record into a power of two of slots, of which those of the round are taken; `false` if it is there.
#[inline]
fn insert(slots: &mut [u64], round: u32, record: RecordId) -> bool {
    let mask = slots.len() - 1;
    let entry = u64::from(round) << u32::BITS | u64::from(record);
    let mut slot = hash(record) as usize & mask;
    loop {
        let there = &mut slots[slot];
        if *there == entry {
            return false;
        }
        if *there >> u32::BITS != u64::from(round) {
            *there = entry;
            return true;
        }
        slot = (slot + 1) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of all records needs 2<sup>33</sup> slots.
    #[test]
    fn large_claims_reach_all_slots() {
        const SLOTS: u64 = 1 << 33;
        let mut found = [0_u32; 16];
        for record in (0..=RecordId::MAX).step_by(1 << 16) {
            let slot = hash(record) % SLOTS;
            found[(slot / (SLOTS / 16)) as usize] += 1;
        }
        let even = 1 << 12;
        assert!(
            found.iter().all(|&there| there.abs_diff(even) < even / 4),
            "{found:?}"
        );
    }
}
