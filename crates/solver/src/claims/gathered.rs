//! Conditions gathered for a new claim.

use crate::state::records::RecordId;

/// The conditions gathered so far, in the frame of a state's representative.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The records that the history must avoid, each once.
    pub(super) avoid: Vec<RecordId>,
    pub(super) need: Vec<RecordId>,
    /// The members of `avoid` by hash, each with its round. Slots of other rounds are free.
    slots: Vec<(u32, RecordId)>,
    /// The number of slots in use, minus one. A small claim uses few slots, so that they stay in the nearest cache.
    mask: usize,
    round: u32,
}

/// The fewest slots.
const FEWEST: usize = 256;

impl Default for Gathered {
    fn default() -> Self {
        Self {
            avoid: Vec::new(),
            need: Vec::new(),
            slots: vec![(0, 0); FEWEST],
            mask: FEWEST - 1,
            round: 1,
        }
    }
}

impl Gathered {
    /// Makes room for `more` records to avoid.
    pub(super) fn reserve(&mut self, more: usize) {
        // At most half of the slots are taken.
        let slots = 2 * (self.avoid.len() + more);
        if slots <= self.mask {
            return;
        }
        self.mask = slots.next_power_of_two() - 1;
        if self.slots.len() <= self.mask {
            self.slots.resize(self.mask + 1, (0, 0));
        }
        self.next_round();
        for &record in &self.avoid {
            let mut slot = first(record, self.mask);
            while self.slots[slot].0 == self.round {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = (self.round, record);
        }
    }

    /// Adds a record to avoid, if it is new.
    #[inline]
    pub(super) fn avoid(&mut self, record: RecordId) {
        let mut slot = first(record, self.mask);
        while self.slots[slot].0 == self.round {
            if self.slots[slot].1 == record {
                return;
            }
            slot = (slot + 1) & self.mask;
        }
        self.slots[slot] = (self.round, record);
        self.avoid.push(record);
    }

    /// Removes all conditions.
    pub(super) fn clear(&mut self) {
        self.avoid.clear();
        self.need.clear();
        self.mask = FEWEST - 1;
        self.next_round();
    }

    fn next_round(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.slots.fill((0, 0));
            1
        });
    }
}

/// Returns the first slot to search for a record.
#[inline]
fn first(record: RecordId, mask: usize) -> usize {
    // Fibonacci hashing: the high bits of the product depend on all bits of the record.
    (record.wrapping_mul(0x9E37_79B9) >> 7) as usize & mask
}
