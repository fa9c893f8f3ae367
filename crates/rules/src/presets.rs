//! Rule sets by name.

use std::str::FromStr;

use crate::history::Superko;
use crate::play::Suicide;
use crate::ruleset::{Komi, Ruleset, RulesetError};
use crate::score::Scoring;

/// A rule set with a name.
///
/// # Examples
/// ```
/// use koproof_rules::{Preset, Ruleset};
/// let preset = Preset::named("tromp-taylor-no-suicide").expect("another name of nstt");
/// assert_eq!((preset.name, preset.rules), ("nstt", Ruleset::NSTT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Another name, if it has one.
    pub alias: Option<&'static str>,
    /// Its rules.
    pub rules: Ruleset,
    /// A description in one line.
    pub about: &'static str,
    /// The source.
    pub source: &'static str,
    /// How the preset differs from its source, and what the source leaves open.
    pub differs: &'static str,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 7] = [
        Self {
            name: "tromp-taylor",
            alias: None,
            rules: Ruleset::TROMP_TAYLOR,
            about: "positional superko, suicide allowed, area scoring",
            source: "J. Tromp, The game of Go: the logical rules (https://tromp.github.io/go.html)",
            differs: "any graph and any legal start in the place of the empty 19x19 grid",
        },
        Self {
            name: "nstt",
            alias: Some("tromp-taylor-no-suicide"),
            rules: Ruleset::NSTT,
            about: "Tromp-Taylor without suicide: positional superko, area scoring",
            source: "N. Weninger and R. Hayward, Exploring positional linear Go (2017)",
            differs: "any graph in the place of the linear boards of the paper",
        },
        Self {
            name: "tromp-taylor-situational",
            alias: None,
            rules: Ruleset {
                superko: Superko::Situational,
                ..Ruleset::TROMP_TAYLOR
            },
            about: "Tromp-Taylor with situational superko",
            source: "J. Tromp, The game of Go: the comment on rule 6 names the variant",
            differs: "the start counts as led to by a play, so it may not be recreated with the same player to move",
        },
        Self {
            name: "nstt-situational",
            alias: None,
            rules: Ruleset {
                superko: Superko::Situational,
                ..Ruleset::NSTT
            },
            about: "Tromp-Taylor without suicide, with situational superko",
            source: "J. Tromp, The game of Go, the comment on rule 6; no suicide as under nstt",
            differs: "as tromp-taylor-situational",
        },
        Self {
            name: "aga-like",
            alias: None,
            rules: Ruleset {
                superko: Superko::NaturalSituational,
                ..Ruleset::NSTT
            },
            about: "natural situational superko, no suicide, area scoring, komi 0",
            source: "the rules of the American Go Association, with superko as their author T. Benson says it is meant (https://senseis.xmp.net/?AGARules)",
            differs: "no pass stones and no last pass of White's, which are another way to count area; no agreement on dead stones unless it is given; komi 7.5 is not part of it",
        },
        Self {
            name: "taylor",
            alias: None,
            rules: Ruleset {
                superko: Superko::Taylor,
                scoring: Scoring::Taylor,
                ..Ruleset::TROMP_TAYLOR
            },
            about: "a player may not create a coloring twice, suicide allowed, Taylor's scoring",
            source: "B. Taylor's wording of the Tromp-Taylor rules (rec.games.go, 1995; the same superko in rec.games.abstract, 2001)",
            differs: "a disputed second pass is a move of a replayed game; elsewhere two passes end the game",
        },
        Self {
            name: "reiss",
            alias: None,
            rules: Ruleset {
                superko: Superko::Positional,
                suicide: Suicide::Forbid,
                scoring: Scoring::Territory,
                komi: Komi::from_half_points(13),
                ..Ruleset::TROMP_TAYLOR
            },
            about: "territory plus prisoners, komi 6.5",
            source: "rules of M. Reiss with territory, prisoners and komi 6.5, whose text was not available",
            differs: "positional superko and no suicide are this project's choice; dead stones are prisoners only if they are named",
        },
    ];

    /// Returns the preset with this name or alias.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[Preset] = &Preset::ALL;
        ALL.iter()
            .find(|preset| preset.name == name || preset.alias == Some(name))
    }

    /// Returns the preset with the same superko, suicide and scoring, if there is one. Komi, handicap and the number of
    /// players do not matter.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Option<&'static Self> {
        const ALL: &[Preset] = &Preset::ALL;
        let key = |rules: &Ruleset| (rules.superko, rules.suicide, rules.scoring);
        ALL.iter().find(|preset| key(&preset.rules) == key(rules))
    }
}

impl FromStr for Ruleset {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        Preset::named(text)
            .map(|preset| preset.rules)
            .ok_or_else(|| RulesetError::Preset(text.to_owned()))
    }
}
