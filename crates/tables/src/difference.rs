//! States to which two tables give different values.

use std::cmp::Ordering;

use koproof_rules::{Coloring, Player, Score};

/// A legal coloring with a player to move to which two tables give different values.
///
/// Differences are ordered by the number of stones, then by the colorings' texts, then with Black to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The coloring.
    pub coloring: Coloring<1, 2>,
    /// The player to move.
    pub to_move: Player,
    /// The values in the one table and in the other.
    pub values: [Score; 2],
}

impl Ord for Difference {
    fn cmp(&self, other: &Self) -> Ordering {
        let stones = |one: &Self| one.coloring.occupied().len();
        (stones(self).cmp(&stones(other)))
            .then_with(|| by_text(&self.coloring, &other.coloring))
            .then_with(|| (self.to_move, self.values).cmp(&(other.to_move, other.values)))
    }
}

impl PartialOrd for Difference {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares colorings as the texts of their symbols compare: `.`, then `O`, then `X`.
fn by_text(one: &Coloring<1, 2>, other: &Coloring<1, 2>) -> Ordering {
    let differ = Player::BOTH.map(|player| {
        let (one, other) = (one.stones(player), other.stones(player));
        (one - other) | (other - one)
    });
    let first = (differ[0] | differ[1]).first();
    let symbol = |coloring: &Coloring<1, 2>| {
        first.map(|point| coloring.at(point).map(|player| player == Player::BLACK))
    };
    symbol(one).cmp(&symbol(other))
}
