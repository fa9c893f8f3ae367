//! Compact records, and sets of records that are being built.

use std::hash::Hash;

use koproof_rules::{Coloring, Player, PointSet};
use rustc_hash::FxHashSet;

use crate::claim::GameRecord;

/// A record in the compact form of the checker: one word on most boards.
pub(crate) trait Packed: Copy + Eq + Hash {
    fn pack(record: GameRecord) -> Self;
    fn unpack(self) -> GameRecord;
}

/// For boards of up to 31 points: black stones, white stones, and two bits for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OneWord(u64);

impl OneWord {
    pub(crate) const MAX_POINTS: usize = 31;
    const STONES: u64 = (1 << Self::MAX_POINTS) - 1;
}

impl Packed for OneWord {
    #[inline]
    fn pack(record: GameRecord) -> Self {
        let [black, white] =
            [Player::BLACK, Player::WHITE].map(|player| record.coloring.stones(player).words()[0]);
        debug_assert!(black | white <= Self::STONES, "the board fits one word");
        let player = record.player.map_or(0, |player| 1 + player.index() as u64);
        Self(black | white << Self::MAX_POINTS | player << (2 * Self::MAX_POINTS))
    }

    #[inline]
    fn unpack(self) -> GameRecord {
        let black = self.0 & Self::STONES;
        let white = self.0 >> Self::MAX_POINTS & Self::STONES;
        let player = (self.0 >> (2 * Self::MAX_POINTS)) as usize;
        GameRecord {
            coloring: Coloring::from_stones([black, white].map(|set| PointSet::from_words([set]))),
            player: player.checked_sub(1).map(Player::new),
        }
    }
}

/// Larger boards use the full record.
impl Packed for GameRecord {
    #[inline]
    fn pack(record: GameRecord) -> Self {
        record
    }

    #[inline]
    fn unpack(self) -> GameRecord {
        self
    }
}

/// A set of records that is being built.
#[derive(Debug)]
pub(crate) struct Gathered<R> {
    members: FxHashSet<R>,
    list: Vec<R>,
}

impl<R> Default for Gathered<R> {
    fn default() -> Self {
        Self {
            members: FxHashSet::default(),
            list: Vec::new(),
        }
    }
}

impl<R: Packed> Gathered<R> {
    #[inline]
    pub(crate) fn insert(&mut self, record: R) {
        if self.members.insert(record) {
            self.list.push(record);
        }
    }

    pub(crate) fn extend(&mut self, records: impl IntoIterator<Item = R>) {
        for record in records {
            self.insert(record);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, record: &R) -> bool {
        self.members.contains(record)
    }

    /// Returns the members in the order in which they were added.
    pub(crate) fn list(&self) -> &[R] {
        &self.list
    }

    pub(crate) fn clear(&mut self) {
        self.members.clear();
        self.list.clear();
    }
}
