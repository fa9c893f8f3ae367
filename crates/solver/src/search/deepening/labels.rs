//! Labels of records: small numbers, so that a history is a set of bits.

use fixedbitset::FixedBitSet;
use koproof_rules::Element;
use rustc_hash::FxHashMap;

use crate::state::Shared;
use crate::state::contest::Contest;
use crate::state::records::RecordId;

/// The number of a record, in the order in which a search first meets them.
pub(super) type Label = u32;

/// Smaller names are looked up in a list, which takes up to 8 MB. Others are in a hash map: on boards with thousands of
/// symmetries names are far apart, and a list would take gigabytes.
const LISTED: RecordId = 1 << 20;

/// The labels of the records met so far.
#[derive(Debug)]
pub(super) struct Labels<'s, C, const N: usize> {
    pub(super) shared: &'s Shared<C, N>,
    /// By the names of records, all that have been met, if they are small; 0 before they are met.
    listed: Vec<Label>,
    /// The same for large names.
    hashed: FxHashMap<RecordId, Label>,
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
            listed: Vec::new(),
            hashed: FxHashMap::default(),
            records: vec![0; shared.players()],
        }
    }

    /// Returns the label of a record, given by any of its names.
    #[inline]
    pub(super) fn of(&mut self, record: RecordId) -> Label {
        match self.listed.get(record as usize) {
            Some(&label) if label != 0 => label,
            _ => self.find(record),
        }
    }

    #[cold]
    fn find(&mut self, record: RecordId) -> Label {
        if let Some(&label) = self.hashed.get(&record) {
            return label;
        }
        let normal = self.shared.orbits.normal_name(record);
        let label = match normal == record {
            true => {
                self.records.push(normal);
                (self.records.len() - 1) as Label
            }
            false => self.of(normal),
        };
        self.set(record, label);
        label
    }

    fn set(&mut self, name: RecordId, label: Label) {
        if name >= LISTED {
            self.hashed.insert(name, label);
            return;
        }
        let name = name as usize;
        if self.listed.len() <= name {
            self.listed.resize(name + 1, 0);
        }
        self.listed[name] = label;
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

    /// Returns their size in bytes; 0 if no record has a label.
    pub(super) fn bytes(&self) -> u64 {
        let listed = self.listed.capacity() * size_of::<Label>();
        let hashed = self.hashed.capacity() * size_of::<(RecordId, Label)>();
        let records = &self.records[self.shared.players()..];
        (listed + hashed + size_of_val(records)) as u64
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

    /// Checks that a record has one label under all its names, and that a symmetry carries it to the label of its image. The
    /// solver first meets `met` other colorings, because names grow with the number of orbits.
    #[track_caller]
    fn follow_the_symmetries(board: &str, met: usize, colorings: &[&str]) {
        let board: Board = board.parse().expect("a board");
        let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
        let shared = shared.expect("a small board");
        let record = |coloring| {
            shared.record(&Record {
                coloring,
                player: None,
            })
        };
        let read = |symbols: &str| Coloring::from_symbols(symbols).expect("a coloring");
        for code in (0..met).map(|number| number * 89) {
            let points = 0..board.points() as u32;
            let symbols = points.map(|point| ['.', 'X', 'O'][code / 3_usize.pow(point) % 3]);
            record(read(&symbols.collect::<String>()));
        }
        let symmetry = &shared.orbits.symmetry;
        let mut labels = Labels::new(&shared);
        let mut seen = Vec::new();
        for symbols in colorings {
            let coloring = read(symbols);
            let label = labels.of(record(coloring));
            assert!(label >= 2 && !seen.contains(&label), "{symbols}");
            seen.push(label);
            for element in symmetry.elements() {
                let image = record(symmetry.image(element, coloring));
                let expected = labels.of(image);
                assert_eq!(labels.carried(label, element), expected, "{symbols}");
            }
        }
        let is_large = |&name: &RecordId| name >= LISTED;
        assert_eq!(labels.records.iter().any(is_large), met > 0);
        assert!(labels.bytes() < 40 << 20, "{}", labels.bytes());
    }

    #[test]
    fn labels_follow_the_symmetries() {
        let colorings = ["......", "X.....", ".O....", "X.O...", "XO..OX", ".X..O."];
        follow_the_symmetries("2x3", 0, &colorings);
    }

    /// On this board a list of all names up to the largest would take hundreds of megabytes.
    #[test]
    fn labels_of_late_orbits_of_a_very_symmetric_board_take_little_memory() {
        let colorings = ["............", "XX.O..OXOX.O", "X.OO.X.XX.OO"];
        follow_the_symmetries("bipartite:6,6", 5_000, &colorings);
    }
}
