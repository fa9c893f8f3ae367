//! The parts of claims: states, bounds, and records of a history.

use koproof_rules::{Coloring, Player, Record, Scoring};

/// A state of a game between two players, without its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The coloring.
    pub coloring: Coloring<1, 2>,
    /// The player to move.
    pub to_move: Player,
    /// Consecutive passes so far: 0 or 1.
    pub passes: u8,
}

/// A bound on a value: on the final score of a game, Black − White, or, if prisoners count, on the score still to come,
/// without earlier prisoners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Black can force at least this score.
    AtLeast(i16),
    /// White can hold Black to at most this score.
    AtMost(i16),
}

impl Bound {
    /// Returns the largest score in a bound. No board has more than 64 points; where prisoners count, each point can
    /// count twice, as a prisoner and as territory.
    #[must_use]
    pub const fn largest(scoring: Scoring) -> i16 {
        match scoring {
            Scoring::Area | Scoring::Taylor => 64,
            Scoring::Territory => 128,
        }
    }

    /// Returns the player who proves such a bound.
    #[must_use]
    pub const fn prover(self) -> Player {
        match self {
            Self::AtLeast(_) => Player::BLACK,
            Self::AtMost(_) => Player::WHITE,
        }
    }

    /// Returns the score of the bound.
    #[must_use]
    pub const fn score(self) -> i16 {
        match self {
            Self::AtLeast(score) | Self::AtMost(score) => score,
        }
    }

    /// Returns the bound of the same kind with this score.
    #[must_use]
    pub const fn with_score(self, score: i16) -> Self {
        match self {
            Self::AtLeast(_) => Self::AtLeast(score),
            Self::AtMost(_) => Self::AtMost(score),
        }
    }

    /// Returns whether a score is within the bound, also one that no bound can state.
    #[must_use]
    pub fn met_by(self, score: impl Into<i32>) -> bool {
        let score = score.into();
        match self {
            Self::AtLeast(least) => score >= least.into(),
            Self::AtMost(most) => score <= most.into(),
        }
    }

    /// Returns whether the other bound is of the same kind and no stronger.
    #[must_use]
    pub const fn implies(self, other: Self) -> bool {
        match (self, other) {
            (Self::AtLeast(this), Self::AtLeast(other)) => this >= other,
            (Self::AtMost(this), Self::AtMost(other)) => this <= other,
            _ => false,
        }
    }

    /// Returns the bound after an exchange of the colors.
    ///
    /// Meant for scores within [`Self::largest`]; the opposite of `i16::MIN` becomes `i16::MAX`.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::AtLeast(score) => Self::AtMost(score.saturating_neg()),
            Self::AtMost(score) => Self::AtLeast(score.saturating_neg()),
        }
    }

    /// Returns the bound on a score that is larger by `by`.
    ///
    /// Meant for scores within [`Self::largest`]; a sum outside `i16` becomes its nearest number.
    #[must_use]
    pub const fn shifted(self, by: i16) -> Self {
        match self {
            Self::AtLeast(score) => Self::AtLeast(score.saturating_add(by)),
            Self::AtMost(score) => Self::AtMost(score.saturating_add(by)),
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

#[cfg(test)]
mod tests {
    use super::Bound;

    #[test]
    fn a_score_beyond_what_bounds_state_meets_them_as_any_other() {
        for score in [40_000, 1 << 20] {
            assert!(Bound::AtLeast(5).met_by(score) && !Bound::AtMost(5).met_by(score));
            assert!(Bound::AtMost(5).met_by(-score) && !Bound::AtLeast(5).met_by(-score));
        }
    }
}
