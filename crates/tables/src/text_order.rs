//! All colorings in the order of their texts.

use koproof_rules::{Coloring, Player, Point};

/// Iterates over all colorings of a number of points, legal or not, in the order of their texts: `.`, `O`, `X`.
///
/// It is no chain of closures: those are compiled in the crate that uses them, which need not be an optimised one.
pub(crate) struct TextOrder {
    points: usize,
    next: Option<Coloring<1, 2>>,
}

impl TextOrder {
    pub(crate) fn new(points: usize) -> Self {
        Self {
            points,
            next: Some(Coloring::EMPTY),
        }
    }
}

impl Iterator for TextOrder {
    type Item = Coloring<1, 2>;

    fn next(&mut self) -> Option<Coloring<1, 2>> {
        let current = self.next?;
        self.next = after(current, self.points);
        Some(current)
    }
}

/// Returns the coloring with the next text: the last point that is not black takes its next color, and the points after
/// it become empty.
fn after(mut coloring: Coloring<1, 2>, points: usize) -> Option<Coloring<1, 2>> {
    for point in (0..points as u16).rev().map(Point::new) {
        let color = match coloring.at(point) {
            None => Some(Player::WHITE),
            Some(Player::WHITE) => Some(Player::BLACK),
            Some(_) => None,
        };
        coloring.set(point, color);
        if color.is_some() {
            return Some(coloring);
        }
    }
    None
}
