//! The lines of a table, in their order.

use koproof_rules::{Coloring, Player, Point, PointSet};
use koproof_solver::{Score, Table};
use serde::Serialize;

/// A coloring, who is to move there, and what the game is worth that starts so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Line {
    position: String,
    to_move: String,
    value: Score,
}

/// What a point may hold, in the order of the characters that stand for it: `.`, `O`, `X`.
const COLORS: [Option<Player>; 3] = [None, Some(Player::WHITE), Some(Player::BLACK)];

/// Goes through the legal colorings in the order of their text, each with Black and with White to move.
///
/// All positions of a board are equally long, so this is the order of the lines' bytes in every form.
pub(super) fn of(table: &Table) -> impl Iterator<Item = Line> + '_ {
    let points = table.board().points();
    let graph = table.representatives().graph();
    InTextOrder::new(points)
        .filter(|coloring| coloring.is_legal(graph))
        .filter_map(|coloring| Some((coloring, table.values(&coloring)?)))
        .flat_map(move |(coloring, values)| {
            let players = [Player::BLACK, Player::WHITE];
            players
                .into_iter()
                .zip(values)
                .map(move |(player, value)| Line {
                    position: coloring.to_symbols(points),
                    to_move: player.to_string(),
                    value,
                })
        })
}

/// All colorings of a number of points, in the order of their text.
struct InTextOrder {
    /// By point: which of `COLORS` it has.
    digits: Vec<usize>,
    done: bool,
}

impl InTextOrder {
    fn new(points: usize) -> Self {
        Self {
            digits: vec![0; points],
            done: false,
        }
    }

    fn coloring(&self) -> Coloring<1, 2> {
        let mut stones = [PointSet::EMPTY; 2];
        for (point, &digit) in self.digits.iter().enumerate() {
            if let Some(player) = COLORS[digit] {
                stones[player.index()].insert(Point::new(point as u16));
            }
        }
        Coloring::from_stones(stones)
    }
}

impl Iterator for InTextOrder {
    type Item = Coloring<1, 2>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let coloring = self.coloring();
        // Counts on: the last point that can goes one colour further, and all after it begin anew.
        let last = self
            .digits
            .iter()
            .rposition(|&digit| digit + 1 < COLORS.len());
        match last {
            Some(last) => {
                self.digits[last] += 1;
                self.digits[last + 1..].fill(0);
            }
            None => self.done = true,
        }
        Some(coloring)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coloring_comes_once_in_the_order_of_its_text() {
        let texts: Vec<String> = InTextOrder::new(4)
            .map(|coloring| coloring.to_symbols(4))
            .collect();
        assert_eq!(texts.len(), 81);
        assert!(texts.is_sorted_by(|one, next| one < next), "{texts:?}");
    }
}
