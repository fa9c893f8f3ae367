//! Plays: place a stone, clear the opponents, then clear the own stones. This is the only code for captures.

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::named;
use crate::points::{Point, PointSet};
use crate::ruleset::RulesetError;

/// Whether a play may take the player's own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suicide {
    /// A play that captures nothing may clear its own chain.
    Allow,
    /// A play that would clear its own chain is illegal.
    Forbid,
}

named!(Suicide, RulesetError, RulesetError::Suicide; Allow = "allow", Forbid = "forbid");

/// The result of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play<const W: usize, const N: usize> {
    /// The coloring after both clearings.
    pub coloring: Coloring<W, N>,
    /// The opponents' stones that were taken.
    pub captured: PointSet<W>,
    /// The player's own stones that were taken: not empty only for a suicide.
    pub suicide: PointSet<W>,
}

impl Suicide {
    /// Returns whether a play is legal as far as suicide goes.
    #[inline]
    #[must_use]
    pub fn allows<const W: usize, const N: usize>(self, play: &Play<W, N>) -> bool {
        self == Self::Allow || play.suicide.is_empty()
    }
}

impl<const W: usize, const N: usize> Coloring<W, N> {
    /// Iterates over the plays of a player in the order of their points: one at every empty point, without the suicides
    /// that the rules forbid. Superko, which needs the history, is not looked at.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Player, Suicide};
    /// let graph = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
    /// let before = Coloring::<1, 2>::from_symbols(".XO.")?;
    /// let after = |suicide| -> Vec<String> {
    ///     let plays = before.plays(&graph, Player::WHITE, suicide);
    ///     plays.map(|(_, play)| play.coloring.to_symbols(4)).collect()
    /// };
    /// assert_eq!(after(Suicide::Allow), ["O.O.", ".X.."]);
    /// assert_eq!(after(Suicide::Forbid), ["O.O."]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn plays(
        self,
        graph: &Graph<W>,
        player: Player,
        suicide: Suicide,
    ) -> impl Iterator<Item = (Point, Play<W, N>)> + use<'_, W, N> {
        let played = move |point| (point, self.play(graph, player, point));
        let points = self.empty(graph).into_iter().map(played);
        points.filter(move |(_, play)| suicide.allows(play))
    }

    /// Plays a stone of `player` at an empty point and returns the result.
    ///
    /// The coloring must be legal. Then only chains next to the new stone can lose their last liberty, so only these
    /// are checked, and the result is legal again. [`Coloring::play_by_definition`] checks all chains.
    ///
    /// # Panics
    /// In debug builds, if the point is occupied.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, Coloring, Graph, Player, Point};
    /// let graph = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
    /// let before = Coloring::<1, 2>::from_symbols(".XO.")?;
    /// let play = before.play(&graph, Player::BLACK, Point::new(3));
    /// assert_eq!(play.coloring.to_symbols(4), ".X.X");
    /// assert_eq!(play.captured.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn play(&self, graph: &Graph<W>, player: Player, point: Point) -> Play<W, N> {
        debug_assert!(
            !self.occupied().contains(point),
            "a play is at an empty point"
        );
        let mut coloring = *self;
        coloring.stones_mut(player).insert(point);
        let empty = coloring.empty(graph);
        let near = graph.neighbours(point);
        let mut captured = PointSet::EMPTY;
        for opponent in Self::others(player) {
            let stones = coloring.stones(opponent);
            let mut touched = near & stones;
            while let Some(stone) = touched.first() {
                let chain = graph.flood(PointSet::singleton(stone), stones);
                touched -= chain;
                if graph.adjacent(chain).is_disjoint(&empty) {
                    captured |= chain;
                }
            }
        }
        let mut suicide = PointSet::EMPTY;
        if captured.is_empty() {
            if near.is_disjoint(&empty) {
                let chain = graph.flood(PointSet::singleton(point), coloring.stones(player));
                if graph.adjacent(chain).is_disjoint(&empty) {
                    suicide = chain;
                    *coloring.stones_mut(player) -= chain;
                }
            }
        } else {
            coloring = coloring.map(|stones| stones - captured);
        }
        Play {
            coloring,
            captured,
            suicide,
        }
    }

    /// Adds a stone at an empty point, if all chains then have liberties. The coloring must be legal.
    ///
    /// # Panics
    /// In debug builds, if the point is occupied.
    #[inline]
    #[must_use]
    pub fn with_stone(&self, graph: &Graph<W>, player: Player, point: Point) -> Option<Self> {
        let play = self.play(graph, player, point);
        (play.captured.is_empty() && play.suicide.is_empty()).then_some(play.coloring)
    }

    /// Plays by the definition: place the stone, clear every opponent color at once, then clear the player's own.
    /// Correct for any coloring, legal or not, but slow.
    #[must_use]
    pub fn play_by_definition(&self, graph: &Graph<W>, player: Player, point: Point) -> Play<W, N> {
        let mut coloring = *self;
        coloring.stones_mut(player).insert(point);
        let captured = Self::others(player)
            .map(|opponent| coloring.without_liberty(graph, opponent))
            .fold(PointSet::EMPTY, |all, one| all | one);
        coloring = coloring.map(|stones| stones - captured);
        let suicide = coloring.clear(graph, player);
        Play {
            coloring,
            captured,
            suicide,
        }
    }
}
