//! Counts the colorings and states that moves can reach, without regard to history: by counts of legal colorings.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Coloring, Graph, Player, Ruleset, Suicide};
use num_bigint::BigUint;

use super::enumerate;
use super::legal::by_frontier;
use super::meter::Meter;
use super::{CountError, check_rules};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use crate::pool::with_threads;

/// The colorings and states that can be reached from the empty board, and the cost of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reachable {
    /// The number of colorings.
    pub colorings: BigUint,
    /// The number of states of unfinished games: coloring, player to move, and number of passes just made.
    pub states: BigUint,
    /// The number of states of the frontier, and of colorings of a part of the board, that were examined.
    pub examined: u64,
}

/// Counts the colorings and states that plays and passes can reach from the empty board with Black to move, without
/// regard to history.
///
/// Plays that change nothing (one-stone suicides) are left out. Of the rules, only suicide and the number of players
/// matter. By default there is one thread for each processor. A *node* is a state of the frontier of
/// [`count_legal`](crate::count_legal) or, where suicide is legal, a coloring of the first points. Where no limit of
/// memory is given, it is 8 GiB.
///
/// # Method
/// Let there be N players. A state is a coloring, the player who has *made* it by the last play, and 0 to N − 1 passes
/// since then. At the start the last player counts as the one who has made the empty coloring. All these passes can be
/// made, so there are N states for each pair of a coloring and a player who can make it, and after some of them any
/// player is to move.
///
/// *Every legal coloring can be reached.* Place its stones one by one, with passes until their owners are to move. A
/// part of a legal coloring is legal, so nothing is captured. Hence a player can make a coloring exactly if one of
/// this player's plays leads to it from some other legal coloring.
///
/// *A player can make each legal coloring with a stone of this player*: by placing that stone last.
///
/// *A player t can make a legal coloring q without stones of t exactly if suicide is legal and q has an empty region
/// R* (a maximal connected set of empty points) *of two points or more such that each chain next to R has a liberty
/// outside R.* For if a play of t leads to q, its own stone has been cleared. No play clears chains of both sides, so
/// exactly the chain C of this stone was cleared. In q, C is empty and all its neighbours are stones, so it is a region.
/// The chains next to C were not cleared, so they had liberties, which are not in C. And C has two stones or more,
/// because otherwise the play changes nothing. Conversely, take q, and let t have all points of R but one. That is
/// another legal coloring: the empty point is a liberty of each chain of t, because R is connected. The play there
/// captures nothing, because the chains next to R have other liberties, and it clears R.
///
/// So let L(N) be the number of legal colorings of N players. All players can make the same number of colorings but for
/// the start: L(N) − L(N − 1) with a stone of theirs, and S without one, the legal colorings of the N − 1 others
/// that have such a region. The start adds one, if the last player cannot make the empty coloring: without suicide, and
/// on boards without edges. The number of states is N · (N · (L(N) − L(N − 1) + S) + 0 or 1).
///
/// # Errors
/// If there is a handicap, the number of players is not from 2 to 8, suicide is legal and the board has more than 64
/// points, the frontier is too wide, a budget runs out, the observer stops the call, or the threads cannot be started.
///
/// # Complexity
/// That of [`count_legal`](crate::count_legal) by its frontier for L(N) and L(N − 1). Where suicide is legal, S takes
/// time of the order of players^points and little memory.
///
/// # Examples
/// On two points, the owner of the stone has made each coloring with one stone. Either player can make the empty
/// coloring, if suicide of two stones is legal.
/// ```
/// use koproof_rules::Ruleset;
/// use koproof_solver::{Budget, Nobody, count_reachable};
/// let found = count_reachable(
///     &"path:2".parse()?,
///     &Ruleset::TROMP_TAYLOR,
///     None, Budget::UNLIMITED,
///     &Nobody,
/// )?;
/// assert_eq!(found.colorings, 5_u32.into());
/// assert_eq!(found.states, (2_u32 * 6).into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_reachable(
    board: &Board,
    rules: &Ruleset,
    threads: Option<NonZeroUsize>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Reachable, CountError> {
    check_rules(rules)?;
    // A board that is too large is refused before the work on the frontier.
    let graph = match rules.suicide {
        Suicide::Allow => Some(Graph::new(board)?),
        Suicide::Forbid => None,
    };
    let meter = Meter::start(budget, observer);
    let players = rules.players;
    let cure = "take a board with fewer points or edges";
    let legal = |players| by_frontier(board, players, cure, threads, &meter);
    let colorings = legal(players)?.count;
    let without_one = legal(players - 1)?.count;
    let (by_suicide, starts) = match graph {
        Some(graph) => {
            let count = with_threads(threads, || made_by_suicide(&graph, players, &meter))?;
            let count = count.map_err(|why| CountError::stopped(why, &meter))?;
            (count, board.edges().is_empty())
        }
        None => (0, true),
    };
    let made = (&colorings - without_one + by_suicide) * players + u8::from(starts);
    Ok(Reachable {
        colorings,
        states: made * players,
        examined: meter.states(),
    })
}

/// Counts the legal colorings of all players but one that this one can make by suicide.
fn made_by_suicide(graph: &Graph<1>, players: usize, meter: &Meter<'_>) -> Result<u64, Stopped> {
    match players - 1 {
        1 => enumerate::count::<1>(graph, 1, &can_be_suicide, meter),
        others => enumerate::count::<{ Player::MAX }>(graph, others, &can_be_suicide, meter),
    }
}

/// Returns whether a legal coloring has an empty region of two points or more without which each chain still has a
/// liberty.
fn can_be_suicide<const N: usize>(graph: &Graph<1>, coloring: &Coloring<1, N>) -> bool {
    let empty = coloring.empty(graph);
    graph.parts(empty).any(|region| {
        let outside = graph.adjacent(empty - region);
        let keeps_liberties = |player| {
            let stones = coloring.stones(Player::new(player));
            graph.flood(outside, stones) == stones
        };
        region.len() > 1 && (0..N).all(keeps_liberties)
    })
}
