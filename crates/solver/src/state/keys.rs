//! Keys of states in the tables of claims and of proof numbers.

use koproof_rules::Player;

use super::contest::Contest;
use super::index::OrbitId;
use super::{Shared, State};
use crate::search::numbers::STAYS;

/// The bit that marks keys of states up to symmetry.
const HINT: u64 = 1 << 63;

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Names the slot of the proof table that has the claims about a state.
    pub(crate) fn table_key(&self, state: State) -> u64 {
        self.slot(state.orbit, state.player)
    }

    /// Names the same slot by orbit and player to move.
    pub(crate) fn slot(&self, orbit: OrbitId, player: Player) -> u64 {
        u64::from(orbit) * self.players() as u64 + player.index() as u64
    }

    /// Returns the orbit of a slot, and the player to move.
    pub(crate) fn of_slot(&self, slot: u64) -> (OrbitId, Player) {
        let players = self.players() as u64;
        (
            (slot / players) as OrbitId,
            Player::new((slot % players) as usize),
        )
    }

    /// Names an actual state. Symmetric states must not share proof numbers, or a node could become its own descendant.
    /// Lines that have paid different tolls have different targets, so they do not share proof numbers either.
    pub(crate) fn number_key(&self, state: State, paid: i16) -> u64 {
        let actual = self.table_key(state) * self.orbits.symmetry.len() as u64
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
    pub(crate) fn hint_key(&self, state: State, paid: i16) -> u64 {
        let swapped = self.orbits.symmetry.swaps_colors(state.element);
        let paid = if swapped { -paid } else { paid };
        let key = self.table_key(state) * self.players() as u64 + u64::from(state.passes);
        HINT | key << 16 | u64::from(paid as u16)
    }

    /// Returns the orbit of a state with this [`Self::number_key`] or [`Self::hint_key`].
    pub(crate) fn orbit_of_key(&self, key: u64) -> OrbitId {
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
        self.of_slot(state / (elements * self.players()) as u64).0
    }
}
