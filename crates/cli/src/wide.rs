//! Boards that are looked at and not searched: any board fits, and so does any number of players.

use koproof_rules::Player;

/// The width of a set of points.
pub(crate) const W: usize = 8;
/// The number of colors.
pub(crate) const N: usize = Player::MAX;
