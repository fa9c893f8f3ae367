//! The history of the line of play being searched, as a bit for every name of every record.

use koproof_rules::Element;

use super::contest::Contest;
use super::orbits::Orbits;
use super::records::{Packing, RecordId};

/// A growing bit set of words.
#[derive(Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    pub(crate) fn contains(&self, bit: u32) -> bool {
        self.0
            .get(bit as usize / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Adds a bit and tells whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, bit: u32) -> bool {
        let index = bit as usize / 64;
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), 0);
        }
        let old = self.0[index];
        self.0[index] |= 1 << (bit % 64);
        old != self.0[index]
    }

    #[inline]
    pub(crate) fn remove(&mut self, bit: u32) {
        self.0[bit as usize / 64] &= !(1 << (bit % 64));
    }
}

/// The history of the current line: every name of every record is marked, so that a record carried over from
/// another frame is looked up without being normalised.
#[derive(Debug, Default)]
pub(crate) struct Path {
    marks: Bits,
    records: Vec<RecordId>,
}

impl Path {
    /// Returns whether the history holds the record, under any of its names.
    #[inline]
    pub(crate) fn contains(&self, record: RecordId) -> bool {
        self.marks.contains(record)
    }

    /// Adds a record and tells whether it is new.
    pub(crate) fn push<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        record: RecordId,
    ) -> bool {
        if self.marks.contains(record) {
            return false;
        }
        for_names(orbits, packing, record, |name| {
            self.marks.insert(name);
        });
        self.records.push(record);
        true
    }

    /// Takes out the last record that was new.
    pub(crate) fn pop<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
    ) {
        let record = self
            .records
            .pop()
            .expect("only records that were pushed are popped");
        for_names(orbits, packing, record, |name| self.marks.remove(name));
    }

    /// Replaces the history by the records given.
    pub(crate) fn reset<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        records: &[RecordId],
    ) {
        while !self.records.is_empty() {
            self.pop(orbits, packing);
        }
        for &record in records {
            self.push(orbits, packing, record);
        }
    }
}

/// Does something with every name of a record.
#[inline]
fn for_names<C: Contest<N>, const N: usize>(
    orbits: &Orbits<C, N>,
    packing: Packing,
    record: RecordId,
    mut act: impl FnMut(RecordId),
) {
    if packing.is_asymmetric(record) {
        return act(record);
    }
    let orbit = packing.orbit(record);
    let player = packing.player(record);
    let products = orbits.symmetry.products_of(packing.element(record));
    for &fixing in &orbits.stabilizer(orbit).elements {
        let player = player.map(|player| orbits.symmetry.player(fixing, player));
        let element = Element::from_index(usize::from(products[fixing.index()]));
        act(packing.pack(orbit, false, player, element));
    }
}
