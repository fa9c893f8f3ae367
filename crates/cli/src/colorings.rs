//! All colorings of a few points, legal or not.

use koproof_rules::{Coloring, Player, Point, PointSet};

/// The contents of a point, in the order of their characters: `.`, `O`, `X`.
const COLORS: [Option<Player>; 3] = [None, Some(Player::WHITE), Some(Player::BLACK)];

/// Iterates over all colorings of a number of points, in the order of their text.
pub(crate) fn in_text_order(points: usize) -> impl Iterator<Item = Coloring<1, 2>> {
    InTextOrder {
        digits: vec![0; points],
        done: false,
    }
}

struct InTextOrder {
    /// By point: which of `COLORS` it has.
    digits: Vec<usize>,
    done: bool,
}

impl InTextOrder {
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
        let texts: Vec<String> = in_text_order(4)
            .map(|coloring| coloring.to_symbols(4))
            .collect();
        assert_eq!(texts.len(), 81);
        assert!(texts.is_sorted_by(|one, next| one < next), "{texts:?}");
    }
}
