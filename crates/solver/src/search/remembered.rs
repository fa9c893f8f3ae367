//! The numbers that a search remembers about states.

use super::Search;
use super::keys::STAYS;
use super::numbers::Remembered;
use super::ways::Way;
use crate::effort::Effort;
use crate::state::State;
use crate::state::contest::Contest;
use crate::state::index::OrbitId;
use crate::state::orbits::Note;

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Returns the numbers of an earlier visit to a state or the heuristic initialisation, from the mover's point of view.
    #[inline]
    pub(super) fn numbers(&self, state: State, paid: i16) -> Effort {
        let orbit = self.shared.orbits.get(state.orbit);
        let numbers = if orbit.has(Note::Numbers, state.player) {
            let key = self.shared.number_key(state, paid) | self.mark();
            let hint_key = self.shared.hint_key(state, paid) | self.mark();
            (self.number_table.get(key)).or_else(|| self.number_table.get(hint_key))
        } else {
            None
        };
        match numbers {
            Some(remembered) => {
                let mover = self.shared.side(state);
                remembered.for_target(self.target, mover, self.way.growth())
            }
            None => self.evaluate(state, paid),
        }
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
    pub(super) fn keep(&mut self, key: u64, state: State, paid: i16, remembered: Remembered) {
        let hint_key = self.shared.hint_key(state, paid) | self.mark();
        for key in [key, hint_key] {
            self.number_table.keep(key, remembered);
        }
    }

    /// Tells whether there are numbers for a state whose line has paid no toll.
    pub(crate) fn has_numbers(&self, state: State) -> bool {
        let key = self.shared.number_key(state, 0) | self.mark();
        self.number_table.get(key).is_some()
    }

    /// Returns whether a sweep is worth the findings, which name orbits and would have to go. Iterative deepening, which lives
    /// on them, gives them up only if it cannot go on otherwise.
    pub(super) fn may_sweep(&self) -> bool {
        self.way != Way::Deepening || self.watch.sweeps.is_needed()
    }

    /// Forgets the findings, the small numbers and the history of the last question, and lists the orbits that the search
    /// needs after that.
    pub(super) fn prepare_for_sweep(&mut self) -> impl Iterator<Item = OrbitId> {
        self.findings.forget();
        self.path.reset(&self.shared.orbits, &[]);
        self.number_table.forget_small();
        let states = self.number_table.states();
        states.map(|key| self.shared.orbit_of_key(key))
    }

    /// Takes over numbers for such a state from another search, for the side to move.
    pub(crate) fn assume(&mut self, state: State, remembered: Remembered) {
        let orbit = self.shared.orbits.get(state.orbit);
        orbit.note(Note::Numbers, state.player);
        let key = self.shared.number_key(state, 0) | self.mark();
        self.keep(key, state, 0, remembered);
    }
}
