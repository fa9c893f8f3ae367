//! The history of the line of play in the search.

use koproof_rules::Player;
use rustc_hash::FxHashSet;

use super::contest::Contest;
use super::orbits::Orbits;
use super::records::{Packing, Place, RecordId};

/// The number of counts in the filter for places.
const COUNTS: usize = 1 << 12;

/// The number of records that are compared with the history at once.
pub(crate) const BATCH: usize = 8;

/// The history of the current line, by the normal names of its records. A small table of counts excludes most records that
/// it does not hold.
#[derive(Debug)]
pub(crate) struct Path<const N: usize = 2> {
    names: FxHashSet<RecordId>,
    /// The number of records at the places that share an index.
    near: Box<[u32; COUNTS]>,
    records: Vec<RecordId>,
    /// For each record, the most stones that each player has in it or in one before it; `None` if they are not counted.
    most_stones: Option<Vec<[u8; N]>>,
}

impl<const N: usize> Default for Path<N> {
    fn default() -> Self {
        Self {
            names: FxHashSet::default(),
            near: Box::new([0; COUNTS]),
            records: Vec::new(),
            most_stones: None,
        }
    }
}

impl<const N: usize> Path<N> {
    /// Returns a history that counts the stones of its records, which takes time.
    pub(crate) fn with_stones() -> Self {
        Self {
            most_stones: Some(Vec::new()),
            ..Self::default()
        }
    }

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
    pub(crate) fn contains<C: Contest<N>>(&self, orbits: &Orbits<C, N>, record: RecordId) -> bool {
        self.is_near(orbits.packing.place(record))
            && self.names.contains(&orbits.normal_name(record))
    }

    /// Tells whether the stones of the records are counted.
    pub(crate) fn counts_stones(&self) -> bool {
        self.most_stones.is_some()
    }

    /// Returns the most stones that a player has in a record of the history, or more if they are not counted.
    #[inline]
    pub(crate) fn most_stones(&self, player: Player) -> u8 {
        match &self.most_stones {
            Some(most) => most.last().map_or(0, |most| most[player.index()]),
            None => u8::MAX,
        }
    }

    /// Adds a record and tells whether it is new.
    pub(crate) fn push<C: Contest<N>>(&mut self, orbits: &Orbits<C, N>, record: RecordId) -> bool {
        let record = orbits.normal_name(record);
        if !self.names.insert(record) {
            return false;
        }
        self.near[orbits.packing.place(record) as usize % COUNTS] += 1;
        if let Some(most) = &mut self.most_stones {
            let stones = orbits.stones_of(record);
            let before = most.last().copied().unwrap_or([0; N]);
            most.push(std::array::from_fn(|player| {
                before[player].max(stones[player])
            }));
        }
        self.records.push(record);
        true
    }

    /// Removes the last record that was new.
    pub(crate) fn pop(&mut self, packing: Packing) {
        let record = self
            .records
            .pop()
            .expect("only records that were pushed are popped");
        if let Some(most) = &mut self.most_stones {
            most.pop();
        }
        self.names.remove(&record);
        self.near[packing.place(record) as usize % COUNTS] -= 1;
    }

    /// Replaces the history by the records given.
    pub(crate) fn reset<C: Contest<N>>(&mut self, orbits: &Orbits<C, N>, records: &[RecordId]) {
        while !self.records.is_empty() {
            self.pop(orbits.packing);
        }
        for &record in records {
            self.push(orbits, record);
        }
    }
}
