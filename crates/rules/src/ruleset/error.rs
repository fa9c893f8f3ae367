//! Why a text names no rule.

use crate::color::Player;

/// Why a text names no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// No such preset.
    #[error(
        "unknown rules '{0}'; use tromp-taylor, nstt, tromp-taylor-situational, nstt-situational, aga-like, taylor or reiss"
    )]
    Preset(String),
    /// No such superko rule.
    #[error(
        "unknown superko rule '{0}'; use positional, situational, natural-situational or taylor"
    )]
    Superko(String),
    /// Neither `allow` nor `forbid`.
    #[error("suicide cannot be '{0}'; use allow or forbid")]
    Suicide(String),
    /// No such scoring.
    #[error("scoring cannot be by '{0}'; use area, taylor or territory")]
    Scoring(String),
    /// A number of players that no game has.
    #[error("a game has 2 to 8 players, not {0}")]
    Players(usize),
    /// Scoring by territory between more than two.
    #[error(
        "territory with prisoners is defined for two players, not for {0}: use area or taylor scoring"
    )]
    Territory(usize),
    /// Komi for somebody who does not play.
    #[error("{0} does not play and can get no komi: give one komi for each player but the first")]
    KomiOfNobody(Player),
    /// Not a number of half points.
    #[error(
        "komi '{0}' is not a multiple of one half between -1000 and 1000; write 7, 6.5 or -0.5"
    )]
    Komi(String),
}
