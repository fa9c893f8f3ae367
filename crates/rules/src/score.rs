//! Scores of final colorings.

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::points::PointSet;

impl<const W: usize, const N: usize> Coloring<W, N> {
    /// Returns the empty points that reach the player's colour and no other.
    ///
    /// An empty point that reaches no colour at all is nobody's.
    #[must_use]
    pub fn territory(&self, graph: &Graph<W>, player: Player) -> PointSet<W> {
        let empty = self.empty(graph);
        let reaching = |stones| graph.flood(graph.adjacent(stones), empty);
        let others = (0..N)
            .map(Player::new)
            .filter(|&other| other != player)
            .fold(PointSet::EMPTY, |all, other| all | self.stones(other));
        reaching(self.stones(player)) - reaching(others)
    }

    /// Returns the player's area: stones and territory, counted.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Player};
    /// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
    /// let coloring = Coloring::<1, 2>::from_symbols(".X..O")?;
    /// assert_eq!(coloring.area(&graph, Player::BLACK), 2);
    /// assert_eq!(coloring.area(&graph, Player::WHITE), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn area(&self, graph: &Graph<W>, player: Player) -> usize {
        self.stones(player).len() + self.territory(graph, player).len()
    }
}
