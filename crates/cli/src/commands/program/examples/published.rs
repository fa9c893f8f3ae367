//! The published figures, from the data files.

use koproof_rules::{Board, Player, Ruleset, Suicide, Superko};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

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
    /// Games from the empty board, passes not told apart.
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

fn rows<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect::<Result<_, _>>()
        .expect("a test reads the data files that are built in")
}

fn parsed<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<T, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

fn parsed_if_any<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    let found = (!text.is_empty()).then(|| text.parse().map_err(D::Error::custom));
    found.transpose()
}

fn player<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    let name = String::deserialize(deserializer)?;
    Player::from_name(&name).ok_or_else(|| D::Error::custom(format!("'{name}' is no player")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use koproof_rules::{Coloring, Graph, text};

    #[test]
    fn the_data_files_can_be_read() {
        assert!(!counts().is_empty());
        for row in values() {
            let graph = Graph::<1>::new(&row.board).expect("published boards are small");
            let position: Result<Coloring<1, 2>, _> =
                text::parse_position(&row.board, &graph, &row.position);
            assert!(position.is_ok(), "{row:?}");
            assert!(!row.source.is_empty(), "{row:?}");
        }
    }
}
