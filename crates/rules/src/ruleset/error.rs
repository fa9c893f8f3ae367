//! Errors in rules.

use crate::color::Player;
use crate::messages::shortened;

/// The reason why a text names no rule, or rules contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The preset is unknown.
    #[error(
        "unknown rules '{}'; use tromp-taylor, nstt, tromp-taylor-situational, nstt-situational, aga-like, taylor or reiss",
        shortened(.0)
    )]
    Preset(String),
    /// The superko rule is unknown.
    #[error(
        "unknown superko rule '{}'; use positional, situational, natural-situational or taylor",
        shortened(.0)
    )]
    Superko(String),
    /// Neither `allow` nor `forbid`.
    #[error("suicide cannot be '{}'; use allow or forbid", shortened(.0))]
    Suicide(String),
    /// The scoring is unknown.
    #[error("unknown scoring '{}'; use area, taylor or territory", shortened(.0))]
    Scoring(String),
    /// The number of players is impossible.
    #[error("a game has 2 to 8 players, not {0}")]
    Players(usize),
    /// Territory scoring has more than two players.
    #[error(
        "territory with prisoners is defined for two players, not for {0}: use area or taylor scoring"
    )]
    Territory(usize),
    /// A player who does not take part has komi.
    #[error(
        "{0} does not play and cannot get komi: give one komi for each player except the first"
    )]
    KomiOfNobody(Player),
    /// The komi is not a number of half points.
    #[error(
        "komi '{}' is not written as a multiple of one half between -1000 and 1000; write 7, 6.5 or -0.5",
        shortened(.0)
    )]
    Komi(String),
}
