//! The data files that are built in, `crates/cli/data/`.

use std::fmt::Display;
use std::str::FromStr;

use koproof_rules::Player;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads the rows of a file.
pub(super) fn rows<T: for<'de> Deserialize<'de>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect::<Result<_, _>>()
        .expect("a test reads the data files that are built in")
}

/// Reads a cell by `FromStr`, for `deserialize_with`.
pub(super) fn parsed<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// Reads a cell that may be empty by `FromStr`, for `deserialize_with`.
pub(super) fn parsed_if_any<'de, D: Deserializer<'de>, T>(
    deserializer: D,
) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: Display>,
{
    let text = String::deserialize(deserializer)?;
    let found = (!text.is_empty()).then(|| text.parse().map_err(D::Error::custom));
    found.transpose()
}

/// Reads `black` or `white`, for `deserialize_with`.
pub(super) fn player<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    let name = String::deserialize(deserializer)?;
    Player::from_name(&name).ok_or_else(|| D::Error::custom(format!("'{name}' is no player")))
}
