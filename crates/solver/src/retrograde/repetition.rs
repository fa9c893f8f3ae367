//! Rules for repetition when no superko rule forbids it: a ko rule, and the score of an endless game.

use std::fmt;

use crate::bracket::{Bracket, Score};

/// The rule that forbids some repetitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Every repetition is allowed.
    #[default]
    None,
    /// Basic ko: if the last move was a play that captured one stone, no play may lead back to the coloring before it.
    ///
    /// The ban ends with the next move, which may be a pass, and it is a part of the state. Longer cycles remain.
    Basic,
}

/// The score of an endless game: the rule for long cycles.
///
/// It gives the same values as a rule that ends the game with this score as soon as a state (coloring, player to move,
/// passes and ban) occurs again: a player who can force an end can do so without repeating a state, and a player who
/// can prevent it can do so forever.
///
/// **Published values.** E. van der Werf (*AI techniques for the game of Go*, 2004) plays by basic ko and calls a long cycle
/// a tie if it is *balanced*, that is if each player captures as many stones in it as the other. The rules here treat
/// all cycles alike. In a cycle each player loses as many stones as the player plays, so a cycle is unbalanced if one
/// player passes more often than the other. [`KoRule::Basic`] with `Score(0)` gives his values of the empty 2x2 (0),
/// 2x3 (0), 2x4 (8), 3x3 (9) and 3x4 (4). For 4x4 both 1 and 2 have been published. With basic ko the value is 16 if a
/// long cycle is lost for White, and 1 if a long cycle is lost for Black, is a tie, or scores at most 1. The value under
/// superko is 2; with basic ko it is 2 only if a long cycle scores 2.
///
/// # Examples
/// ```
/// use koproof_solver::{Bracket, Repetition};
/// let bracket = Bracket { lo: -1, hi: 4 };
/// assert_eq!(Repetition::BlackLoses.value(bracket), -1);
/// assert_eq!(Repetition::WhiteLoses.value(bracket), 4);
/// assert_eq!(Repetition::Score(0).value(bracket), 0);
/// assert_eq!(Repetition::Score(7).value(bracket), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Black loses every point of the board: the value is `lo`.
    BlackLoses,
    /// White loses every point of the board: the value is `hi`.
    WhiteLoses,
    /// Black wins by this number of points, at most that of the board; negative numbers are for White, and 0 is a tie.
    Score(Score),
}

impl Repetition {
    /// Returns the value of a state that has this bracket.
    ///
    /// **Theorem.** Where a repetition scores `d`, the value is the middle one of `lo`, `d` and `hi`.
    ///
    /// *Proof.* Let the board have n points and |d| <= n. For a threshold s with -n < s <= n ask whether Black can force
    /// at least s. If s > d, an endless game is not enough: Black must force an end that scores s or more, which is
    /// possible exactly if `lo >= s`. If s <= d, an endless game is enough: White must force an end that scores s - 1
    /// or less, which is possible exactly if `hi <= s - 1`. In a game where one player tries to reach a goal and the
    /// other tries to prevent it, one of them can succeed, so Black can force at least s exactly if `hi >= s`. The
    /// value is the greatest s that Black can force, or -n. If `lo > d` that is `lo`. If `hi < d` it is `hi`. Otherwise
    /// `hi >= d` shows that Black can force d, and `lo <= d` that Black can force no more. ∎
    #[must_use]
    pub fn value(self, bracket: Bracket) -> Score {
        match self {
            Self::BlackLoses => bracket.lo,
            Self::WhiteLoses => bracket.hi,
            Self::Score(score) => score.clamp(bracket.lo, bracket.hi),
        }
    }
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlackLoses => f.write_str("black-loses"),
            Self::WhiteLoses => f.write_str("white-loses"),
            Self::Score(score) => write!(f, "score:{score}"),
        }
    }
}
