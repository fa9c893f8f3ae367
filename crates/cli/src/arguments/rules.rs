//! The rules of play: a preset, and what differs from it.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use koproof_rules::{Komi, Ruleset, Suicide, Superko};
use serde::Serialize;

use crate::scores;

/// The names of the superko rules.
const SUPERKO: [&str; 4] = ["positional", "situational", "natural-situational", "taylor"];

/// Which rules are played by.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// The rules to start from
    #[arg(long, default_value = "tromp-taylor", value_parser = preset())]
    rules: Ruleset,

    /// What may not be repeated: a position; a position with the same player to move; a position that the same
    /// player has made before; one that he has made or left by a pass
    #[arg(long, value_parser = superko())]
    superko: Option<Superko>,

    /// Whether a play may take the player's own stones
    #[arg(long, value_parser = suicide())]
    suicide: Option<Suicide>,

    /// Points that White gets, in halves: 7, 6.5, -0.5 [default: 0]
    #[arg(long, allow_hyphen_values = true)]
    komi: Option<Komi>,
}

impl RulesArgs {
    /// Returns the rules asked for.
    pub(crate) fn ruleset(&self) -> Ruleset {
        Ruleset {
            superko: self.superko.unwrap_or(self.rules.superko),
            suicide: self.suicide.unwrap_or(self.rules.suicide),
            komi: self.komi.unwrap_or(self.rules.komi),
            ..self.rules
        }
    }
}

fn preset() -> impl TypedValueParser<Value = Ruleset> {
    let names = Ruleset::PRESETS.map(|(name, _, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Ruleset>())
}

fn superko() -> impl TypedValueParser<Value = Superko> {
    PossibleValuesParser::new(SUPERKO).try_map(|name| name.parse::<Superko>())
}

/// Reads `allow` or `forbid`. For `value_parser`.
pub(crate) fn suicide() -> impl TypedValueParser<Value = Suicide> {
    PossibleValuesParser::new(["allow", "forbid"]).try_map(|name| name.parse::<Suicide>())
}

/// Rules as JSON has them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RulesJson {
    /// The preset that these rules are, komi apart; `null` for others.
    name: Option<&'static str>,
    superko: String,
    suicide: String,
    scoring: &'static str,
    #[serde(serialize_with = "scores::komi")]
    komi: Komi,
    players: usize,
}

impl From<Ruleset> for RulesJson {
    fn from(rules: Ruleset) -> Self {
        Self {
            name: preset_name(rules),
            superko: rules.superko.to_string(),
            suicide: rules.suicide.to_string(),
            scoring: "area",
            komi: rules.komi,
            players: rules.players,
        }
    }
}

/// Says the rules in one line, with their name if they have one.
pub(crate) fn rules_line(rules: Ruleset) -> String {
    match preset_name(rules) {
        Some(name) => format!("{name}: {rules}"),
        None => rules.to_string(),
    }
}

/// The preset that rules are, komi apart.
fn preset_name(rules: Ruleset) -> Option<&'static str> {
    Ruleset::PRESETS
        .iter()
        .find(|(_, preset, _)| {
            *preset
                == Ruleset {
                    komi: preset.komi,
                    ..rules
                }
        })
        .map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_superko_rule_can_be_named() {
        assert_eq!(Superko::ALL.map(|rule| rule.to_string()), SUPERKO);
    }

    #[test]
    fn komi_does_not_take_a_preset_its_name() {
        let komi = "6.5".parse().expect("it is a komi");
        let rules = Ruleset {
            komi,
            ..Ruleset::NSTT
        };
        assert_eq!(preset_name(rules), Some("nstt"));
    }

    #[test]
    fn other_rules_have_no_name() {
        let rules = Ruleset {
            superko: Superko::Situational,
            ..Ruleset::NSTT
        };
        assert_eq!(preset_name(rules), None);
    }
}
