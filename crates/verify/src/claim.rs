//! Claims: bounds on the value of a state, with what they ask of the history.

use koproof_rules::{Coloring, Player, Record};

use crate::record_set::Packed;

/// A state of a game between two players, its history left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What lies on the board.
    pub coloring: Coloring<1, 2>,
    /// Who is to move.
    pub to_move: Player,
    /// Consecutive passes so far: 0 or 1.
    pub passes: u8,
}

/// A bound on a value: the score, Black − White, that a game ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Black can force at least so much.
    AtLeast(i16),
    /// White can hold Black to at most so much.
    AtMost(i16),
}

impl Bound {
    /// The largest score that a bound may speak of: no board has more points.
    pub const LARGEST: i16 = 64;

    /// Returns who proves such a bound.
    #[must_use]
    pub const fn prover(self) -> Player {
        match self {
            Self::AtLeast(_) => Player::BLACK,
            Self::AtMost(_) => Player::WHITE,
        }
    }

    /// Returns the score that it speaks of.
    #[must_use]
    pub const fn score(self) -> i16 {
        match self {
            Self::AtLeast(score) | Self::AtMost(score) => score,
        }
    }

    /// Tells whether a score is within the bound.
    #[must_use]
    pub const fn met_by(self, score: i16) -> bool {
        match self {
            Self::AtLeast(least) => score >= least,
            Self::AtMost(most) => score <= most,
        }
    }

    /// Tells whether the other bound is of the same kind and no stronger.
    #[must_use]
    pub const fn implies(self, other: Self) -> bool {
        match (self, other) {
            (Self::AtLeast(this), Self::AtLeast(other)) => this >= other,
            (Self::AtMost(this), Self::AtMost(other)) => this <= other,
            _ => false,
        }
    }

    /// Returns the bound after an exchange of the colours.
    ///
    /// Meant for scores within [`Self::LARGEST`]; the one `i16` without an opposite becomes the nearest.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::AtLeast(score) => Self::AtMost(score.saturating_neg()),
            Self::AtMost(score) => Self::AtLeast(score.saturating_neg()),
        }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtLeast(score) => write!(f, ">= {score}"),
            Self::AtMost(score) => write!(f, "<= {score}"),
        }
    }
}

/// A record of a game between two players on at most 64 points.
pub type GameRecord = Record<Coloring<1, 2>>;

/// That a bound holds at a state under every history that holds the state's own records and all of `need`, and
/// nothing of `avoid`.
///
/// It is well-formed if `avoid` shares nothing with `need` nor with the state's own records.
#[derive(Clone, Debug)]
pub(crate) struct Claim<R: Packed> {
    pub(crate) state: State,
    pub(crate) bound: Bound,
    pub(crate) avoid: Box<[R]>,
    pub(crate) need: Box<[R]>,
}

impl<R: Packed> Claim<R> {
    /// Counts the records of both sets.
    pub(crate) fn records(&self) -> u64 {
        (self.avoid.len() + self.need.len()) as u64
    }
}
