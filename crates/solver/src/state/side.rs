//! The two sides of a question.

use koproof_rules::Player;
use koproof_verify::Bound;

/// A side of the question "is the score at least the target?".
///
/// Between two players Black is the prover and White the refuter. In a coalition game the hero is the prover and all
/// others together are the refuter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Wants a score of at least the target.
    Prover,
    /// Wants a score below the target.
    Refuter,
}

impl Side {
    /// Returns the opponent.
    #[inline]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Prover => Self::Refuter,
            Self::Refuter => Self::Prover,
        }
    }

    /// Returns the bound that the side wants to establish, in the actual frame.
    #[inline]
    pub(crate) fn goal(self, target: i16) -> Bound {
        match self {
            Self::Prover => Bound::AtLeast(target),
            Self::Refuter => Bound::AtMost(target - 1),
        }
    }
}

/// Refuses a third player, who has no side in a game of two.
///
/// # Panics
/// For such a player.
pub(crate) fn must_be_of_two(player: Player) {
    let is_of_two = Player::BOTH.contains(&player);
    assert!(is_of_two, "{player} has no part in a game of two");
}
