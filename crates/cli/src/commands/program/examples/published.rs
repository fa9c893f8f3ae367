//! The published figures, from the data files.

use koproof_rules::{Board, Player, Ruleset, Suicide, Superko};
use serde::Deserialize;

use crate::commands::program::data::{parsed, parsed_if_any, player, rows};

const VALUES: &str = include_str!("../../../../data/values.csv");
const COUNTS: &str = include_str!("../../../../data/counts.csv");

/// A published value.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Value {
    #[serde(deserialize_with = "parsed")]
    pub(super) board: Board,
    #[serde(deserialize_with = "parsed")]
    superko: Superko,
    #[serde(deserialize_with = "parsed")]
    suicide: Suicide,
    pub(super) position: String,
    #[serde(deserialize_with = "player")]
    pub(super) to_move: Player,
    pub(super) value: i32,
    pub(super) source: String,
    pub(super) note: String,
}

/// A published count.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Count {
    pub(super) what: Counted,
    #[serde(deserialize_with = "parsed")]
    pub(super) board: Board,
    #[serde(deserialize_with = "parsed_if_any")]
    superko: Option<Superko>,
    #[serde(deserialize_with = "parsed_if_any")]
    suicide: Option<Suicide>,
    pub(super) value: u64,
    pub(super) source: String,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Counted {
    /// Colorings in which every chain has a liberty.
    #[serde(rename = "legal colorings")]
    LegalColorings,
    /// Games from the empty board, without regard to passes.
    #[serde(rename = "games")]
    Games,
    /// Nodes of a minimax search.
    #[serde(rename = "search nodes")]
    SearchNodes,
}

impl Value {
    /// Returns the rules that the value is for.
    pub(super) fn rules(&self) -> Ruleset {
        Ruleset {
            superko: self.superko,
            suicide: self.suicide,
            ..Ruleset::TROMP_TAYLOR
        }
    }
}

impl Count {
    /// Returns the rules that games are counted under; colorings have none.
    pub(super) fn rules(&self) -> Ruleset {
        let usual = Ruleset::TROMP_TAYLOR;
        Ruleset {
            superko: self.superko.unwrap_or(usual.superko),
            suicide: self.suicide.unwrap_or(usual.suicide),
            ..usual
        }
    }
}

/// Returns the published values.
pub(super) fn values() -> Vec<Value> {
    rows(VALUES)
}

/// Returns the published counts.
pub(super) fn counts() -> Vec<Count> {
    rows(COUNTS)
}
