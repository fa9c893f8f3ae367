//! Colorings: the board alone, without history.

use std::fmt;

use crate::color::Player;
use crate::graph::Graph;
use crate::messages::counted;
use crate::points::{Point, PointSet};

/// A color for every point: the stones of up to `N` players, everything else empty.
///
/// A coloring contains neither its graph nor the player to move. Equality is equality of stones. The sets of two
/// players never overlap.
///
/// # Examples
/// ```
/// use koproof_rules::{Coloring, Player, Point};
/// let coloring = Coloring::<1, 2>::from_symbols("X.O")?;
/// assert_eq!(coloring.at(Point::new(2)), Some(Player::WHITE));
/// # Ok::<(), koproof_rules::ColoringError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coloring<const W: usize, const N: usize> {
    stones: [PointSet<W>; N],
}

/// The reason why a text is no coloring.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColoringError {
    /// A character that stands for no color.
    #[error(
        "position has '{}' at character {at}; use '.' for empty, 'X' and 'O' (or digits up to {players}) for stones",
        .symbol.escape_debug()
    )]
    Symbol {
        /// The character.
        symbol: char,
        /// The place of the character, from 1, separators included.
        at: usize,
        /// The number of players.
        players: usize,
    },
    /// The wrong number of points.
    #[error("position has {}, the board has {expected}", counted(*found as u64, "point"))]
    Length {
        /// Points in the text.
        found: usize,
        /// Points of the board.
        expected: usize,
    },
    /// More points than the coloring can have on any board.
    #[error("position has {found} points, at most {most} are possible here")]
    TooLong {
        /// Points in the text.
        found: usize,
        /// The largest number of points.
        most: usize,
    },
    /// A row separator where no row ends.
    #[error("position has a '/' at character {at}, but rows of this board have {columns} points")]
    Separator {
        /// The place of the character, from 1.
        at: usize,
        /// Points in a row.
        columns: usize,
    },
    /// A chain without a liberty, which no play can leave behind.
    #[error(
        "position has a chain without liberties: the {player} chain at {points}; remove it or leave a point beside it empty"
    )]
    NoLiberty {
        /// The owner of the chain.
        player: Player,
        /// Its points, named as the board names them.
        points: String,
    },
}

impl<const W: usize, const N: usize> Coloring<W, N> {
    /// The coloring without stones.
    pub const EMPTY: Self = Self {
        stones: [PointSet::EMPTY; N],
    };

    /// Makes a coloring of one point set a player.
    ///
    /// # Panics
    /// In debug builds, if two of the sets overlap.
    #[inline]
    #[must_use]
    pub fn from_stones(stones: [PointSet<W>; N]) -> Self {
        debug_assert_eq!(
            stones.iter().map(PointSet::len).sum::<usize>(),
            stones
                .iter()
                .fold(PointSet::<W>::EMPTY, |a, &b| a | b)
                .len(),
            "no point has two stones"
        );
        Self { stones }
    }

    /// Reads `.XO` (and digits for further players), one character a point, no separators.
    ///
    /// # Errors
    /// On any other character, or on too many characters.
    pub fn from_symbols(text: &str) -> Result<Self, ColoringError> {
        let mut coloring = Self::EMPTY;
        for (index, symbol) in text.chars().enumerate() {
            if index >= PointSet::<W>::CAPACITY {
                return Err(ColoringError::TooLong {
                    found: text.chars().count(),
                    most: PointSet::<W>::CAPACITY,
                });
            }
            if symbol == '.' {
                continue;
            }
            match Player::from_symbol(symbol) {
                Some(player) if player.index() < N => {
                    coloring.stones[player.index()].insert(Point::new(index as u16));
                }
                _ => {
                    return Err(ColoringError::Symbol {
                        symbol,
                        at: index + 1,
                        players: N,
                    });
                }
            }
        }
        Ok(coloring)
    }

    /// Writes the first `points` points as `.XO`, without separators.
    ///
    /// # Panics
    /// If there is no room for so many points.
    #[must_use]
    pub fn to_symbols(&self, points: usize) -> String {
        (0..points)
            .map(|index| {
                self.at(Point::new(index as u16))
                    .map_or('.', Player::symbol)
            })
            .collect()
    }

    /// Returns the color of a point.
    ///
    /// # Panics
    /// If there is no room for the point.
    #[inline]
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Player> {
        (0..N)
            .find(|&player| self.stones[player].contains(point))
            .map(Player::new)
    }

