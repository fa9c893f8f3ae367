//! The arguments for the rules of play: a preset, and changes to it.

use std::convert::Infallible;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{ArgAction, Args};
use koproof_rules::{Komi, Preset, Ruleset, Scoring, Suicide, Superko};

use super::one_of;
use crate::exit::{Blame, refuse};
use crate::{limits, words};

/// The arguments for superko, suicide and scoring.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct BasicRulesArgs {
    /// The rule set to start from [default: tromp-taylor]
    #[arg(long, value_parser = preset())]
    rules: Option<Ruleset>,

    /// The superko rule [default: that of --rules]
    ///
    /// No play may recreate: under positional, a position; under situational, a position with the same player to move;
    /// under natural situational, a position that the same player has made before; under taylor, a position that the
    /// same player has made, or left by a pass.
    #[arg(long, value_parser = one_of::<Superko>(Superko::ALL.map(Superko::name)), hide_short_help = true)]
    superko: Option<Superko>,

    /// Whether suicide is legal [default: that of --rules]
    #[arg(long, value_parser = one_of::<Suicide>(Suicide::ALL.map(Suicide::name)), hide_short_help = true)]
    suicide: Option<Suicide>,

    /// The scoring [default: that of --rules]
    ///
    /// Area counts a player's stones and territory. Taylor counts area, and gives a region without neighbouring stones
    /// to every player. Territory counts a player's territory and prisoners.
    #[arg(long, value_parser = one_of::<Scoring>(Scoring::ALL.map(Scoring::name)), hide_short_help = true)]
    scoring: Option<Scoring>,
}

/// The arguments for the rules of a game of any number of players.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    alternating: AlternatingRulesArgs,

    /// Number of turns in a row of the first player at the start [default: 0]
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(0_u16, 512), hide_short_help = true)]
    handicap: Option<u16>,
}

/// The arguments for the rules of a game of any number of players with alternating turns.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Rules",
    mut_arg("to_move", |to_move| to_move.help(
        "The player to move at the position, before any moves: black, white, or 3 to 8 with more --players"
    ))
)]
pub(crate) struct AlternatingRulesArgs {
    #[command(flatten)]
    basic: BasicRulesArgs,

    /// Points that White gets, in halves: 7, 6.5, -0.5 [default: that of --rules]
    ///
    /// With more players, one number for each but the first: 0.5,1
    #[arg(long, allow_hyphen_values = true, value_delimiter = ',', action = ArgAction::Set)]
    komi: Vec<Komi>,

    /// Number of players, from 2 to 8
    #[arg(long, value_name = "NUMBER", value_parser = players(), default_value_t = 2, hide_short_help = true)]
    players: u8,
}

/// The arguments for the rules of a game of two players with alternating turns.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct DuelRulesArgs {
    #[command(flatten)]
    basic: BasicRulesArgs,

    /// Points that White gets, in halves: 7, 6.5, -0.5 [default: that of --rules]
    #[arg(long, allow_hyphen_values = true)]
    komi: Option<Komi>,
}

/// Whether the command line gives rules, which a record of a game then does not decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenRules {
    /// Superko, suicide or scoring.
    pub(crate) rules: bool,
    pub(crate) komi: bool,
    pub(crate) handicap: bool,
}

/// The arguments for the rules of a game without superko; repetition and komi do not matter.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct SuicideArgs {
    /// The rule set that decides whether suicide is legal
    #[arg(long, default_value = "tromp-taylor", value_parser = preset())]
    rules: Ruleset,

    /// Whether suicide is legal [default: that of --rules]
    #[arg(long, value_parser = one_of::<Suicide>(Suicide::ALL.map(Suicide::name)))]
    suicide: Option<Suicide>,
}

/// The arguments for the rules of a count; nothing is scored.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct CountRulesArgs {
    #[command(flatten)]
    suicide: SuicideArgs,

    /// Number of players, from 2 to 8
    #[arg(long, value_name = "NUMBER", value_parser = players(), default_value_t = 2)]
    players: u8,
}

/// The same for a count in which superko matters.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Rules",
    mut_arg("rules", |rules| rules.help("The rule set that decides on suicide and superko"))
)]
pub(crate) struct SuperkoCountRulesArgs {
    #[command(flatten)]
    count: CountRulesArgs,

