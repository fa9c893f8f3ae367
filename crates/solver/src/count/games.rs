//! Counts the games under positional and situational superko.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Graph, PointSet, Ruleset, Superko};
use num_bigint::BigUint;

use super::layer::{Key, Transfer};
use super::meter::Meter;
use super::plays::{FIRST_BIT, PlayGraph};
use super::transfer::ways_by_steps;
use super::{CountError, check_rules};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::pool::with_threads;

/// The number of games on a board, by length.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Games {
    /// The number of all games.
    pub count: BigUint,
    /// The numbers of games with 0 plays, 1 play, and so on up to the longest. Passes do not count.
    pub by_length: Vec<BigUint>,
    /// The number of colorings that occur in games.
    pub colorings: usize,
    /// The number of symmetries, of board and players, that were used.
    pub symmetries: usize,
    /// The number of states examined.
    pub states: u64,
}

/// Counts the games from the empty board, where two games with the same sequence of colorings are the same.
///
/// Passes and one-stone suicides do not change the coloring, and let any player play next. The coloring after a play
/// determines the play. So under positional superko games are the simple paths from the empty coloring in the graph of
/// colorings and of plays that change the coloring (J. Tromp and G. Farnebäck, *Combinatorics of Go*). Under situational
/// superko they are the paths that visit no *situation* twice, a coloring with the player to move; if passes come before a
/// play, the situations between them count as visited. A path is a prefix of a game. Each prefix counts, including the one
/// without plays.
///
/// The continuations of a path depend only on its last situation and on the situations that it can still reach without a
/// repetition. Paths that agree in both, up to symmetry, are counted together, so the 4·10^11 games on 2x2 under positional
/// superko become 10^8 states.
///
/// Of the rules, only superko, suicide and the number of players matter. A *node* is a state. Where no limit of memory is given,
/// it is 8 GiB.
///
/// # Errors
/// If the superko rule is neither positional nor situational, there is a handicap, the number of players is not from 2 to 8,
/// more than 121 colorings or 120 situations occur in games, a budget runs out, the observer stops the call, or the threads
/// cannot be started.
///
/// # Complexity
/// Time and memory grow exponentially with the number of colorings: 41 of 1x4 take a second or two, 57 of 2x2 a minute
/// and half a gigabyte. Situational superko takes hardly more.
///
/// # Examples
/// ```
/// use koproof_rules::Ruleset;
/// use koproof_solver::{Budget, Nobody, count_games};
/// let games = count_games(&"1x3".parse()?, &Ruleset::TROMP_TAYLOR, None, Budget::UNLIMITED, &Nobody)?;
/// assert_eq!(games.count.to_string(), "907");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_games(
    board: &Board,
    rules: &Ruleset,
    threads: Option<NonZeroUsize>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Games, CountError> {
    check_rules(rules)?;
    if !matches!(rules.superko, Superko::Positional | Superko::Situational) {
        return Err(CountError::Superko(rules.superko));
    }
    let graph = Graph::new(board)?;
    let meter = Meter::start(budget, observer);
    // Most boards within reach fit one word, which halves time and memory.
    if let Some(plays) = PlayGraph::<1>::new(&graph, rules) {
        return count(&plays, threads, &meter);
    }
    let plays = PlayGraph::<2>::new(&graph, rules);
    let plays = plays.ok_or_else(|| CountError::TooManyColorings {
        board: board.name().to_owned(),
        limit: PlayGraph::<2>::max_situations(rules),
        with: match rules.superko {
            Superko::Positional => "",
            _ => " with a player to move",
        },
    })?;
    count(&plays, threads, &meter)
}

fn count<const W: usize>(
    plays: &PlayGraph<W>,
    threads: Option<NonZeroUsize>,
    meter: &Meter<'_>,
) -> Result<Games, CountError> {
    let by_length = with_threads(threads, || ways_by_steps(plays, meter))?;
    let by_length = by_length.map_err(|why| CountError::stopped(why, meter))?;
    Ok(Games {
        count: by_length.iter().sum(),
        by_length,
        colorings: plays.colorings,
        symmetries: plays.symmetries(),
        states: meter.states(),
    })
}

/// A count with more states than this never ends in practice.
const HOPELESS: f64 = 1e15;

/// The bits of the first word that hold the number of an orbit.
const ORBIT_BITS: u64 = (1 << FIRST_BIT) - 1;

/// Returns the state of a path that is at a situation and has not visited those of `open`: the number of the orbit of the
/// situation, and the set of situations that the path can still reach.
fn state<const W: usize>(plays: &PlayGraph<W>, at: usize, open: PointSet<W>) -> Key<W> {
    let reached = plays.reached(at, open);
    let mut words = *plays.least_image(at, reached).words();
    words[0] |= plays.orbit(at) as u64;
    Key(words)
}

/// The simple paths from the start.
impl<const W: usize> Transfer<W> for PlayGraph<W> {
    fn start(&self) -> Key<W> {
        state(self, Self::START, self.open())
    }

    fn steps(&self) -> usize {
        // A simple path always ends.
        usize::MAX
    }

    #[inline]
    fn successors(&self, _step: usize, Key(mut words): Key<W>, found: &mut impl FnMut(Key<W>)) {
        let orbit = words[0] & ORBIT_BITS;
        words[0] &= !ORBIT_BITS;
        let open = PointSet::from_words(words);
        let at = self.representative(orbit as usize);
        for turn in self.turns(at) {
            let open = open - turn.passed;
            for next in turn.plays & open {
                let rest = open - PointSet::singleton(next);
                found(state(self, self.situation_of(next), rest));
            }
        }
    }

    /// The sizes of layers follow a bell curve: the ratio of one to the next falls by about the same amount from layer
    /// to layer.
    fn expected(&self, sizes: &[u64]) -> Option<u64> {
        const SPAN: usize = 4;
        let &[first, second, .., before, last] = sizes.get(sizes.len().checked_sub(SPAN + 2)?..)?
        else {
            return None;
        };
        let mut ratio = last as f64 / before as f64;
        let fall = (second as f64 / first as f64 - ratio) / SPAN as f64;
        if fall <= 0.0 {
            return None;
        }
        let mut size = last as f64;
        let mut states = 0.0;
        while ratio > 0.0 && size >= 1.0 {
            ratio -= fall;
            size *= ratio.max(0.0);
            states += size;
        }
        // A hopeless count gets no estimate.
        (states < HOPELESS).then_some(states as u64)
    }
}
