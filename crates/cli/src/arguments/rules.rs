//! The rules of play: a preset, and what differs from it.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use koproof_rules::{Komi, Player, Preset, Ruleset, Scoring, Suicide, Superko};
use serde::Serialize;

use crate::exit::Blame;
use crate::scores;

/// The names of the superko rules.
const SUPERKO: [&str; 4] = ["positional", "situational", "natural-situational", "taylor"];

/// The names of the ways of scoring.
const SCORING: [&str; 3] = ["area", "taylor", "territory"];

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

    /// What counts in the end: stones and territory; the same, an untouched region for everyone; territory and prisoners
    #[arg(long, value_parser = scoring())]
    scoring: Option<Scoring>,

    /// Points that White gets, in halves: 7, 6.5, -0.5; with more players one number for each but the first: 0.5,1
    /// [default: 0]
    #[arg(long, allow_hyphen_values = true, value_delimiter = ',')]
    komi: Vec<Komi>,

    /// Turns that whoever begins has in a row before the next player's first
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(..=512), default_value_t = 0)]
    handicap: u16,

    /// How many play, from 2 to 8
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=8), default_value_t = 2)]
    players: u8,
}

impl RulesArgs {
    /// Returns the rules asked for, which may contradict themselves.
    pub(crate) fn ruleset(&self) -> Ruleset {
        let mut rules = Ruleset {
            superko: self.superko.unwrap_or(self.rules.superko),
            suicide: self.suicide.unwrap_or(self.rules.suicide),
            scoring: self.scoring.unwrap_or(self.rules.scoring),
            handicap: self.handicap.into(),
            players: self.players.into(),
            ..self.rules
        };
        if let Some((&white, others)) = self.komi.split_first() {
            rules.komi = white;
            for (komi, &given) in rules.komi_of_others.iter_mut().zip(others) {
                *komi = given;
            }
        }
        rules
    }

    /// Returns the rules asked for if they say everything about a game.
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        let rules = self.ruleset();
        rules.check().bad_input()?;
        Ok(rules)
    }

    /// Returns all of the rules that can be looked at without a history, and refuses what would need one.
    pub(crate) fn without_history(&self) -> anyhow::Result<Suicide> {
        let rules = self.checked()?;
        let refused = if rules.scoring == Scoring::Territory {
            "prisoners are history, which this does not look at: use --scoring area"
        } else if rules.players != 2 {
            "this is for two players: leave --players out"
        } else if rules.handicap > 1 {
            "turns alternate here: set handicap stones up in the --position"
        } else if self.names_komi() {
            "komi changes nothing that can be forced: leave --komi out and take it off"
        } else {
            return Ok(rules.suicide);
        };
        Err(anyhow::anyhow!(refused)).bad_input()
    }

    /// Tells whether komi was given.
    pub(crate) fn names_komi(&self) -> bool {
        !self.komi.is_empty()
    }
}

fn preset() -> impl TypedValueParser<Value = Ruleset> {
    let names = Preset::ALL.map(|preset| {
        let value = PossibleValue::new(preset.name).help(preset.about);
        match preset.alias {
            Some(alias) => value.alias(alias),
            None => value,
        }
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Ruleset>())
}

fn scoring() -> impl TypedValueParser<Value = Scoring> {
    PossibleValuesParser::new(SCORING).try_map(|name| name.parse::<Scoring>())
}

fn superko() -> impl TypedValueParser<Value = Superko> {
    PossibleValuesParser::new(SUPERKO).try_map(|name| name.parse::<Superko>())
}

/// Reads `allow` or `forbid`.
fn suicide() -> impl TypedValueParser<Value = Suicide> {
    PossibleValuesParser::new(["allow", "forbid"]).try_map(|name| name.parse::<Suicide>())
}

/// Rules as JSON has them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RulesJson {
    /// The preset that these rules are, komi, handicap and players apart; `null` for others.
    name: Option<&'static str>,
    superko: String,
    suicide: String,
    scoring: String,
    #[serde(serialize_with = "scores::komi")]
    komi: Komi,
    /// Of the third player and those after.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    komi_of_others: Vec<Points>,
    #[serde(skip_serializing_if = "is_none")]
    handicap: usize,
    players: usize,
}

/// A number of points, in halves.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
struct Points(#[serde(serialize_with = "scores::komi")] Komi);

fn is_none(handicap: &usize) -> bool {
    *handicap < 2
}

impl From<Ruleset> for RulesJson {
    fn from(rules: Ruleset) -> Self {
        Self {
            name: preset_name(rules),
            superko: rules.superko.to_string(),
            suicide: rules.suicide.to_string(),
            scoring: rules.scoring.to_string(),
            komi: rules.komi,
            komi_of_others: (2..rules.players)
                .map(|index| Points(rules.komi_of(Player::new(index))))
                .collect(),
            handicap: rules.handicap,
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

/// The preset that rules are, komi, handicap and players apart.
fn preset_name(rules: Ruleset) -> Option<&'static str> {
    Preset::of(&rules).map(|preset| preset.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_superko_rule_and_scoring_can_be_named() {
        assert_eq!(Superko::ALL.map(|rule| rule.to_string()), SUPERKO);
        assert_eq!(Scoring::ALL.map(|rule| rule.to_string()), SCORING);
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
            superko: Superko::Taylor,
            ..Ruleset::NSTT
        };
        assert_eq!(preset_name(rules), None);
    }
}
