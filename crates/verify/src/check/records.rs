//! Records by number. Most records of a claim are those of its children, so a set of records is a list of numbers: it
//! is copied, compared and joined without a look at the records themselves.

use std::num::NonZeroU32;

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::reason::Reason;
use crate::claim::GameRecord;

/// The images that are stored at once for few records: 256 MiB.
const MAX_IMAGES: usize = 1 << 26;

/// The images that are stored at once for each of many records, 4 bytes each: as many as a square grid has symmetries,
/// with and without exchange of colors. If fewer fit than are in use, the tables replace each other and are computed
/// again: with 2<sup>26</sup> in all 3x7 took five times as long, and with 8 for each record 5x5 fell to a tenth of the
/// speed.
const IMAGES_OF_RECORD: usize = 16;

/// The number of a record, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RecordId(NonZeroU32);

impl RecordId {
    fn new(index: usize) -> Option<Self> {
        let number = u32::try_from(index).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(Self)
    }

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The records that have a number.
#[derive(Debug, Default)]
pub(super) struct Records {
    listed: IndexSet<GameRecord, FxBuildHasher>,
    /// The places of records in the list of a log, each plus 1, or 0; shorter than the other list if the rest is not in
    /// the log.
    logged: Vec<u32>,
    /// The length of the list of the log.
    log: u32,
}

impl Records {
    /// Returns the number of a record, and gives it one if it has none.
    pub(super) fn id(&mut self, record: GameRecord) -> Result<RecordId, Reason> {
        let (index, _) = self.listed.insert_full(record);
        RecordId::new(index).ok_or(Reason::TooManyRecords(u32::MAX.into()))
    }

    /// Returns the record of a number.
    pub(super) fn record(&self, id: RecordId) -> GameRecord {
        self.listed[id.index()]
    }

    /// Returns the place of a record in the list of a log, and whether it is new there.
    pub(super) fn log(&mut self, id: RecordId) -> (u32, bool) {
        if self.logged.len() <= id.index() {
            self.logged.resize(self.listed.len(), 0);
        }
        let place = &mut self.logged[id.index()];
        let is_new = *place == 0;
        if is_new {
            self.log += 1;
            *place = self.log;
        }
        (*place - 1, is_new)
    }

    pub(super) fn len(&self) -> u64 {
        self.listed.len() as u64
    }

    /// Forgets all records except these, and gives them new numbers.
    pub(super) fn renumber<'i>(
        &mut self,
        in_use: impl Iterator<Item = &'i mut RecordId>,
    ) -> Result<(), Reason> {
        let mut new = vec![None; self.listed.len()];
        let mut kept = Self {
            log: self.log,
            ..Self::default()
        };
        for id in in_use {
            let place = &mut new[id.index()];
            *id = match *place {
                Some(known) => known,
                None => {
                    if !self.logged.is_empty() {
                        let logged = self.logged.get(id.index()).copied();
                        kept.logged.push(logged.unwrap_or(0));
                    }
                    *place.insert(kept.id(self.record(*id))?)
                }
            };
        }
        *self = kept;
        Ok(())
    }
}

/// The images of records under symmetries, as far as they were asked for.
#[derive(Debug)]
pub(super) struct Images {
    /// By the number of the symmetry and that of the record.
    tables: Vec<Vec<Option<RecordId>>>,
    /// The length of all tables together.
    len: usize,
    /// The largest length for few records.
    most: usize,
}

impl Images {
    /// Makes an empty table.
    pub(super) fn new() -> Self {
        Self::of_few(MAX_IMAGES)
    }

    fn of_few(most: usize) -> Self {
        Self {
            tables: Vec::new(),
            len: 0,
            most,
        }
    }

    /// Returns the place for an image of one of so many records; it is empty if the image is not known.
    #[inline]
    pub(super) fn entry(
        &mut self,
        symmetry: u16,
        id: RecordId,
        records: u64,
    ) -> &mut Option<RecordId> {
        let symmetry = usize::from(symmetry);
        let place = id.index();
        if self
            .tables
            .get(symmetry)
            .is_none_or(|table| table.len() <= place)
        {
            self.grow(symmetry, records as usize);
        }
        &mut self.tables[symmetry][place]
    }

    #[cold]
    fn grow(&mut self, symmetry: usize, len: usize) {
        if self.len > self.most.max(IMAGES_OF_RECORD * len) {
            self.clear();
        }
        if self.tables.len() <= symmetry {
            self.tables.resize_with(symmetry + 1, Vec::new);
        }
        let table = &mut self.tables[symmetry];
        self.len += len - table.len();
        table.resize(len, None);
    }

    pub(super) fn clear(&mut self) {
        *self = Self::of_few(self.most);
    }
}

/// A set of records that is being built.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    members: FixedBitSet,
    list: Vec<RecordId>,
}

impl Gathered {
    #[inline]
    pub(super) fn insert(&mut self, id: RecordId) {
        self.members.grow(id.index() + 1);
        if !self.members.put(id.index()) {
            self.list.push(id);
        }
    }

    #[inline]
    pub(super) fn contains(&self, id: RecordId) -> bool {
        self.members.contains(id.index())
    }

    /// Returns the members in the order in which they were added.
    pub(super) fn list(&self) -> &[RecordId] {
        &self.list
    }

    /// Removes all members, in time proportional to their number.
    pub(super) fn clear(&mut self) {
        for id in self.list.drain(..) {
            self.members.remove(id.index());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells how many images of records under symmetries are still known after all of them were stored.
    fn known_of(symmetries: u16, records: u64) -> usize {
        let mut images = Images::of_few(100);
        let all = || (0..records).flat_map(|record| (1..=symmetries).map(move |by| (by, record)));
        let id = |record: u64| RecordId::new(record as usize).expect("few records");
        for (by, record) in all() {
            *images.entry(by, id(record), records) = Some(id(record));
        }
        let is_known = |&(by, record): &(u16, u64)| {
            let image = *images.entry(by, id(record), records);
            image == Some(id(record))
        };
        all().filter(is_known).count()
    }

    #[test]
    fn images_of_many_records_stay_under_a_few_symmetries_and_are_limited_under_many() {
        assert_eq!(known_of(15, 1000), 15 * 1000);
        assert!(known_of(100, 1000) <= 17 * 1000);
    }
}