    /// Returns a player's stones.
    ///
    /// # Panics
    /// If the player is none of the `N`.
    #[inline]
    #[must_use]
    pub fn stones(&self, player: Player) -> PointSet<W> {
        self.stones[player.index()]
    }

    /// Returns every point that has a stone.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> PointSet<W> {
        self.stones
            .iter()
            .fold(PointSet::EMPTY, |all, &one| all | one)
    }

    /// Puts a stone on a point or removes it, to set up a position. Nothing is captured.
    ///
    /// # Panics
    /// If there is no room for the point, or the player is none of the `N`.
    pub fn set(&mut self, point: Point, color: Option<Player>) {
        for stones in &mut self.stones {
            stones.remove(point);
        }
        if let Some(player) = color {
            self.stones[player.index()].insert(point);
        }
    }

    /// Returns the points reached from `point`: those joined to it by a path whose points before the last
    /// all have the color of `point`. The point itself is among them.
    #[must_use]
    pub fn reach(&self, graph: &Graph<W>, point: Point) -> PointSet<W> {
        let part = self.chain(graph, point);
        part | graph.adjacent(part)
    }

    /// Returns the chain (or the empty region) that `point` belongs to.
    #[must_use]
    pub fn chain(&self, graph: &Graph<W>, point: Point) -> PointSet<W> {
        graph.flood(PointSet::singleton(point), self.like(graph, point))
    }

    /// Returns the liberties of a set of stones: the empty points adjacent to it.
    #[inline]
    #[must_use]
    pub fn liberties(&self, graph: &Graph<W>, chain: PointSet<W>) -> PointSet<W> {
        graph.adjacent(chain) & self.empty(graph)
    }

    /// Returns the empty points.
    #[inline]
    #[must_use]
    pub fn empty(&self, graph: &Graph<W>) -> PointSet<W> {
        graph.all() - self.occupied()
    }

    /// Iterates over the chains of a player, in the order of their lowest points.
    pub fn chains<'a>(
        &self,
        graph: &'a Graph<W>,
        player: Player,
    ) -> impl Iterator<Item = PointSet<W>> + 'a {
        graph.parts(self.stones(player))
    }

    /// Empties every point of the player that does not reach an empty point, and returns those points.
    pub fn clear(&mut self, graph: &Graph<W>, player: Player) -> PointSet<W> {
        let dead = self.without_liberty(graph, player);
        self.stones[player.index()] -= dead;
        dead
    }

    /// Returns the stones of a player that do not reach an empty point.
    #[must_use]
    pub fn without_liberty(&self, graph: &Graph<W>, player: Player) -> PointSet<W> {
        let own = self.stones(player);
        own - graph.flood(graph.adjacent(self.empty(graph)), own)
    }

    /// Returns the first chain without a liberty, of the first player who has one.
    pub(crate) fn dead_chain(&self, graph: &Graph<W>) -> Option<(Player, PointSet<W>)> {
        (0..N).map(Player::new).find_map(|player| {
            let point = self.without_liberty(graph, player).first()?;
            Some((player, self.chain(graph, point)))
        })
    }

    /// Iterates over all players but one.
    #[inline]
    pub(crate) fn others(player: Player) -> impl Iterator<Item = Player> {
        (0..N)
            .map(Player::new)
            .filter(move |&other| other != player)
    }

    /// Returns whether every chain has a liberty, as it does after every play.
    #[must_use]
    pub fn is_legal(&self, graph: &Graph<W>) -> bool {
        (0..N).all(|player| self.without_liberty(graph, Player::new(player)).is_empty())
    }

    /// Exchanges the stones of two players.
    #[inline]
    #[must_use]
    pub fn swapped(mut self, one: Player, other: Player) -> Self {
        self.stones.swap(one.index(), other.index());
        self
    }

    /// Applies a function to every player's stones.
    #[inline]
    #[must_use]
    pub fn map(mut self, image: impl Fn(PointSet<W>) -> PointSet<W>) -> Self {
        for stones in &mut self.stones {
            *stones = image(*stones);
        }
        self
    }

    fn like(&self, graph: &Graph<W>, point: Point) -> PointSet<W> {
        self.at(point)
            .map_or_else(|| self.empty(graph), |player| self.stones(player))
    }

    pub(crate) fn stones_mut(&mut self, player: Player) -> &mut PointSet<W> {
        &mut self.stones[player.index()]
    }
}

impl<const W: usize, const N: usize> fmt::Debug for Coloring<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.occupied().iter().last().map_or(0, Point::index);
        f.write_str(&self.to_symbols(last + 1))
    }
}
