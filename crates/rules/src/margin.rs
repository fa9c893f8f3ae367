//! Scores with komi counted.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::messages::shortened;
use crate::ruleset::Komi;
use crate::score::Score;

/// A score, Black − White, komi counted.
///
/// People read it as Go players write it, `B+3.5`, `W+2` or `0` for a tie ([`fmt::Display`]); programs read a signed
/// number, a whole one or one with a half ([`Self::signed`] and serde).
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
    ///
    /// # Panics
    /// If one side wins by more than `i32::MAX` half points.
    #[must_use]
    pub const fn new(board: Score, komi: Komi) -> Self {
        let half_points = 2 * board as i64 - komi.half_points() as i64;
        assert!(
            half_points.unsigned_abs() <= i32::MAX as u64,
            "a score is too large to count in half points"
        );
        Self {
            half_points: half_points as i32,
        }
    }

    /// Returns the least score of the board that reaches this one when komi is taken off.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Komi, Margin};
    /// let (komi, tie): (Komi, Margin) = ("6.5".parse()?, "0".parse()?);
    /// assert_eq!(tie.least_on_board(komi), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn least_on_board(self, komi: Komi) -> Score {
        (self.half_points as i64 + komi.half_points() as i64 + 1).div_euclid(2) as Score
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

/// A text that is no [`Margin`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{}` is no score: write B+7, W+3.5, 0 or a number, Black − White, such as 7 or -3.5, of at most 1000 points",
    shortened(.0)
)]
pub struct ParseMarginError(String);

/// Reads a score in human-readable form (`B+7`) or as a signed number (`-3.5`).
impl FromStr for Margin {
    type Err = ParseMarginError;

    fn from_str(text: &str) -> Result<Self, ParseMarginError> {
        let (sign, size) = match text.split_at_checked(2) {
            Some(("B+" | "b+", size)) => (1, Some(size)),
            Some(("W+" | "w+", size)) => (-1, Some(size)),
            _ => (1, None),
        };
        // A winner is followed by a number without a sign.
        let signed = size.is_some_and(|size| size.starts_with(['+', '-']));
        match size.unwrap_or(text).parse::<Komi>() {
            Ok(points) if !signed => Ok(Self {
                half_points: sign * points.half_points(),
            }),
            _ => Err(ParseMarginError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_written() {
        for half_points in -9..=9 {
            let margin = Margin { half_points };
            assert_eq!(margin.to_string().parse(), Ok(margin));
            assert_eq!(margin.signed().parse(), Ok(margin));
            assert_eq!(margin.to_string().to_lowercase().parse(), Ok(margin));
        }
        for bad in [
            "",
            "B",
            "B+",
            "B+-1",
            "W++1",
            "B+1.2",
            "B7",
            "7.",
            "−1",
            "1e9",
            "99999999999",
        ] {
            assert_eq!(bad.parse::<Margin>(), Err(ParseMarginError(bad.to_owned())));
        }
    }

    #[test]
    fn the_least_score_that_reaches_a_margin_is_the_least() {
        for half_points in -9..=9 {
            for komi in (-5..=5).map(Komi::from_half_points) {
                let margin = Margin { half_points };
                let least = margin.least_on_board(komi);
                assert!(Margin::new(least, komi) >= margin);
                assert!(Margin::new(least - 1, komi) < margin);
            }
        }
    }
}
