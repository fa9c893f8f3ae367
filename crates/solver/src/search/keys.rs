//! Keys of states in the table of proof numbers.

use crate::state::contest::Contest;
use crate::state::index::OrbitId;
use crate::state::{Shared, State};

/// The bit that marks keys of states up to symmetry.
const HINT: u64 = 1 << 63;

/// The bit that marks the keys of numbers that are to stay when the others are forgotten. Names of states leave it
/// free.
pub(super) const STAYS: u64 = 1 << 62;

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Names an actual state. Symmetric states must not share proof numbers, or a node could become its own descendant.
    /// Lines that have paid different tolls have different targets, so they do not share proof numbers either.
    pub(super) fn number_key(&self, state: State, paid: i16) -> u64 {
        let actual = u64::from(self.slot(state)) * self.orbits.symmetry.len() as u64
            + state.element.index() as u64;
        let key = actual * self.players() as u64 + u64::from(state.passes);
        if self.toll.is_none() {
            key
        } else {
            // Names of orbits, players and elements together take 32 bits.
            key << 16 | u64::from(paid as u16)
        }
    }

    /// Names a state up to symmetry, with a key that differs from those of all actual states.
    ///
    /// A new state starts with the last numbers of a symmetric one, so that the search does not have to find out for
    /// each image of a hard state that it is hard. It has its own numbers once it has been searched.
    pub(super) fn hint_key(&self, state: State, paid: i16) -> u64 {
        let swapped = self.orbits.symmetry.swaps_colors(state.element);
        let paid = if swapped { -paid } else { paid };
        let key = u64::from(self.slot(state)) * self.players() as u64 + u64::from(state.passes);
        HINT | key << 16 | u64::from(paid as u16)
    }

    /// Returns the orbit of a state with this [`Self::number_key`] or [`Self::hint_key`].
    pub(super) fn orbit_of_key(&self, key: u64) -> OrbitId {
        let is_hint = key & HINT != 0;
        let state = match is_hint || !self.toll.is_none() {
            // Without the toll, and without the two highest bits.
            true => (key << 2) >> 18,
            false => key & !STAYS,
        };
        let elements = if is_hint {
            1
        } else {
            self.orbits.symmetry.len()
        };
        // A state is an orbit, a player to move, an element and passes.
        (state / (self.players() * elements * self.players()) as u64) as OrbitId
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Player, Ruleset, Scoring};

    use super::*;
    use crate::options::Options;

    #[test]
    fn keys_of_numbers_tell_the_orbit() {
        for scoring in [Scoring::Area, Scoring::Territory] {
            let board: Board = "2x3".parse().expect("a board");
            let rules = Ruleset {
                scoring,
                ..Ruleset::TROMP_TAYLOR
            };
            let shared = Shared::of_board(&board, rules, Options::default()).expect("it is small");
            for text in ["......", "X.....", "XO....", "OX.X.."] {
                let coloring = Coloring::from_symbols(text).expect("a coloring");
                for (player, passes, paid) in [(Player::BLACK, 0, 0), (Player::WHITE, 1, -7)] {
                    let state = shared.state(coloring, player, passes);
                    let paid = if shared.toll.is_none() { 0 } else { paid };
                    let keys = [shared.number_key(state, paid), shared.hint_key(state, paid)];
                    for key in keys.map(|key| [key, key | STAYS]).concat() {
                        assert_eq!(shared.orbit_of_key(key), state.orbit, "{text}");
                    }
                }
            }
        }
    }
}
