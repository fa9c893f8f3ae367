//! Counts of legal colorings, of games, and of reachable colorings and states.
//!
//! Legal colorings and games are counted by the same method, layer by layer. Ways with the same continuations are
//! counted together as one state, and only their number is kept. A [`layer::Transfer`] defines the states and their
//! successors. The numbers of reachable colorings and states follow from numbers of legal colorings.

pub(crate) mod enumerate;
mod explored;
mod frontier;
mod games;
mod layer;
mod legal;
mod meter;
mod number;
mod order;
mod plays;
mod reachable;
mod transfer;

use koproof_rules::{GraphError, Player, Ruleset, Superko};
use rayon::ThreadPoolBuildError;

pub use games::{Games, count_games};
pub use legal::{LegalCount, LegalMethod, count_legal};
pub use reachable::{Reachable, count_reachable};

use crate::budget::stopped::Stopped;
use meter::Meter;

/// The reason why there is no count.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The board does not fit one machine word, where that is needed.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// No game has this number of players.
    #[error("{0} cannot play: give a number of players from 2 to 8")]
    Players(usize),
    /// Paths do not count games under this rule.
    #[error(
        "games can be counted only under positional and situational superko, where they are simple paths; {0} is neither"
    )]
    Superko(Superko),
    /// The count does not support free turns.
    #[error("games are counted without handicap, not with {0} turns in a row")]
    Handicap(usize),
    /// Games come to more colorings than a set can hold, or to more colorings with a player to move.
    #[error(
        "the games on {board} reach more than {limit} colorings{with}, too many to count: try a board of fewer points (up to 4 with two players)"
    )]
    TooManyColorings {
        /// The board.
        board: String,
        /// The largest possible number.
        limit: usize,
        /// What belongs to a coloring, if superko looks at more.
        with: &'static str,
    },
    /// No order of the points has a small frontier.
    #[error("the frontier of {board} is too wide: {cure}")]
    TooWide {
        /// The board.
        board: String,
        /// What to do instead.
        cure: &'static str,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// A budget ran out, or the observer said stop.
    #[error("not counted, stopped after {states} states: {why}")]
    Stopped {
        /// The reason.
        why: Stopped,
        /// The number of states examined.
        states: u64,
    },
}

impl CountError {
    fn stopped(why: Stopped, meter: &Meter<'_>) -> Self {
        Self::Stopped {
            why,
            states: meter.states(),
        }
    }
}

fn check_players(players: usize) -> Result<(), CountError> {
    if (2..=Player::MAX).contains(&players) {
        Ok(())
    } else {
        Err(CountError::Players(players))
    }
}

fn check_rules(rules: &Ruleset) -> Result<(), CountError> {
    // A handicap of one free turn is an ordinary turn.
    if rules.handicap > 1 {
        return Err(CountError::Handicap(rules.handicap));
    }
    check_players(rules.players)
}
