//! Scores with komi counted, in half points.

use std::fmt;

use koproof_rules::{Komi, Player};
use koproof_solver::Bracket;
use serde::{Serialize, Serializer};

use crate::words;

/// A score, Black − White, komi counted.
///
/// Its human-readable form is that of Go players, `B+3.5`, `W+2` or `0` for a tie ([`fmt::Display`]); the form for
/// programs is a signed number, whole or with a half ([`Self::signed`] and JSON).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score {
    half_points: i32,
}

impl Score {
    /// Subtracts komi from a score of the board.
    pub(crate) fn new(board: i32, komi: Komi) -> Self {
        Self {
            half_points: 2 * board - komi.half_points(),
        }
    }

    /// Returns the score in halves of a point.
    pub(crate) fn half_points(self) -> i32 {
        self.half_points
    }

    /// Returns the winner; `None` for a tie.
    pub(crate) fn winner(self) -> Option<Player> {
        match self.half_points {
            0 => None,
            1.. => Some(Player::BLACK),
            _ => Some(Player::WHITE),
        }
    }

    /// Writes the winner and the margin.
    pub(crate) fn outcome(self) -> String {
        let margin = Komi::from_half_points(self.half_points.abs());
        match self.winner() {
            Some(player) => format!("{} wins by {margin}", words::capital(player)),
            None => "a tie".to_owned(),
        }
    }

    /// Writes the score for programs: Black − White with its sign, `+3.5`, `-2` or `0`.
    pub(crate) fn signed(self) -> String {
        let sign = if self.half_points > 0 { "+" } else { "" };
        format!("{sign}{}", Komi::from_half_points(self.half_points))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = Komi::from_half_points(self.half_points.abs());
        match self.winner() {
            Some(Player::BLACK) => f.pad(&format!("B+{margin}")),
            Some(_) => f.pad(&format!("W+{margin}")),
            None => f.pad("0"),
        }
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        half_points(&self.half_points, serializer)
    }
}

/// Writes half points as a number of points, as an integer if it is whole.
fn half_points<S: Serializer>(half_points: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    if half_points % 2 == 0 {
        serializer.serialize_i32(half_points / 2)
    } else {
        serializer.serialize_f64(f64::from(*half_points) / 2.0)
    }
}

/// Writes komi as a number of points, for `serialize_with`.
pub(crate) fn komi<S: Serializer>(komi: &Komi, serializer: S) -> Result<S::Ok, S::Error> {
    half_points(&komi.half_points(), serializer)
}

/// A known value in the form of a bracket.
#[derive(Debug, Serialize)]
pub(crate) struct Exactly<T> {
    lo: T,
    hi: T,
}

impl<T: Copy> Exactly<T> {
    /// Makes a bracket with equal ends.
    pub(crate) fn new(value: T) -> Self {
        Self {
            lo: value,
            hi: value,
        }
    }
}

/// Writes a known value as `{lo, hi}`, for `serialize_with`.
pub(crate) fn exactly<T, S>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Copy + Serialize,
    S: Serializer,
{
    Exactly::new(*value).serialize(serializer)
}

/// Writes an optional known value as `{lo, hi}`, for `serialize_with`.
pub(crate) fn maybe_exactly<T, S>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Copy + Serialize,
    S: Serializer,
{
    value.map(Exactly::new).serialize(serializer)
}

/// Writes several known values as `{lo, hi}`, for `serialize_with`.
pub(crate) fn each_exactly<T, S>(
    values: &(impl AsRef<[T]> + ?Sized),
    serializer: S,
) -> Result<S::Ok, S::Error>
where
    T: Copy + Serialize,
    S: Serializer,
{
    serializer.collect_seq(values.as_ref().iter().copied().map(Exactly::new))
}

/// The known bracket of a value: it lies between `lo` and `hi`, both included, komi included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Range {
    /// Black gets at least this.
    pub(crate) lo: Score,
    /// Black gets at most this.
    pub(crate) hi: Score,
}

impl Range {
    /// Subtracts komi from the bracket of a board's value.
    pub(crate) fn new(value: Bracket, komi: Komi) -> Self {
        Self {
            lo: Score::new(value.lo, komi),
            hi: Score::new(value.hi, komi),
        }
    }

    /// Writes the range for programs: a signed number, or two in brackets.
    pub(crate) fn signed(self) -> String {
        if self.lo == self.hi {
            self.lo.signed()
        } else {
            format!("[{}, {}]", self.lo.signed(), self.hi.signed())
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lo == self.hi {
            self.lo.fmt(f)
        } else {
            f.pad(&format!("{} to {}", self.lo, self.hi))
        }
    }
}
