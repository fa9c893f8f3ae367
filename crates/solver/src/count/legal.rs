//! Counts the legal colorings of a board.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Graph};
use num_bigint::BigUint;

use super::enumerate;
use super::frontier::Frontier;
use super::meter::Meter;
use super::transfer::ways_by_steps;
use super::{CountError, check_players};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::pool::with_threads;

/// The method that counts legal colorings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegalMethod {
    /// By colorings of a frontier that sweeps the board: 5x5 takes milliseconds, and any graph of small pathwidth is
    /// within reach.
    #[default]
    Frontier,
    /// One by one: for small boards, and as a check of the other method.
    Enumerate,
}

/// The number of legal colorings of a board, and the cost of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalCount {
    /// The number of legal colorings.
    pub count: BigUint,
    /// The largest number of points of the frontier, if that method was used.
    pub frontier: Option<usize>,
    /// The number of states, or of colorings of a part of the board, that were examined.
    pub states: u64,
}

/// Counts the colorings in which every chain has a liberty.
///
/// By default there is one thread for each processor. A *node* is a state of the frontier, or a coloring of the
/// first points. Where no limit of memory is given, it is 8 GiB.
///
/// # Errors
/// If the number of players is not from 2 to 8, the board has too many points or too wide a frontier for the method, a
/// budget runs out, the observer stops the call, or the threads cannot be started.
///
/// # Complexity
/// The frontier method takes time and memory of the order of the number of frontier colorings, which on grids grows about
/// fivefold with each point of the shorter side.
///
/// # Examples
/// ```
/// use koproof_solver::{Budget, LegalMethod, Nobody, count_legal};
/// let counted = count_legal(
///     &"5x5".parse()?,
///     2,
///     LegalMethod::Frontier,
///     None, Budget::UNLIMITED,
///     &Nobody,
/// )?;
/// assert_eq!(counted.count.to_string(), "414295148741");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// Source of the number: J. Tromp and G. Farnebäck, *Combinatorics of Go*.
pub fn count_legal(
    board: &Board,
    players: usize,
    method: LegalMethod,
    threads: Option<NonZeroUsize>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<LegalCount, CountError> {
    check_players(players)?;
    let meter = Meter::start(budget, observer);
    match method {
        LegalMethod::Frontier => {
            let cure = "enumerate its colorings, if it is small";
            by_frontier(board, players, cure, threads, &meter)
        }
        LegalMethod::Enumerate => by_enumeration(board, players, threads, &meter),
    }
}

/// Counts them by the frontier method, for one player or more. The states of the meter are those of the whole call. `cure`
/// says what to do if the frontier is too wide.
pub(super) fn by_frontier(
    board: &Board,
    players: usize,
    cure: &'static str,
    threads: Option<NonZeroUsize>,
    meter: &Meter<'_>,
) -> Result<LegalCount, CountError> {
    let mut neighbours = vec![Vec::new(); board.points()];
    for &(a, b) in board.edges() {
        neighbours[usize::from(a)].push(usize::from(b));
        neighbours[usize::from(b)].push(usize::from(a));
    }
    let too_wide = || CountError::TooWide {
        board: board.name().to_owned(),
        cure,
    };
    let frontier = Frontier::new(&neighbours, players, meter);
    let frontier = frontier
        .map_err(|why| CountError::stopped(why, meter))?
        .ok_or_else(too_wide)?;
    let ways = with_threads(threads, || match frontier.words() {
        1 => Some(ways_by_steps::<1>(&frontier, meter)),
        2 => Some(ways_by_steps::<2>(&frontier, meter)),
        3 | 4 => Some(ways_by_steps::<4>(&frontier, meter)),
        _ => None,
    })?;
    let ways = ways.ok_or_else(too_wide)?;
    let mut ways = ways.map_err(|why| CountError::stopped(why, meter))?;
    Ok(LegalCount {
        count: ways.pop().expect("the coloring without stones is legal"),
        frontier: Some(frontier.width),
        states: meter.states(),
    })
}

fn by_enumeration(
    board: &Board,
    players: usize,
    threads: Option<NonZeroUsize>,
    meter: &Meter<'_>,
) -> Result<LegalCount, CountError> {
    let graph = Graph::new(board)?;
    let count = with_threads(threads, || match players {
        2 => enumerate::count::<2>(&graph, players, &|_, _| true, meter),
        _ => enumerate::count::<8>(&graph, players, &|_, _| true, meter),
    })?;
    Ok(LegalCount {
        count: count.map_err(|why| CountError::stopped(why, meter))?.into(),
        frontier: None,
        states: meter.states(),
    })
}