    /// The superko rule, positional or situational [default: that of --rules]
    #[arg(long, value_parser = one_of::<Superko>(Superko::ALL.map(Superko::name)))]
    superko: Option<Superko>,
}

impl BasicRulesArgs {
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        checked(self.ruleset())
    }

    fn ruleset(&self) -> Ruleset {
        let rules = self.rules.unwrap_or_default();
        Ruleset {
            superko: self.superko.unwrap_or(rules.superko),
            suicide: self.suicide.unwrap_or(rules.suicide),
            scoring: self.scoring.unwrap_or(rules.scoring),
            ..rules
        }
    }

    fn are_given(&self) -> bool {
        let Self {
            rules,
            superko,
            suicide,
            scoring,
        } = self;
        rules.is_some() || superko.is_some() || suicide.is_some() || scoring.is_some()
    }
}

impl RulesArgs {
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        checked(Ruleset {
            handicap: self.handicap.unwrap_or(0).into(),
            ..self.alternating.checked()?
        })
    }

    pub(crate) fn given(&self) -> GivenRules {
        GivenRules {
            rules: self.alternating.basic.are_given(),
            komi: !self.alternating.komi.is_empty(),
            handicap: self.handicap.is_some(),
        }
    }
}

impl AlternatingRulesArgs {
    /// Checks the requested rules and returns them.
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        let (given, wanted) = (self.komi.len(), usize::from(self.players) - 1);
        if given > 0 && given != wanted {
            let cure = match wanted {
                1 => "give one, with a point and no comma in it, as in 6.5",
                _ => "give one for each player but the first, as in 0.5,1",
            };
            refuse!(
                "--komi: {} for {} players: {cure}",
                words::counted(given, "number"),
                self.players
            );
        }
        let mut rules = self.basic.ruleset();
        rules.players = self.players.into();
        if let Some((&white, others)) = self.komi.split_first() {
            rules.komi = white;
            for (komi, &given) in rules.komi_of_others.iter_mut().zip(others) {
                *komi = given;
            }
        }
        checked(rules)
    }
}

impl DuelRulesArgs {
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        let mut rules = self.basic.ruleset();
        rules.komi = self.komi.unwrap_or(rules.komi);
        checked(rules)
    }

    pub(crate) fn given(&self) -> GivenRules {
        GivenRules {
            rules: self.basic.are_given(),
            komi: self.komi.is_some(),
            handicap: false,
        }
    }
}

impl SuicideArgs {
    /// Tells whether suicide is legal, and refuses rules that need a history.
    pub(crate) fn checked(&self) -> anyhow::Result<Suicide> {
        if self.rules.scoring == Scoring::Territory {
            refuse!(
                "--rules: prisoners cannot be counted here, because the moves before a position are ignored: name a rule set with area scoring"
            );
        }
        Ok(self.suicide.unwrap_or(self.rules.suicide))
    }
}

impl CountRulesArgs {
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        checked(Ruleset {
            suicide: self.suicide.suicide.unwrap_or(self.suicide.rules.suicide),
            players: self.players.into(),
            ..self.suicide.rules
        })
    }
}

impl SuperkoCountRulesArgs {
    pub(crate) fn checked(&self) -> anyhow::Result<Ruleset> {
        let rules = self.count.checked()?;
        Ok(Ruleset {
            superko: self.superko.unwrap_or(rules.superko),
            ..rules
        })
    }
}

fn checked(rules: Ruleset) -> anyhow::Result<Ruleset> {
    rules.check().bad_input()?;
    Ok(rules)
}

/// Reads a name in a list of rule sets. For `value_parser`.
pub(crate) fn trimmed(name: &str) -> Result<String, Infallible> {
    Ok(name.trim().to_owned())
}

fn players() -> impl TypedValueParser<Value = u8> {
    limits::from_to(2_u8, 8)
}

fn preset() -> impl TypedValueParser<Value = Ruleset> {
    let names = Preset::ALL.map(|preset| {
        let value = PossibleValue::new(preset.name).aliases(preset.alias);
        value.help(preset.about)
    });
    one_of(names)
}
