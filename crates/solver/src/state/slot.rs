//! The slots of the proof table.

use koproof_rules::Player;

use super::index::OrbitId;

/// A slot of the proof table. It has the claims about a coloring up to symmetry, with one player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Slot(u32);

impl Slot {
    /// Returns the slot of an orbit and the player to move. There are so few orbits that its number fits (`Shared::new`).
    #[inline]
    pub(crate) fn new(orbit: OrbitId, player: Player, players: usize) -> Self {
        Self(orbit * players as u32 + player.index() as u32)
    }

    /// Returns the orbit and the player to move.
    #[inline]
    pub(crate) fn parts(self, players: usize) -> (OrbitId, Player) {
        let players = players as u32;
        let player = Player::new((self.0 % players) as usize);
        (self.0 / players, player)
    }

    /// Returns the slot with such a number in a file, which may be of no orbit; `None` if the number is too large.
    pub(crate) fn with_number(number: u64) -> Option<Self> {
        number.try_into().ok().map(Self)
    }
}

/// The number of a slot, in keys and in files.
impl From<Slot> for u64 {
    #[inline]
    fn from(Slot(number): Slot) -> Self {
        number.into()
    }
}
