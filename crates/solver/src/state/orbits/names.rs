//! The names of records: a record has one for each symmetry that fixes its coloring.

use super::Orbits;
use crate::state::contest::Contest;
use crate::state::records::RecordId;

impl<C: Contest<N>, const N: usize> Orbits<C, N> {
    /// Returns the normal name of a record.
    #[inline(always)]
    pub(crate) fn normal_name(&self, record: RecordId) -> RecordId {
        if self.packing.is_asymmetric(record) {
            record
        } else {
            self.normal_of_symmetric(record)
        }
    }

    fn normal_of_symmetric(&self, record: RecordId) -> RecordId {
        let packing = self.packing;
        let orbit = packing.orbit(record);
        let element = packing.element(record);
        match packing.player(record) {
            None => packing.pack(orbit, false, None, self.normal(orbit, element)),
            Some(player) => {
                let (player, element) = self.normal_with_player(orbit, player, element);
                packing.pack(orbit, false, Some(player), element)
            }
        }
    }

    /// Carries a record to another frame, with the row of products of the symmetry, and returns its normal name there.
    #[inline]
    pub(crate) fn carried(&self, record: RecordId, products: &[u16]) -> RecordId {
        self.normal_name(self.packing.image(record, products))
    }

    /// Returns whether a word is the normal name of a record.
    pub(crate) fn is_name(&self, record: RecordId) -> bool {
        let orbit = self.packing.orbit(record);
        self.is_stored(orbit.into())
            && self.packing.element(record).index() < self.symmetry.len()
            && self.packing.is_asymmetric(record) == self.get(orbit).is_asymmetric()
            && self.normal_name(record) == record
    }

    /// Returns whether two names belong to the same record.
    #[inline]
    pub(crate) fn same(&self, one: RecordId, other: RecordId) -> bool {
        one == other
            || !self.packing.is_asymmetric(one)
                && self.packing.orbit(one) == self.packing.orbit(other)
                && self.normal_name(one) == self.normal_name(other)
    }

    /// Returns the number of stones of each player in a record.
    pub(crate) fn stones_of(&self, record: RecordId) -> [u8; N] {
        self.stones(self.packing.orbit(record), self.packing.element(record))
    }
}
