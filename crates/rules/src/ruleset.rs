//! Rule sets: what is decided before a game.

use std::fmt;
use std::str::FromStr;

use crate::history::Superko;

/// Whether a play may take the player's own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suicide {
    /// A play that captures nothing may clear its own chain.
    Allow,
    /// A play that would clear its own chain is illegal.
    Forbid,
}

impl fmt::Display for Suicide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allow => "allow",
            Self::Forbid => "forbid",
        })
    }
}

impl FromStr for Suicide {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        match text {
            "allow" => Ok(Self::Allow),
            "forbid" => Ok(Self::Forbid),
            _ => Err(RulesetError::Suicide(text.to_owned())),
        }
    }
}

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
    pub const LARGEST: i32 = 2000;

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
            .filter(|&size| size <= Self::LARGEST)
            .ok_or_else(bad)?;
        Ok(Self(sign * half_points))
    }
}

/// What is decided before a game: superko, suicide, komi, and how many play.
///
/// Scoring is by area, and the game ends after as many consecutive passes as there are players.
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
    /// What may not be repeated.
    pub superko: Superko,
    /// Whether suicide is legal.
    pub suicide: Suicide,
    /// Points given to White.
    pub komi: Komi,
    /// How many players there are, at least 2 and at most [`crate::Player::MOST`].
    pub players: usize,
}

impl Ruleset {
    /// Tromp-Taylor rules: positional superko, suicide allowed, area scoring, two players.
    ///
    /// Source: J. Tromp, *The game of Go*.
    pub const TROMP_TAYLOR: Self = Self {
        superko: Superko::Positional,
        suicide: Suicide::Allow,
        komi: Komi::ZERO,
        players: 2,
    };

    /// Tromp-Taylor rules without suicide.
    pub const NSTT: Self = Self {
        suicide: Suicide::Forbid,
        ..Self::TROMP_TAYLOR
    };

    /// The presets that `--rules` knows: name, rules, and what they are.
    pub const PRESETS: [(&'static str, Self, &'static str); 2] = [
        (
            "tromp-taylor",
            Self::TROMP_TAYLOR,
            "positional superko, suicide allowed, area scoring",
        ),
        (
            "nstt",
            Self::NSTT,
            "Tromp-Taylor without suicide: positional superko, area scoring",
        ),
    ];

    /// Returns how many consecutive passes end the game.
    #[inline]
    #[must_use]
    pub const fn passes_to_end(&self) -> usize {
        self.players
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::TROMP_TAYLOR
    }
}

impl FromStr for Ruleset {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        Self::PRESETS
            .iter()
            .find(|(name, ..)| *name == text)
            .map(|&(_, rules, _)| rules)
            .ok_or_else(|| RulesetError::Preset(text.to_owned()))
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} superko, suicide {}, area scoring, komi {}",
            self.superko,
            match self.suicide {
                Suicide::Allow => "allowed",
                Suicide::Forbid => "forbidden",
            },
            self.komi
        )?;
        if self.players != 2 {
            write!(f, ", {} players", self.players)?;
        }
        Ok(())
    }
}

/// Why a text names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// No such preset.
    #[error("unknown rules '{0}'; use tromp-taylor or nstt")]
    Preset(String),
    /// No such superko rule.
    #[error("unknown superko rule '{0}'; use positional, situational, natural-situational or taylor")]
    Superko(String),
    /// Neither `allow` nor `forbid`.
    #[error("suicide cannot be '{0}'; use allow or forbid")]
    Suicide(String),
    /// Not a number of half points.
    #[error(
        "komi '{0}' is not a multiple of one half between -1000 and 1000; write 7, 6.5 or -0.5"
    )]
    Komi(String),
}
