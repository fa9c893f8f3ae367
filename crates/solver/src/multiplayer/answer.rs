//! The result of a search with several players, or the reason why there is none.

use koproof_rules::{Move, Player, Ruleset, RulesetError, Scoring};

use crate::budget::stopped::Stopped;

/// The result of a search with many players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ManyAnswer<V> {
    /// The [brackets](crate::Bracket) of the scores of all players, or of the score of one player, without komi.
    pub value: V,
    /// The line of play that leads to it, cut short where a budget ran out.
    pub line: Vec<Move>,
    /// Nodes whose successors were generated.
    pub expansions: u64,
    /// Why the value is not exact, if it is not.
    pub stopped: Option<Stopped>,
}

/// The reason why there are no values for several players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManyError {
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// Prisoners count.
    #[error(
        "prisoners are not counted in a search of several players: choose area or Taylor's scoring"
    )]
    Scoring,
    /// A handicap gives several turns in a row.
    #[error(
        "the search requires turns in a fixed order: set the {0} handicap stones up in the position, with the next player to move"
    )]
    Handicap(usize),
    /// There are too many colorings to enumerate.
    #[error(
        "the board has {colorings} colorings of {players} players, more than {most}: ask for one position"
    )]
    TooManyColorings {
        /// Legal and illegal ones.
        colorings: u128,
        /// The number of players.
        players: usize,
        /// The largest number of colorings that are enumerated.
        most: u128,
    },
    /// A player who does not take part.
    #[error("{player} does not play, there are {players} players: name one of them")]
    Player {
        /// The player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// The thread of the search cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::ErrorKind),
    /// A budget ran out, or the observer stopped the call, before all colorings were solved.
    #[error("{0}: not all colorings are solved")]
    Stopped(#[from] Stopped),
}

/// Refuses rules that the searches do not support.
pub(super) fn check(rules: &Ruleset) -> Result<(), ManyError> {
    rules.check()?;
    match rules.scoring {
        Scoring::Territory => Err(ManyError::Scoring),
        _ if rules.handicap > 1 => Err(ManyError::Handicap(rules.handicap)),
        Scoring::Area | Scoring::Taylor => Ok(()),
    }
}
