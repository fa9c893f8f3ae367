//! Brackets: lower and upper bounds of values that may be open.

use std::fmt;

use koproof_rules::Player;
pub use koproof_rules::Score;
use koproof_verify::Bound;
use serde::{Deserialize, Serialize};

/// The proved bracket of a value: it lies between `lo` and `hi`, both included.
///
/// # Examples
/// ```
/// use koproof_solver::Bracket;
/// assert_eq!(Bracket { lo: 1, hi: 1 }.exact(), Some(1));
/// assert_eq!(Bracket { lo: -1, hi: 1 }.to_string(), "[-1, +1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bracket {
    /// The value is at least this.
    pub lo: Score,
    /// The value is at most this.
    pub hi: Score,
}

impl Bracket {
    /// The bracket that contains every score.
    pub const ANY: Self = Self {
        lo: -Score::MAX,
        hi: Score::MAX,
    };

    /// Makes the bracket of a value that is known.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self {
            lo: score,
            hi: score,
        }
    }

    /// Returns the value if it is exact.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Tells whether the value is at least this; `None` if the bracket leaves it open.
    #[must_use]
    pub fn is_at_least(self, score: Score) -> Option<bool> {
        let decided = self.lo >= score || self.hi < score;
        decided.then_some(self.lo >= score)
    }

    /// Tells whether the value may be this.
    pub(crate) fn contains(self, score: Score) -> bool {
        (self.lo..=self.hi).contains(&score)
    }

    /// Returns the bracket of all scores on a board of so many points.
    #[must_use]
    pub fn of_points(points: usize) -> Self {
        let most = points as Score;
        Self {
            lo: -most,
            hi: most,
        }
    }

    /// Returns the intersection of two brackets of the same value, which must not contradict each other.
    #[must_use]
    pub(crate) fn narrowed(self, other: Self) -> Self {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        assert!(lo <= hi, "{self} and {other} contradict each other");
        Self { lo, hi }
    }

    /// Returns the bracket of a value by a bound of what is added to the score `before`.
    #[must_use]
    pub(crate) fn after(before: Score, bound: Bound) -> Self {
        match bound {
            Bound::AtLeast(score) => Self {
                lo: before + Score::from(score),
                ..Self::ANY
            },
            Bound::AtMost(score) => Self {
                hi: before + Score::from(score),
                ..Self::ANY
            },
        }
    }

    /// Returns the bracket of a value that is larger by `by`.
    #[must_use]
    pub(crate) fn shifted(self, by: Score) -> Self {
        Self {
            lo: self.lo + by,
            hi: self.hi + by,
        }
    }

    /// Returns the bracket from the point of view of a player: the least and the most that the player gains, with the
    /// sign reversed for White.
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        if player == Player::BLACK {
            self
        } else {
            Self {
                lo: -self.hi,
                hi: -self.lo,
            }
        }
    }

    /// Returns the bracket of the best of several choices for the player; `None` if there are no choices.
    #[must_use]
    pub(crate) fn best(player: Player, choices: impl IntoIterator<Item = Self>) -> Option<Self> {
        let seen = choices.into_iter().map(|choice| choice.seen_by(player));
        let best = seen.reduce(|one, other| Self {
            lo: one.lo.max(other.lo),
            hi: one.hi.max(other.hi),
        });
        best.map(|best| best.seen_by(player))
    }
}

impl From<Bound> for Bracket {
    fn from(bound: Bound) -> Self {
        Self::after(0, bound)
    }
}

impl fmt::Display for Bracket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |score: Score| {
            if score == 0 {
                "0".to_owned()
            } else {
                format!("{score:+}")
            }
        };
        match self.exact() {
            Some(score) => f.write_str(&signed(score)),
            None => write!(f, "[{}, {}]", signed(self.lo), signed(self.hi)),
        }
    }
}

/// Converts a score to the type of bounds; a score out of range becomes the nearest one.
pub(crate) fn narrow(score: Score) -> i16 {
    score.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_TO_THREE: Bracket = Bracket { lo: 1, hi: 3 };
    const MINUS_ONE_TO_TWO: Bracket = Bracket { lo: -1, hi: 2 };

    #[test]
    fn two_brackets_of_one_value_leave_what_they_share() {
        let both = ONE_TO_THREE.narrowed(MINUS_ONE_TO_TWO);
        assert_eq!(both, Bracket { lo: 1, hi: 2 });
    }

    #[test]
    #[should_panic(expected = "[+1, +3] and 0 contradict each other")]
    fn brackets_without_a_common_value_are_refused() {
        let _ = ONE_TO_THREE.narrowed(Bracket::exactly(0));
    }

    #[test]
    fn a_bracket_answers_for_scores_outside_it() {
        let answers = [1, 2, 3, 4].map(|score| ONE_TO_THREE.is_at_least(score));
        assert_eq!(answers, [Some(true), None, None, Some(false)]);
    }

    #[test]
    fn black_chooses_the_largest_value_and_white_the_least() {
        let choices = [ONE_TO_THREE, MINUS_ONE_TO_TWO];
        assert_eq!(Bracket::best(Player::BLACK, choices), Some(ONE_TO_THREE));
        assert_eq!(
            Bracket::best(Player::WHITE, choices),
            Some(MINUS_ONE_TO_TWO)
        );
        assert_eq!(Bracket::best(Player::WHITE, []), None);
    }
}
