//! Rule sets: everything that is fixed before a game.

mod error;

use std::fmt;
use std::str::FromStr;

pub use error::RulesetError;
use serde::{Serialize, Serializer};

use crate::color::Player;
use crate::history::Superko;
use crate::play::Suicide;
use crate::score::Scoring;

/// Points given to White for moving second, counted in half points.
///
/// # Examples
/// ```
/// use koproof_rules::Komi;
/// let komi: Komi = "6.5".parse()?;
/// assert_eq!(komi.half_points(), 13);
/// assert_eq!(Komi::from_half_points(-1).to_string(), "-0.5");
/// # Ok::<(), koproof_rules::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi(i32);

impl Komi {
    /// No komi.
    pub const ZERO: Self = Self(0);
    /// The largest komi that can be written, in half points.
    pub const MAX: i32 = 2000;

    /// Makes a komi of `half_points` half points, which may be negative.
    #[must_use]
    pub const fn from_half_points(half_points: i32) -> Self {
        Self(half_points)
    }

    /// Returns the komi in half points.
    #[must_use]
    pub const fn half_points(self) -> i32 {
        self.0
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}", size / 2)?;
        if size % 2 == 1 {
            f.write_str(".5")?;
        }
        Ok(())
    }
}

/// As a number of points: whole where it is whole.
impl Serialize for Komi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 2 {
            0 => serializer.serialize_i32(self.0 / 2),
            _ => serializer.serialize_f64(f64::from(self.0) / 2.0),
        }
    }
}

impl FromStr for Komi {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        let bad = || RulesetError::Komi(text.to_owned());
        let (sign, size) = match text.as_bytes().first() {
            Some(b'-') => (-1, &text[1..]),
            Some(b'+') => (1, &text[1..]),
            _ => (1, text),
        };
        let (whole, half) = match size.split_once('.') {
            None => (size, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return Err(bad()),
        };
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let whole: i32 = whole.parse().map_err(|_| bad())?;
        let half_points = whole
            .checked_mul(2)
            .and_then(|halves| halves.checked_add(half))
            .filter(|&size| size <= Self::MAX)
            .ok_or_else(bad)?;
        Ok(Self(sign * half_points))
    }
}

/// Everything that is fixed before a game: superko, suicide, scoring, komi, handicap, and the number of players.
///
/// The game ends after as many consecutive passes as there are players.
///
/// # Examples
/// ```
/// use koproof_rules::{Ruleset, Suicide};
/// let rules: Ruleset = "nstt".parse()?;
/// assert_eq!(rules.suicide, Suicide::Forbid);
/// # Ok::<(), koproof_rules::RulesetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// The superko rule.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// The scoring.
    pub scoring: Scoring,
    /// Points given to White.
    pub komi: Komi,
    /// Points given to the third player, the fourth, and so on to the eighth.
    // Not `Player::MAX - 2`: with a computed length rustc 1.95 fails on updates of the struct in closures.
    pub komi_of_others: [Komi; 6],
    /// Number of turns that the first player has in a row before the next player's first; 0 means the same as 1.
    pub handicap: usize,
    /// The number of players, at least 2 and at most [`crate::Player::MAX`].
    pub players: usize,
}

impl Ruleset {
    /// Tromp-Taylor rules: positional superko, suicide allowed, area scoring, two players.
    ///
    /// Source: J. Tromp, *The game of Go*.
    pub const TROMP_TAYLOR: Self = Self {
        superko: Superko::Positional,
        suicide: Suicide::Allow,
        scoring: Scoring::Area,
        komi: Komi::ZERO,
        komi_of_others: [Komi::ZERO; 6],
        handicap: 0,
        players: 2,
    };

    /// Tromp-Taylor rules without suicide.
    pub const NSTT: Self = Self {
        suicide: Suicide::Forbid,
        ..Self::TROMP_TAYLOR
    };

    /// Returns the number of consecutive passes that end the game.
    #[inline]
    #[must_use]
    pub const fn passes_to_end(&self) -> usize {
        self.players
    }

    /// Returns the points given to a player.
    #[must_use]
    pub const fn komi_of(&self, player: Player) -> Komi {
        match player.index() {
            0 => Komi::ZERO,
            1 => self.komi,
            index => self.komi_of_others[index - 2],
        }
    }

    /// Returns the rules that the value of a position depends on: without komi and handicap, and for two players with
    /// area scoring instead of [Taylor's](Scoring), because both give the same difference.
    #[must_use]
    pub const fn of_values(self) -> Self {
        let scoring = match self.scoring {
            Scoring::Taylor if self.players == 2 => Scoring::Area,
            scoring => scoring,
        };
        Self {
            scoring,
            komi: Komi::ZERO,
            komi_of_others: [Komi::ZERO; 6],
            handicap: 0,
            ..self
        }
    }

    /// Checks that the rules are complete for their number of players.
    ///
    /// # Errors
    /// If there are too few or too many players, more than two players with territory scoring (no source defines who
    /// gets the prisoners), or komi for a player who does not take part.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Ruleset, Scoring};
    /// let rules = Ruleset { players: 3, scoring: Scoring::Territory, ..Ruleset::TROMP_TAYLOR };
    /// assert!(rules.check().is_err());
    /// ```
    pub const fn check(&self) -> Result<(), RulesetError> {
        let scored = match (self.players, self.scoring) {
            (2, _) | (3..=Player::MAX, Scoring::Area | Scoring::Taylor) => Ok(()),
            (3..=Player::MAX, Scoring::Territory) => Err(RulesetError::Territory(self.players)),
            _ => return Err(RulesetError::Players(self.players)),
        };
        let mut index = self.players;
        while index < Player::MAX {
            if self.komi_of(Player::new(index)).half_points() != 0 {
                return Err(RulesetError::KomiOfNobody(Player::new(index)));
            }
            index += 1;
        }
        scored
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::TROMP_TAYLOR
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} superko, suicide {}, {} scoring, komi {}",
            self.superko,
            match self.suicide {
                Suicide::Allow => "allowed",
                Suicide::Forbid => "forbidden",
            },
            self.scoring,
            self.komi
        )?;
        // Rules that are refused are printed, too.
        for player in (2..self.players.min(Player::MAX)).map(Player::new) {
            write!(f, "/{}", self.komi_of(player))?;
        }
        if self.handicap > 1 {
            write!(f, ", handicap {}", self.handicap)?;
        }
        if self.players != 2 {
            write!(f, ", {} players", self.players)?;
        }
        Ok(())
    }
}
