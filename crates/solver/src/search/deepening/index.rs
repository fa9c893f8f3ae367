//! An index of what has been found at one state: it finds what holds under a history, and reads little else.
//!
//! Rows of bits decide most look-ups. A row belongs to a record, and has a bit for each entry that avoids this record. So the
//! rows of the records in a history exclude 64 entries with one operation. The others are tested for the records that they
//! need.

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;

use super::labels::{Conditions, Label, LabelSet};

/// Something that holds under every history that meets some conditions.
#[derive(Debug)]
struct Entry<T> {
    need: Vec<Label>,
    /// Empty if the block has rows.
    avoid: FixedBitSet,
    finding: T,
}

/// The fields of an entry that decide whether it is tested.
#[derive(Clone, Copy, Debug)]
struct Summary {
    /// The number of conditions.
    conditions: u32,
    /// The entry answers look-ups that ask for this much or for less.
    reach: u16,
    /// The needed record to test first: the one that a history lacked last. Other histories often lack it, too.
    lacked: Option<Label>,
}

/// Of the entries that hold, the one with the smallest rank is taken: it has the fewest conditions, and of those the largest
/// reach.
type Rank = (u32, Reverse<u16>);

impl Summary {
    fn rank(self) -> Rank {
        (self.conditions, Reverse(self.reach))
    }
}

/// The bits of a word.
const BITS: usize = u64::BITS as usize;

/// The most words of a row: they fill a cache line. With four, K<sub>3,3</sub> takes an eighth more time.
const MAX_WIDTH: usize = 8;

/// The most entries of a block.
const MAX_ENTRIES: usize = MAX_WIDTH * BITS;

/// The most entries of a block without rows.
const MAX_LISTED: usize = 32;

/// Entries and, if there are more than [`MAX_LISTED`], their rows.
#[derive(Debug)]
struct Block<T> {
    entries: Vec<Entry<T>>,
    /// One for each entry.
    summaries: Vec<Summary>,
    /// The rows by label, without gaps. A row that is missing at the end has no bits.
    rows: Vec<u64>,
    /// The words of a row: a power of two, or 0 if there are no rows.
    width: usize,
}

impl<T> Block<T> {
    const fn new() -> Self {
        Self {
            entries: Vec::new(),
            summaries: Vec::new(),
            rows: Vec::new(),
            width: 0,
        }
    }

    /// Of the entries that hold under a history and reach far enough, finds the one with the smallest rank, if that is at most
    /// `best`; of equal ranks the newest.
    fn find(&mut self, history: &LabelSet, reach: u16, mut best: Rank) -> Option<(Rank, usize)> {
        let excluded = match self.width {
            0 => [0; MAX_WIDTH],
            1 => self.excluded::<1>(history),
            2 => self.excluded::<2>(history),
            4 => self.excluded::<4>(history),
            _ => self.excluded::<MAX_WIDTH>(history),
        };
        let mut found = None;
        for (first, excluded) in (0..self.entries.len()).step_by(BITS).zip(excluded) {
            let count = (self.entries.len() - first).min(BITS);
            let mut left = !excluded & (u64::MAX >> (BITS - count));
            while left != 0 {
                let place = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let summary = &mut self.summaries[place];
                if summary.reach < reach
                    || summary.rank() > best
                    || summary.lacked.is_some_and(|label| !history.contains(label))
                {
                    continue;
                }
                let Entry { need, avoid, .. } = &self.entries[place];
                if let Some(&label) = need.iter().find(|&&label| !history.contains(label)) {
                    summary.lacked = Some(label);
                } else if !history.has_common(avoid) {
                    best = summary.rank();
                    found = Some((best, place));
                }
            }
        }
        found
    }

    /// Returns a bit for each entry that avoids a record of a history, from rows of so many words.
    fn excluded<const WIDTH: usize>(&self, history: &LabelSet) -> [u64; MAX_WIDTH] {
        let (rows, _) = self.rows.as_chunks::<WIDTH>();
        let mut excluded = [0; WIDTH];
        for &label in history.members() {
            if let Some(row) = rows.get(label as usize) {
                for (excluded, row) in excluded.iter_mut().zip(row) {
                    *excluded |= row;
                }
            }
        }
        let mut all = [0; MAX_WIDTH];
        all[..WIDTH].copy_from_slice(&excluded);
        all
    }

