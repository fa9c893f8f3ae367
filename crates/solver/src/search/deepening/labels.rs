//! Labels of records: small numbers, so that a history is a set of bits.

use fixedbitset::FixedBitSet;
use koproof_rules::Element;

use crate::state::Shared;
use crate::state::contest::Contest;
use crate::state::records::RecordId;

/// The number of a record, in the order in which a search first meets them.
pub(super) type Label = u32;

/// The labels of the records met so far.
#[derive(Debug)]
pub(super) struct Labels<'s, C, const N: usize> {
    pub(super) shared: &'s Shared<C, N>,
    /// By record, under any of its names; 0 before it is met.
    labels: Vec<Label>,
    /// By label. The first labels belong to no record.
    records: Vec<RecordId>,
}

/// Returns the label of a number of passes.
pub(super) fn of_passes(passes: u8) -> Label {
    passes.into()
}

impl<'s, C: Contest<N>, const N: usize> Labels<'s, C, N> {
    /// Reserves a label for each number of passes that may just have been made.
    pub(super) fn new(shared: &'s Shared<C, N>) -> Self {
        Self {
            shared,
            labels: Vec::new(),
            records: vec![0; shared.players()],
        }
    }

    /// Returns whether no record has a label.
    pub(super) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Returns the label of a record, given by any of its names.
    #[inline]
    pub(super) fn of(&mut self, record: RecordId) -> Label {
        match self.labels.get(record as usize) {
            Some(&label) if label != 0 => label,
            _ => self.make(record),
        }
    }

    #[cold]
    fn make(&mut self, record: RecordId) -> Label {
        let normal = self.shared.orbits.normal_name(record);
        let most = record.max(normal) as usize;
        if self.labels.len() <= most {
            self.labels.resize(most + 1, 0);
        }
        if self.labels[normal as usize] == 0 {
            self.labels[normal as usize] = self.records.len() as Label;
            self.records.push(normal);
        }
        let label = self.labels[normal as usize];
        self.labels[record as usize] = label;
        label
    }

    /// Carries a record by a symmetry.
    #[inline]
    pub(super) fn carried(&mut self, label: Label, symmetry: Element) -> Label {
        let record = self.records[label as usize];
        let orbits = &self.shared.orbits;
        let products = orbits.symmetry.products_of(symmetry);
        self.of(orbits.packing.image(record, products))
    }

    /// Carries conditions by a symmetry.
    pub(super) fn carried_conditions(
        &mut self,
        avoid: impl Iterator<Item = Label>,
        need: &[Label],
        symmetry: Element,
    ) -> Conditions {
        let mut carried = Conditions::default();
        carried.avoid.grow(self.records.len());
        for label in avoid {
            carried.avoid(self.carried(label, symmetry));
        }
        let need = need.iter().map(|&label| self.carried(label, symmetry));
        carried.need.extend(need);
        carried
    }

    /// Returns their size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let labels = self.labels.capacity() * size_of::<Label>();
        (labels + size_of_val(&*self.records)) as u64
    }
}

/// A set of labels, with a list of its members.
#[derive(Debug, Default)]
pub(super) struct LabelSet {
    bits: FixedBitSet,
    list: Vec<Label>,
}

impl LabelSet {
    /// Adds a label.
    #[inline]
    pub(super) fn insert(&mut self, label: Label) {
        self.bits.grow(label as usize + 1);
        if !self.bits.put(label as usize) {
            self.list.push(label);
        }
    }

    /// Tells whether the set contains a label.
    #[inline]
    pub(super) fn contains(&self, label: Label) -> bool {
        self.bits.contains(label as usize)
    }

    /// Tells whether a member is in another set, too.
    #[inline]
    pub(super) fn has_common(&self, other: &FixedBitSet) -> bool {
        !self.bits.is_disjoint(other)
    }

    /// Lists the members.
    pub(super) fn members(&self) -> &[Label] {
        &self.list
    }

    /// Removes all members.
    pub(super) fn clear(&mut self) {
        for &label in &self.list {
            self.bits.remove(label as usize);
        }
        self.list.clear();
    }
}

/// The records that a history must avoid, and those that it must contain.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    /// Often hundreds.
    pub(super) avoid: FixedBitSet,
    /// Mostly none, or a few.
    pub(super) need: Vec<Label>,
}

impl Conditions {
    /// Adds a record to avoid.
    #[inline]
    pub(super) fn avoid(&mut self, label: Label) {
        self.avoid.grow_and_insert(label as usize);
    }

    /// Adds a needed record, if it is new.
    pub(super) fn need(&mut self, label: Label) {
        if !self.need.contains(&label) {
            self.need.push(label);
        }
    }

    /// Counts them.
    pub(super) fn count(&self) -> u32 {
        self.avoid.count_ones(..) as u32 + self.need.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Record, Ruleset};

    use super::*;
    use crate::options::Options;

    /// A record has one label under all its names, and a symmetry carries it to the label of its image.
    #[test]
    fn labels_follow_the_symmetries() {
        let board: Board = "2x3".parse().expect("a board");
        let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
        let shared = shared.expect("a small board");
        let symmetry = &shared.orbits.symmetry;
        let mut labels = Labels::new(&shared);
        let mut seen = Vec::new();
        for symbols in ["......", "X.....", ".O....", "X.O...", "XO..OX", ".X..O."] {
            let coloring = Coloring::from_symbols(symbols).expect("a coloring");
            let record = |coloring| {
                shared.record(&Record {
                    coloring,
                    player: None,
                })
            };
            let label = labels.of(record(coloring));
            assert!(label >= 2 && !seen.contains(&label), "{symbols}");
            seen.push(label);
            for element in symmetry.elements() {
                let image = record(symmetry.image(element, coloring));
                let expected = labels.of(image);
                assert_eq!(labels.carried(label, element), expected, "{symbols}");
            }
        }
    }
}
