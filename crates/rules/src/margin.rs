//! Scores with komi counted.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::ruleset::Komi;
use crate::score::Score;

/// A score, Black − White, komi counted.
///
/// People read it as Go players write it, `B+3.5`, `W+2` or `0` for a tie ([`fmt::Display`]); programs read a signed number, a
/// whole one or one with a half ([`Self::signed`] and serde).
///
/// # Examples
/// ```
/// use koproof_rules::{Komi, Margin};
/// let margin = Margin::new(3, "6.5".parse::<Komi>()?);
/// assert_eq!(margin.to_string(), "W+3.5");
/// assert_eq!(margin.signed(), "-3.5");
/// assert_eq!(margin.outcome(), "White wins by 3.5");
/// # Ok::<(), koproof_rules::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    half_points: i32,
}

impl Margin {
    /// Takes komi off a score of the board.
    #[must_use]
    pub const fn new(board: Score, komi: Komi) -> Self {
        Self {
            half_points: 2 * board - komi.half_points(),
        }
    }

    /// Returns the score in halves of a point.
    #[must_use]
    pub const fn half_points(self) -> i32 {
        self.half_points
    }

    /// Says who wins and by how much.
    #[must_use]
    pub fn outcome(self) -> String {
        match self.half_points {
            0 => "a tie".to_owned(),
            1.. => format!("Black wins by {}", self.size()),
            _ => format!("White wins by {}", self.size()),
        }
    }

    /// Writes the score for programs: Black − White with its sign, `+3.5`, `-2` or `0`.
    #[must_use]
    pub fn signed(self) -> String {
        let sign = if self.half_points > 0 { "+" } else { "" };
        format!("{sign}{}", Komi::from_half_points(self.half_points))
    }

    /// Returns what one player has more than the other.
    fn size(self) -> Komi {
        Komi::from_half_points(self.half_points.abs())
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.half_points {
            0 => f.pad("0"),
            1.. => f.pad(&format!("B+{}", self.size())),
            _ => f.pad(&format!("W+{}", self.size())),
        }
    }
}

/// As a number of points: whole where it is whole.
impl Serialize for Margin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Komi::from_half_points(self.half_points).serialize(serializer)
    }
}
