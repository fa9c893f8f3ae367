//! The numbers that a search remembers about states.

use koproof_rules::Player;

use super::Search;
use super::keys::STAYS;
use super::numbers::{MAX_NUMBER, Remembered};
use super::ways::Way;
use crate::effort::Effort;
use crate::state::State;
use crate::state::contest::Contest;
use crate::state::index::OrbitId;
use crate::state::kept_numbers::{KeptNumbers, Progressed};
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

    /// Begins with what a checkpoint has kept. It may hold anything, so the key of no state and a number that no search finds
    /// are left out.
    pub(super) fn begin_with(&mut self, kept: Progressed) {
        self.earlier = kept.expansions;
        let is_possible = |number: u32| (1..=MAX_NUMBER).contains(&number);
        for KeptNumbers {
            key,
            numbers,
            target,
        } in kept.numbers
        {
            let orbit = self.shared.orbit_of_key(key);
            if self.shared.orbits.is_stored(orbit.into())
                && is_possible(numbers.proof)
                && is_possible(numbers.disproof)
            {
                let orbit = self.shared.orbits.get(orbit);
                for player in 0..self.shared.players() {
                    orbit.note(Note::Numbers, Player::new(player));
                }
                self.number_table.keep(key, Remembered { numbers, target });
            }
        }
    }

    /// Takes over numbers for such a state from another search, for the side to move.
    pub(crate) fn assume(&mut self, state: State, remembered: Remembered) {
        let orbit = self.shared.orbits.get(state.orbit);
        orbit.note(Note::Numbers, state.player);
        let key = self.shared.number_key(state, 0) | self.mark();
        self.keep(key, state, 0, remembered);
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Ruleset};

    use super::*;
    use crate::budget::Budget;
    use crate::budget::observer::Nobody;
    use crate::budget::watch::Watch;
    use crate::options::Options;
    use crate::search::ways::Portfolio;
    use crate::state::Shared;

    /// A checkpoint may hold anything.
    #[test]
    fn a_search_begins_with_the_numbers_of_its_states_only() {
        let board: Board = "2x2".parse().expect("a board");
        let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
        let shared = shared.expect("a small board");
        let root = shared.start(Coloring::EMPTY, Player::BLACK);
        let honest = shared.number_key(root.state, 0);
        let kept = |key, proof, disproof| KeptNumbers {
            key,
            numbers: Effort { proof, disproof },
            target: 1,
        };
        let most = MAX_NUMBER;
        let keys = [honest, honest + 1_000_000, u64::MAX];
        for (key, numbers, is_taken) in [
            (keys[0], (5, most), true),
            (keys[0], (0, 5), false),
            (keys[0], (5, most + 1), false),
            (keys[1], (5, 5), false),
            (keys[2], (5, 5), false),
        ] {
            let numbers = vec![kept(key, numbers.0, numbers.1)];
            shared.numbers_to_keep.load(Progressed {
                expansions: u64::MAX,
                numbers: numbers.clone(),
            });
            let watch = Watch::start(Budget::UNLIMITED, &Nobody, 4, 1);
            let mut search = Search::new(&shared, &watch, Portfolio::TinyDense, (0, 1));
            let begun = search.progressed();
            assert_eq!(begun.numbers, if is_taken { numbers } else { Vec::new() });
            assert_eq!(begun.expansions, u64::MAX);
            // Whatever it begins with, it finds that Black gets a point more.
            assert!(search.decide(&root, 1, u64::MAX).is_some());
        }
    }
}
