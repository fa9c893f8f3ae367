//! Timed claims: whether a side reaches its goal within some turns, under every history that meets some conditions.

use koproof_rules::{Element, Point};
use koproof_verify::Bound;
use rustc_hash::FxHashMap;

use crate::state::path::Path;
use crate::state::records::RecordId;
use crate::state::slot::Slot;
use crate::state::{Shared, State};

/// More turns than any game has.
pub(super) const NEVER: u16 = u16::MAX;

/// The most timed claims of each result at a state.
const KEPT: usize = 8;

/// The result at a state, under every history that avoids the records `avoid` and contains the records `need`.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    /// Whether the side can reach its goal within `turns`, or cannot.
    pub(super) reaches: bool,
    pub(super) turns: u16,
    pub(super) avoid: Vec<RecordId>,
    pub(super) need: Vec<RecordId>,
}

impl Timed {
    /// Makes a result that holds under every history.
    pub(super) fn without_conditions(reaches: bool, turns: u16) -> Self {
        Self {
            reaches,
            turns,
            avoid: Vec::new(),
            need: Vec::new(),
        }
    }

    /// Begins the result of a state from those after all its moves: the history forbids the plays that make the records
    /// `blocked`.
    pub(super) fn all(reaches: bool, blocked: Vec<RecordId>) -> Self {
        Self {
            need: blocked,
            ..Self::without_conditions(reaches, if reaches { 0 } else { NEVER })
        }
    }

    /// Adds the result before one of the moves.
    pub(super) fn merge(&mut self, other: Self) {
        self.turns = match self.reaches {
            true => self.turns.max(other.turns),
            false => self.turns.min(other.turns),
        };
        self.avoid.extend(other.avoid);
        self.need.extend(other.need);
    }

    /// Returns the result a turn earlier, before a move that makes a record, if it makes one.
    pub(super) fn before(mut self, record: Option<RecordId>) -> Self {
        self.turns = self.turns.saturating_add(1);
        self.need.retain(|&needed| Some(needed) != record);
        self
    }

    /// Adds the record of the play that decides: the history must not forbid it.
    pub(super) fn by(mut self, play: Option<RecordId>) -> Self {
        self.avoid.extend(play);
        self
    }

    /// Leaves out the needed records that every history of the state contains, and puts each condition once.
    pub(super) fn without(mut self, known: &[RecordId]) -> Self {
        self.need.retain(|record| !known.contains(record));
        for records in [&mut self.avoid, &mut self.need] {
            records.sort_unstable();
            records.dedup();
        }
        self
    }

    /// Carries the conditions by a symmetry.
    pub(super) fn carried(mut self, shared: &Shared, element: Element) -> Self {
        let products = shared.orbits.symmetry.products_of(element);
        for record in self.avoid.iter_mut().chain(&mut self.need) {
            *record = shared.orbits.carried(*record, products);
        }
        self
    }

    /// Tells whether a history meets the conditions, carried by a symmetry to its frame.
    fn holds(&self, shared: &Shared, element: Element, history: &Path) -> bool {
        let orbits = &shared.orbits;
        let products = orbits.symmetry.products_of(element);
        let held =
            |&record: &RecordId| history.contains(orbits, orbits.packing.image(record, products));
        self.need.iter().all(held) && !self.avoid.iter().any(held)
    }
}

/// A state without history and frame, and the goal there.
pub(super) type Key = (Slot, u8, Bound);

/// Timed claims by state, in the frame of its representative, the newest last; and the move that decided it last.
#[derive(Debug, Default)]
pub(super) struct TimedClaims {
    claims: FxHashMap<Key, Vec<Timed>>,
    replies: FxHashMap<Key, Option<Point>>,
    /// The approximate size of the claims.
    pub(super) bytes: u64,
}

impl TimedClaims {
    /// Returns a claim that answers for this number of turns, in the actual frame.
    pub(super) fn look_up(
        &self,
        key: Key,
        shared: &Shared,
        state: State,
        history: &Path,
        left: u16,
    ) -> Option<Timed> {
        let answers = |claim: &&Timed| match claim.reaches {
            true => claim.turns <= left,
            false => claim.turns >= left,
        };
        let mut claims = self.claims.get(&key)?.iter().rev().filter(answers);
        let claim = claims.find(|claim| claim.holds(shared, state.element, history))?;
        Some(claim.clone().carried(shared, state.element))
    }

    pub(super) fn add(&mut self, key: Key, claim: Timed) {
        let bytes = |claim: &Timed| {
            let records = claim.avoid.len() + claim.need.len();
            (size_of::<Timed>() + records * size_of::<RecordId>()) as u64
        };
        self.bytes += bytes(&claim);
        let claims = self.claims.entry(key).or_default();
        let same = |old: &Timed| old.reaches == claim.reaches;
        if claims.iter().filter(|old| same(old)).count() == KEPT {
            let oldest = claims.iter().position(same).expect("there are some");
            self.bytes -= bytes(&claims.remove(oldest));
        }
        claims.push(claim);
    }

    /// Returns the move that decided a state last.
    pub(super) fn reply(&self, key: Key) -> Option<Option<Point>> {
        self.replies.get(&key).copied()
    }

    pub(super) fn note_reply(&mut self, key: Key, point: Option<Point>) {
        self.replies.insert(key, point);
    }
}
