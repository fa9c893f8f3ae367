//! The legal colorings in the order of their texts.

use koproof_rules::{Coloring, Graph, Player, Point};

/// Iterates over the legal colorings of a board in the order of their texts: `.`, `O`, `X`.
///
/// Points are colored from the first to the last. A stone is left out, with all colorings that have it, if a chain lacks
/// a liberty even if all later points are empty.
///
/// It is no chain of closures: those are compiled in the crate that uses them, which need not be an optimised one.
pub(crate) struct TextOrder<'g> {
    graph: &'g Graph<1>,
    /// Colorings of the first points, with the number of these points, the next on top.
    begun: Vec<(u16, Coloring<1, 2>)>,
}

impl<'g> TextOrder<'g> {
    pub(crate) fn new(graph: &'g Graph<1>) -> Self {
        let begun = vec![(0, Coloring::EMPTY)];
        Self { graph, begun }
    }
}

impl Iterator for TextOrder<'_> {
    type Item = Coloring<1, 2>;

    fn next(&mut self) -> Option<Coloring<1, 2>> {
        loop {
            let (colored, coloring) = self.begun.pop()?;
            if usize::from(colored) == self.graph.points() {
                return Some(coloring);
            }
            for player in [Player::BLACK, Player::WHITE] {
                let child = coloring.with_stone(self.graph, player, Point::new(colored));
                self.begun.extend(child.map(|child| (colored + 1, child)));
            }
            self.begun.push((colored + 1, coloring));
        }
    }
}
