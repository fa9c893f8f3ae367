//! The history of the line of play in the search, with every name of every record.

use koproof_rules::Element;
use rustc_hash::FxHashSet;

use super::contest::Contest;
use super::orbits::Orbits;
use super::records::{Packing, Place, RecordId};

/// The number of counts in the filter for places.
const COUNTS: usize = 1 << 12;

/// The number of records that are compared with the history at once.
pub(crate) const BATCH: usize = 8;

/// The history of the current line. It holds every name of every record, so that a record from another frame can be
/// looked up without normalisation. A small table of counts excludes most records that it does not hold.
#[derive(Debug)]
pub(crate) struct Path {
    names: FxHashSet<RecordId>,
    /// The number of records at the places that share an index.
    near: Box<[u32; COUNTS]>,
    records: Vec<RecordId>,
    /// The exclusive or of the mixed names of all records, which is the same for every order; 0 if it is not kept.
    digest: u64,
    keeps_digest: bool,
}

impl Default for Path {
    fn default() -> Self {
        Self {
            names: FxHashSet::default(),
            near: Box::new([0; COUNTS]),
            records: Vec::new(),
            digest: 0,
            keeps_digest: false,
        }
    }
}

impl Path {
    /// Returns whether the history may hold a record of this place, in any frame.
    #[inline]
    pub(crate) fn is_near(&self, place: Place) -> bool {
        self.near[place as usize % COUNTS] != 0
    }

    /// Returns whether the history may hold one of these records, in any frame. Mostly it holds none, so one branch for
    /// all of them is faster than one for each.
    #[inline]
    pub(crate) fn is_near_any(&self, packing: Packing, records: &[RecordId; BATCH]) -> bool {
        let count = |&record: &RecordId| self.near[packing.place(record) as usize % COUNTS];
        records.iter().fold(0, |any, record| any | count(record)) != 0
    }

    /// Returns whether the history holds the record, under any of its names.
    #[inline]
    pub(crate) fn contains(&self, packing: Packing, record: RecordId) -> bool {
        self.is_near(packing.place(record)) && self.names.contains(&record)
    }

    /// Returns the digest of the history with one more record, if there is one. It guides the search: two histories may have
    /// the same.
    pub(crate) fn digest_with<C: Contest<N>, const N: usize>(
        &self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        arrival: Option<RecordId>,
    ) -> u64 {
        match arrival {
            Some(record) if !self.contains(packing, record) => {
                self.digest ^ mixed(packing.normal(orbits, record))
            }
            _ => self.digest,
        }
    }

    /// Tells whether a symmetry carries the history to itself.
    pub(crate) fn is_kept_by<C: Contest<N>, const N: usize>(
        &self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        symmetry: Element,
    ) -> bool {
        let products = orbits.symmetry.products_of(symmetry);
        let image = |&record: &RecordId| packing.carried(orbits, record, products);
        (self.records.iter()).all(|record| self.contains(packing, image(record)))
    }

    /// Adds a record and tells whether it is new.
    pub(crate) fn push<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        record: RecordId,
    ) -> bool {
        if self.contains(packing, record) {
            return false;
        }
        for_names(orbits, packing, record, |name| {
            self.names.insert(name);
        });
        self.near[packing.place(record) as usize % COUNTS] += 1;
        if self.keeps_digest {
            self.digest ^= mixed(packing.normal(orbits, record));
        }
        self.records.push(record);
        true
    }

    /// Removes the last record that was new.
    pub(crate) fn pop<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
    ) {
        let record = self
            .records
            .pop()
            .expect("only records that were pushed are popped");
        if self.keeps_digest {
            self.digest ^= mixed(packing.normal(orbits, record));
        }
        for_names(orbits, packing, record, |name| {
            self.names.remove(&name);
        });
        self.near[packing.place(record) as usize % COUNTS] -= 1;
    }

    /// Replaces the history by the records given, and from now on keeps the digest or not.
    pub(crate) fn reset<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        records: &[RecordId],
        keeps_digest: bool,
    ) {
        while !self.records.is_empty() {
            self.pop(orbits, packing);
        }
        (self.digest, self.keeps_digest) = (0, keeps_digest);
        for &record in records {
            self.push(orbits, packing, record);
        }
    }
}

/// Calls a function with every name of a record.
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

/// Mixes the bits of a name.
///
/// Source: the finalizer of G. Steele, D. Lea and C. Flood, *Fast splittable pseudorandom number generators* (2014).
fn mixed(record: RecordId) -> u64 {
    let mixed = u64::from(record).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, ColorSwap, Coloring, Graph, Record, Ruleset, Symmetry};

    use super::*;
    use crate::options::Options;
    use crate::state::Shared;
    use crate::state::contest::Duel;

    #[test]
    fn histories_with_the_same_records_have_the_same_digest_and_symmetries() {
        let board: Board = "path:3".parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let symmetry = Symmetry::new(&graph, ColorSwap::Included);
        let rules = Ruleset::NSTT;
        let shared: Shared = Shared::new(&graph, rules, Duel, symmetry, &Options::default());
        let record = |symbols| {
            let coloring = Coloring::from_symbols(symbols).expect("a coloring");
            shared.record(&Record {
                coloring,
                player: None,
            })
        };
        let [left, right, middle] = ["X..", "..X", ".O."].map(record);
        let Shared {
            orbits, packing, ..
        } = &shared;
        let mirror = orbits.symmetry.elements().find(|&element| {
            element != Element::IDENTITY && !orbits.symmetry.swaps_colors(element)
        });
        let mirror = mirror.expect("a path has a mirror image");
        let history = |records: &[RecordId]| {
            let mut history = Path::default();
            history.reset(orbits, *packing, records, true);
            let kept = history.is_kept_by(orbits, *packing, mirror);
            (history.digest_with(orbits, *packing, None), kept)
        };
        assert_eq!(
            history(&[left, right, middle]),
            history(&[middle, right, left, middle])
        );
        assert_ne!(history(&[left]), history(&[right]));
        assert!(history(&[left, middle, right]).1);
        assert!(!history(&[left, middle]).1);

        let mut one = Path::default();
        one.reset(orbits, *packing, &[left, middle], true);
        one.push(orbits, *packing, right);
        one.pop(orbits, *packing);
        let with = |arrival| one.digest_with(orbits, *packing, Some(arrival));
        assert_eq!(with(right), history(&[right, middle, left]).0);
        assert_eq!(with(left), history(&[left, middle]).0);
    }
}
