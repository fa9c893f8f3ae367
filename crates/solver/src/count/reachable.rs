//! Counts the colorings and states that moves can reach, without regard to history.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use koproof_rules::{Board, Coloring, Graph, Player, Ruleset};
use rayon::prelude::*;

use super::explored::plays;
use super::meter::Meter;
use super::{CountError, LegalMethod, check_rules, count_legal};
use crate::budget::Budget;
use crate::budget::observer::{Nobody, Observer};
use crate::budget::stopped::Stopped;
use crate::pool::with_threads;

/// The number of colorings that a thread takes at a time.
const CHUNK: usize = 1024;

/// The colorings and states that can be reached from the empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The number of colorings.
    pub colorings: u64,
    /// The number of states of unfinished games: coloring, player to move, and number of passes just made.
    pub states: u64,
}

/// Counts the colorings and states that plays and passes can reach from the empty board with Black to move, without
/// regard to history.
///
/// Plays that change nothing (one-stone suicides) are left out. Every legal coloring can be reached by placing its
/// stones one by one, because passes let any player be next and a part of a legal coloring is legal. So there are as
/// many colorings as [`count_legal`](crate::count_legal) finds. The number of states depends on suicide: without it,
/// no play leaves a coloring in which its player has no stone.
///
/// Of the rules, only suicide and the number of players matter. A *node* is a coloring. Where no limit of memory is
/// given, it is 8 GiB.
///
/// # Errors
/// If the board has more than 64 points, there is a handicap, the number of players is not from 2 to 8, a budget runs
/// out, the observer stops the call, or the threads cannot be started.
///
/// # Complexity
/// Time is of the order of the number of colorings, memory is one bit a player for each of the (players + 1)^points
/// colorings, legal or not.
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
/// assert_eq!(found.colorings, 5);
/// assert_eq!(found.states, 2 * 6);
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
    let graph = Graph::new(board)?;
    let meter = Meter::start(budget, observer);
    meter.expect(estimate(board, rules.players, threads));
    let found = with_threads(threads, || match rules.players {
        2 => search::<2>(&graph, rules, &meter),
        _ => search::<{ Player::MAX }>(&graph, rules, &meter),
    })?;
    found.map_err(|why| CountError::stopped(why, &meter))
}

/// Returns the expected number of colorings for the progress display; 0 if it cannot be computed quickly.
fn estimate(board: &Board, players: usize, threads: Option<NonZeroUsize>) -> u64 {
    // Less than a second.
    let budget = Budget::nodes(1_000_000);
    let method = LegalMethod::Frontier;
    count_legal(board, players, method, threads, budget, &Nobody)
        .ok()
        .and_then(|legal| u64::try_from(legal.count).ok())
        .unwrap_or(0)
}

fn search<const N: usize>(
    graph: &Graph<1>,
    rules: &Ruleset,
    meter: &Meter<'_>,
) -> Result<Reachable, Stopped> {
    let players = rules.players;
    let bits = codes(graph.points(), players).ok_or(Stopped::Memory)?;
    let bytes = bits.div_ceil(8) * (1 + players as u64);
    meter.holds(bytes)?;
    let met = Bits::new(bits);
    let left_by: Vec<Bits> = (0..players).map(|_| Bits::new(bits)).collect();
    // A game starts as if the last player had just made the empty board.
    met.insert(0);
    left_by[players - 1].insert(0);
    let mut layer = vec![vec![Coloring::<1, N>::EMPTY]];
    let mut before = 0;
    while !layer.is_empty() {
        let size: usize = layer.iter().map(|part| size_of_val(part.as_slice())).sum();
        // While this layer was made, the one before it was there, too.
        meter.holds(bytes + before + size as u64)?;
        before = size as u64;
        let chunks = layer.par_iter().flat_map(|part| part.par_chunks(CHUNK));
        let chunks = chunks.map(|chunk| {
            meter.spend(chunk.len() as u64)?;
            let mut fresh = Vec::new();
            for coloring in chunk {
                for (player, next) in plays(graph, rules, *coloring) {
                    let code = next.code(players);
                    left_by[player.index()].insert(code);
                    if met.insert(code) {
                        fresh.push(next);
                    }
                }
            }
            meter.done(chunk.len() as u64);
            Ok(fresh)
        });
        layer = chunks.collect::<Result<Vec<_>, Stopped>>()?;
        layer.retain(|part| !part.is_empty());
    }
    let left: u64 = left_by.iter().map(Bits::len).sum();
    Ok(Reachable {
        colorings: met.len(),
        // After a play, all players but one may pass before the game is over.
        states: left * players as u64,
    })
}

/// Counts the codes of a board; `None` if a set of them cannot fit in memory.
fn codes(points: usize, players: usize) -> Option<u64> {
    let codes = (players as u64 + 1).checked_pow(points as u32)?;
    (codes <= u64::from(u32::MAX) * 64).then_some(codes)
}

/// A set of codes that all threads add to.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(codes: u64) -> Self {
        let words = codes.div_ceil(64);
        Self((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    /// Adds a code; `true` if it was not there.
    fn insert(&self, code: u64) -> bool {
        let bit = 1 << (code % 64);
        let word = &self.0[(code / 64) as usize];
        // Most codes occur many times, and reading is cheaper than writing.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    fn len(&self) -> u64 {
        let ones = |word: &AtomicU64| u64::from(word.load(Ordering::Relaxed).count_ones());
        self.0.par_iter().map(ones).sum()
    }
}