    /// Lists the records that an entry avoids.
    fn avoided(&self, place: usize) -> impl Iterator<Item = Label> {
        let listed = self.entries[place].avoid.ones();
        let words = self.rows.get(place / BITS..).unwrap_or_default();
        let words = (0..).zip(words.iter().step_by(self.width.max(1)));
        let in_rows = words.filter(move |(_, word)| **word >> (place % BITS) & 1 == 1);
        (listed.map(|label| label as Label)).chain(in_rows.map(|(label, _)| label))
    }

    fn insert(&mut self, summary: Summary, entry: Entry<T>) {
        let place = self.entries.len();
        self.summaries.push(summary);
        self.entries.push(entry);
        if place < self.width * BITS {
            self.move_to_rows(place);
        } else if place >= MAX_LISTED {
            self.widen();
            (0..=place).for_each(|place| self.move_to_rows(place));
        }
    }

    /// Makes rows of one word, or of twice as many words as now.
    fn widen(&mut self) {
        let (narrow, wide) = (self.width, (2 * self.width).max(1));
        let mut rows = vec![0; 2 * self.rows.len()];
        let narrow = self.rows.chunks_exact(narrow.max(1));
        for (wide, narrow) in rows.chunks_exact_mut(wide).zip(narrow) {
            wide[..narrow.len()].copy_from_slice(narrow);
        }
        self.rows = rows;
        self.width = wide;
    }

    /// Moves the records that an entry avoids to the rows, unless they are there already.
    fn move_to_rows(&mut self, place: usize) {
        let avoid = std::mem::take(&mut self.entries[place].avoid);
        let size = self.width * avoid.len();
        if self.rows.len() < size {
            self.rows.resize(size, 0);
        }
        for label in avoid.ones() {
            self.rows[self.width * label + place / BITS] |= 1 << (place % BITS);
        }
    }

    /// Returns the size in bytes of the rows or, without rows, of the lists of records to avoid.
    fn bytes(&self) -> usize {
        if self.width > 0 {
            return size_of_val(&*self.rows);
        }
        let lists = self.entries.iter();
        lists.map(|entry| size_of_val(entry.avoid.as_slice())).sum()
    }
}

/// An entry that has been found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    block: usize,
    place: usize,
    rank: Rank,
}

impl Hit {
    /// Returns the number of conditions.
    pub(super) fn count(self) -> u32 {
        self.rank.0
    }

    pub(super) fn reach(self) -> u16 {
        self.rank.1.0
    }
}

/// Entries in blocks.
#[derive(Debug)]
pub(super) struct Index<T> {
    /// All are full, except the last.
    blocks: Vec<Block<T>>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T> Index<T> {
    /// Finds an entry that holds under a history and reaches far enough: of several the one with the fewest conditions, of
    /// those the one with the largest reach, and of those the newest.
    pub(super) fn find(&mut self, history: &LabelSet, reach: u16) -> Option<Hit> {
        let mut best = (u32::MAX, Reverse(reach));
        let mut hit = None;
        for (block, entries) in self.blocks.iter_mut().enumerate() {
            if let Some((rank, place)) = entries.find(history, reach, best) {
                best = rank;
                hit = Some(Hit { block, place, rank });
            }
        }
        hit
    }

    pub(super) fn finding(&self, hit: Hit) -> &T {
        &self.blocks[hit.block].entries[hit.place].finding
    }

    /// Lists the records that an entry avoids, and those that it needs.
    pub(super) fn conditions(&self, hit: Hit) -> (impl Iterator<Item = Label>, &[Label]) {
        let block = &self.blocks[hit.block];
        debug_assert_eq!(
            block.summaries[hit.place].rank(),
            hit.rank,
            "the index has the hit"
        );
        (block.avoided(hit.place), &block.entries[hit.place].need)
    }

    /// Adds an entry. Returns by how many bytes the index has grown, approximately.
    pub(super) fn insert(&mut self, conditions: Conditions, reach: u16, finding: T) -> i64 {
        let summary = Summary {
            conditions: conditions.count(),
            reach,
            lacked: conditions.need.first().copied(),
        };
        let Conditions { avoid, need } = conditions;
        let size = size_of::<(Entry<T>, Summary)>() + size_of_val(&*need);
        let entry = Entry {
            need,
            avoid,
            finding,
        };
        if (self.blocks.last()).is_none_or(|block| block.entries.len() == MAX_ENTRIES) {
            // Most indexes stay with one block.
            self.blocks.reserve_exact(1);
            self.blocks.push(Block::new());
        }
        let last = self.blocks.last_mut().expect("a block has just been added");
        let before = last.bytes();
        last.insert(summary, entry);
        size as i64 + last.bytes() as i64 - before as i64
    }
}

#[cfg(test)]
mod tests;
