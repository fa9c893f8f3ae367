//! Values with komi counted.

use std::fmt;
use std::iter::Sum;

use koproof_rules::{Komi, Margin, Player, Score};
use koproof_solver::Bracket;
use serde::Serialize;

/// The known bracket of a value, komi counted: it lies between `lo` and `hi`, both included.
///
/// # Examples
/// ```
/// use koproof_answers::Range;
/// use koproof_rules::Komi;
/// use koproof_solver::Bracket;
///
/// let range = Range::new(Bracket { lo: -1, hi: 3 }, Komi::from_half_points(1));
/// assert_eq!(range.to_string(), "W+1.5 to B+2.5");
/// assert_eq!(range.signed(), "[-1.5, +2.5]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    /// Black gets at least this.
    pub lo: Margin,
    /// Black gets at most this.
    pub hi: Margin,
}

impl Range {
    /// Takes komi off the bracket of a board's value.
    #[must_use]
    pub const fn new(value: Bracket, komi: Komi) -> Self {
        Self {
            lo: Margin::new(value.lo, komi),
            hi: Margin::new(value.hi, komi),
        }
    }

    /// Takes komi off a value that is known.
    #[must_use]
    pub const fn exactly(value: Score, komi: Komi) -> Self {
        Self::new(Bracket::exactly(value), komi)
    }

    /// Returns the value if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<Margin> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Writes the range for programs: a signed number, or two in brackets.
    #[must_use]
    pub fn signed(self) -> String {
        match self.exact() {
            Some(value) => value.signed(),
            None => format!("[{}, {}]", self.lo.signed(), self.hi.signed()),
        }
    }

    /// Returns the points that a move from a position of this value to one of another has cost its player.
    #[must_use]
    pub fn given_away(self, mover: Player, after: Self) -> Loss {
        let points = |more: Margin, less: Margin| (more.half_points() - less.half_points()) / 2;
        let (lo, hi) = match mover {
            Player::BLACK => (points(self.lo, after.hi), points(self.hi, after.lo)),
            _ => (points(after.lo, self.hi), points(after.hi, self.lo)),
        };
        // No move improves on best play.
        Loss {
            lo: lo.max(0),
            hi: hi.max(0),
        }
    }

    /// Says how good the middle of the range is for Black, from −1 if White gets all points to 1 if Black
    /// does.
    pub(crate) fn tint(self, points: usize) -> f64 {
        let twice_middle = f64::from(self.lo.half_points() + self.hi.half_points()) / 2.0;
        (twice_middle / 2.0 / points as f64).clamp(-1.0, 1.0)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(value) => value.fmt(f),
            None => f.pad(&format!("{} to {}", self.lo, self.hi)),
        }
    }
}

/// Points that moves have cost their player, between `lo` and `hi`, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// At least this.
    pub lo: i32,
    /// At most this.
    pub hi: i32,
}

impl Loss {
    /// Returns the points if they are known.
    #[must_use]
    pub fn exact(self) -> Option<i32> {
        (self.lo == self.hi).then_some(self.lo)
    }
}

impl Sum for Loss {
    fn sum<I: Iterator<Item = Self>>(losses: I) -> Self {
        losses.fold(Self::default(), |sum, one| Self {
            lo: sum.lo + one.lo,
            hi: sum.hi + one.hi,
        })
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = if self.lo == self.hi { "" } else { "at least " };
        let points = if self.lo == 1 { "point" } else { "points" };
        write!(f, "{least}{} {points}", self.lo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(lo: i32, hi: i32) -> Range {
        Range::new(Bracket { lo, hi }, Komi::from_half_points(1))
    }

    #[test]
    fn a_move_gives_away_what_is_lost_whatever_the_open_values_are() {
        let (before, after) = (range(2, 4), range(-3, 1));
        let loss = |lo, hi| Loss { lo, hi };
        assert_eq!(before.given_away(Player::BLACK, after), loss(1, 7));
        assert_eq!(after.given_away(Player::WHITE, before), loss(1, 7));
        assert_eq!(before.given_away(Player::BLACK, range(1, 2)), loss(0, 3));
        assert_eq!(before.given_away(Player::WHITE, after), loss(0, 0));
        let exact = range(9, 9).given_away(Player::BLACK, range(-9, -9));
        assert_eq!(exact, loss(18, 18));
        assert_eq!(exact.to_string(), "18 points");
        assert_eq!(loss(1, 7).to_string(), "at least 1 point");
        assert_eq!([exact, loss(1, 7)].into_iter().sum::<Loss>(), loss(19, 25));
    }
}
