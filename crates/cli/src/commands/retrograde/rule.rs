//! The text form of a rule for repetitions.

use std::fmt;
use std::str::FromStr;

use koproof_solver::{KoRule, Repetition};

/// A rule for repetitions: those that are forbidden, and the score of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) ko: KoRule,
    pub(super) repetition: Repetition,
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "'{text}' is not a repetition rule; use black-loses, white-loses or score:D with a whole number D; basic-ko, or basic-ko:RULE with one of these"
            )
        };
        let (ko, cycles) = match text.strip_prefix("basic-ko") {
            Some("") => (KoRule::Basic, "score:0"),
            Some(rest) => (KoRule::Basic, rest.strip_prefix(':').ok_or_else(bad)?),
            None => (KoRule::None, text),
        };
        let repetition = match cycles {
            "black-loses" => Repetition::BlackLoses,
            "white-loses" => Repetition::WhiteLoses,
            _ => {
                let score = cycles.strip_prefix("score:").ok_or_else(bad)?;
                Repetition::Score(score.parse().map_err(|_| bad())?)
            }
        };
        Ok(Self { ko, repetition })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ko == KoRule::Basic {
            f.write_str("basic-ko:")?;
        }
        self.repetition.fmt(f)
    }
}
