//! Moves.

use crate::points::Point;

/// The action of a player in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Leave the coloring unchanged.
    Pass,
    /// Place a stone.
    Play(Point),
}

impl Move {
    /// Returns the number of the point of a play; `None` for a pass.
    #[must_use]
    pub fn number(self) -> Option<u16> {
        match self {
            Self::Pass => None,
            Self::Play(point) => Some(point.index() as u16),
        }
    }

    /// Returns the play at the point with this number, or the pass.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Move;
    /// assert_eq!(Move::of_number(Some(3)).number(), Some(3));
    /// assert_eq!(Move::of_number(None), Move::Pass);
    /// ```
    #[must_use]
    pub fn of_number(number: Option<u16>) -> Self {
        number.map_or(Self::Pass, |number| Self::Play(Point::new(number)))
    }
}
