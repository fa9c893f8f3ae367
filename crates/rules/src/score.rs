//! Scores of final colorings.

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::named;
use crate::play::Play;
use crate::points::PointSet;
use crate::ruleset::RulesetError;

/// A score: Black − White in points, komi not counted.
pub type Score = i32;

/// The scoring of a finished game.
///
/// **Lemma.** For two players, [`Scoring::Taylor`] and [`Scoring::Area`] give the same difference, Black − White. An
/// empty point that reaches one color only counts for that player under both. A point that reaches both colors
/// counts for neither. A point that reaches no color counts for neither under area and for both under Taylor's
/// scoring, which leaves the difference unchanged. ∎
/// Each player's own score differs, and so do the differences between three players.
///
/// # Examples
/// ```
/// use koproof_rules::Scoring;
/// assert_eq!("territory".parse(), Ok(Scoring::Territory));
/// assert_eq!(Scoring::ALL.map(|scoring| scoring.to_string()), ["area", "taylor", "territory"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scoring {
    /// Stones, and the empty points that reach this color and no other.
    Area,
    /// Stones, and the empty points that reach no other color: a region that touches no stone counts for every player.
    Taylor,
    /// The empty points that reach this color and no other, and the stones that the opponent has lost. For two
    /// players only.
    Territory,
}

impl Scoring {
    /// Returns the amount that a play adds to the score, Black − White, immediately and permanently: under territory
    /// scoring the prisoners that Black gets minus those that White gets, otherwise 0.
    ///
    /// The stones of a suicide, including the one just played, are prisoners of the opponent.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Player, Point, Scoring};
    /// let graph = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
    /// let before = Coloring::<1, 2>::from_symbols(".XO.")?;
    /// let capture = before.play(&graph, Player::BLACK, Point::new(3));
    /// assert_eq!(Scoring::Territory.shift(&capture, Player::BLACK), 1);
    /// assert_eq!(Scoring::Area.shift(&capture, Player::BLACK), 0);
    /// let before = Coloring::<1, 2>::from_symbols("X.O.")?;
    /// let suicide = before.play(&graph, Player::BLACK, Point::new(1));
    /// assert_eq!(Scoring::Territory.shift(&suicide, Player::BLACK), -2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shift<const W: usize>(self, play: &Play<W, 2>, mover: Player) -> i16 {
        let gained = match self {
            Self::Area | Self::Taylor => 0,
            Self::Territory => play.captured.len() as i16 - play.suicide.len() as i16,
        };
        mover.sees(gained)
    }
}

named!(Scoring, RulesetError, RulesetError::Scoring; Area = "area", Taylor = "taylor", Territory = "territory");

impl<const W: usize, const N: usize> Coloring<W, N> {
    /// Returns the empty points that reach the player's color and no other.
    ///
    /// An empty point that reaches no color belongs to nobody.
    #[must_use]
    pub fn territory(&self, graph: &Graph<W>, player: Player) -> PointSet<W> {
        let empty = self.empty(graph);
        let reaching = graph.flood(graph.adjacent(self.stones(player)), empty);
        reaching - self.contested(graph, player)
    }

    /// Returns the points that score for the player. Prisoners are not points of the board and do not count here.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Player, Scoring};
    /// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
    /// let empty = Coloring::<1, 3>::EMPTY;
    /// let points = |scoring| empty.scoring_points(&graph, Player::WHITE, scoring).len();
    /// assert_eq!(points(Scoring::Area), 0);
    /// assert_eq!(points(Scoring::Taylor), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scoring_points(
        &self,
        graph: &Graph<W>,
        player: Player,
        scoring: Scoring,
    ) -> PointSet<W> {
        match scoring {
            Scoring::Area => self.stones(player) | self.territory(graph, player),
            Scoring::Taylor => {
                self.stones(player) | (self.empty(graph) - self.contested(graph, player))
            }
            Scoring::Territory => self.territory(graph, player),
        }
    }

    /// Counts the player's area: stones and territory.
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

    /// Returns the empty points that reach another color.
    fn contested(&self, graph: &Graph<W>, player: Player) -> PointSet<W> {
        let others = Self::others(player).map(|other| self.stones(other));
        let others = others.fold(PointSet::EMPTY, |all, one| all | one);
        graph.flood(graph.adjacent(others), self.empty(graph))
    }
}

impl<const W: usize> Coloring<W, 2> {
    /// Returns the points that score for Black minus those that score for White. Prisoners are not points of the
    /// board and do not count here.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Scoring};
    /// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
    /// let coloring = Coloring::<1, 2>::from_symbols(".XX.O")?;
    /// assert_eq!(coloring.balance(&graph, Scoring::Area), 2);
    /// assert_eq!(coloring.balance(&graph, Scoring::Territory), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn balance(&self, graph: &Graph<W>, scoring: Scoring) -> i16 {
        let empty = self.empty(graph);
        // Points that reach both colors count for both, which leaves the difference unchanged; Taylor's difference is
        // that of area.
        let points = |player| {
            let stones = self.stones(player);
            let reached = graph.flood(graph.adjacent(stones), empty);
            let points = match scoring {
                Scoring::Area | Scoring::Taylor => reached | stones,
                Scoring::Territory => reached,
            };
            points.len() as i16
        };
        points(Player::BLACK) - points(Player::WHITE)
    }
}
