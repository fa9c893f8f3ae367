//! The numbers that a search remembers about states.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::Search;
use super::numbers::{Numbers, STAYS};
use crate::state::contest::Contest;
use crate::state::orbits::Note;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Shared, State};

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Returns the numbers of an earlier visit to a state or the heuristic initialisation, from the point of view of a
    /// side.
    #[inline]
    pub(super) fn numbers(
        &self,
        side: Side,
        state: State,
        paid: i16,
        arrival: Option<RecordId>,
    ) -> Numbers {
        let orbit = self.shared.orbits.get(state.orbit);
        let numbers = if orbit.has(Note::Numbers, state.player) {
            let known = self.number_table.get(self.key(state, paid, arrival));
            match self.hint_key(state, paid) {
                Some(hint_key) => known.or_else(|| self.number_table.get(hint_key)),
                None => known,
            }
        } else {
            None
        };
        let numbers = numbers.unwrap_or_else(|| self.evaluate(state, paid));
        if self.is_of(side, state) {
            numbers
        } else {
            numbers.flipped()
        }
    }

    /// Returns the key of the numbers of a state. Its own record is in the history, or is `arrival`.
    #[inline(always)]
    pub(super) fn key(&self, state: State, paid: i16, arrival: Option<RecordId>) -> u64 {
        let key = self.shared.number_key(state, paid);
        if self.way.tells_histories_apart() {
            self.key_with_history(key, arrival)
        } else {
            key | self.mark()
        }
    }

    #[cold]
    fn key_with_history(&self, key: u64, arrival: Option<RecordId>) -> u64 {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let history = self.path.digest_with(orbits, *packing, arrival);
        (FxBuildHasher.hash_one((key, self.target)) ^ history) & !STAYS
    }

    /// Returns the key of the numbers of a state up to symmetry, with which a new state starts.
    #[inline(always)]
    fn hint_key(&self, state: State, paid: i16) -> Option<u64> {
        let shares = !self.way.tells_histories_apart();
        shares.then(|| self.shared.hint_key(state, paid) | self.mark())
    }

    /// Returns the mark of the numbers that this way finds.
    pub(super) fn mark(&self) -> u64 {
        if self.lasting == Some(self.way) {
            STAYS
        } else {
            0
        }
    }

    /// Stores the numbers of a state with this key, for the side to move.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, state: State, paid: i16, numbers: Numbers) {
        self.number_table.keep(key, numbers);
        if let Some(hint_key) = self.hint_key(state, paid) {
            self.number_table.keep(hint_key, numbers);
        }
    }

    /// Tells whether there are numbers for a state whose line has paid no toll.
    pub(crate) fn has_numbers(&self, state: State) -> bool {
        self.number_table.get(self.key(state, 0, None)).is_some()
    }

    /// Takes over numbers for such a state from another search, for the side to move.
    pub(crate) fn assume(&mut self, state: State, numbers: Numbers) {
        let orbit = self.shared.orbits.get(state.orbit);
        orbit.note(Note::Numbers, state.player);
        self.keep(self.key(state, 0, None), state, 0, numbers);
    }
}
