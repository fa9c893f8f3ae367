//! Retrograde analysis: the scores that each player can force without any superko rule.
//!
//! A state is a coloring, a player to move, and the number of passes just made. There is no superko rule. Plays that
//! do not change the coloring are left out, because with them a player could stall forever. A game may never end;
//! [`Repetition`] defines its score. `lo` counts it as lost for Black, `hi` as lost for White; together they are the
//! [bracket](Retrograde::bracket) of a state.
//!
//! **The bracket and superko.** A strategy that forces `lo` comes closer to the end each time the coloring changes, and it never
//! recreates an earlier coloring. So `lo <= value <= hi` from a fresh history, under area scoring and every superko rule.
//! `fresh.rs` has the proof. A state with `lo = hi` is *ko-free*, any other is *ko-dependent*. Tables begin with the ko-free states.
//!
//! All of this is about the bracket without any ko rule. Basic ko forbids plays of the prover that superko allows, and
//! superko forbids plays that basic ko allows, so its bracket implies nothing about superko: take `X.X.X.` on
//! 1x6 without suicide, with Black to move. Under basic ko it is worth 6, whatever a cycle scores. It is worth 6 under
//! situational superko, too, but 1 under positional superko.
//!
//! [`forced`] computes the brackets, and [`arena`] uses symmetry.

mod arena;
mod forced;
pub(crate) mod fresh;
mod repetition;

use std::num::NonZeroUsize;

use koproof_rules::{Coloring, Graph, Player, Representatives, RepresentativesError, Suicide};
use rayon::ThreadPoolBuildError;

pub use repetition::{KoRule, Repetition};

use crate::bracket::{Bracket, Score};
use crate::budget::Budget;
use crate::budget::clock::Clock;
use crate::budget::observer::{Observer, Progress};
use crate::budget::stopped::Stopped;
use crate::pool::with_threads;
use crate::state::side::must_be_of_two;
use arena::Arena;
use forced::Forced;

/// The scores that each player can force from every legal coloring of a board without any superko rule.
///
/// Scores are Black − White, komi not counted.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player, Suicide};
/// use koproof_solver::{Bracket, Budget, KoRule, Nobody, Repetition, Retrograde};
///
/// let graph = Graph::new(&"3x3".parse::<Board>()?)?;
/// let plain = Retrograde::new(&graph, Suicide::Forbid, KoRule::None, None, Budget::UNLIMITED, &Nobody)?;
/// let bracket = plain.bracket(&Coloring::EMPTY, Player::BLACK, 0);
/// assert_eq!(bracket, Some(Bracket { lo: 2, hi: 9 }));
/// assert_eq!(bracket.map(|bracket| Repetition::Score(0).value(bracket)), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Retrograde {
    representatives: Representatives,
    /// Turns up to symmetry: pairs of a coloring and a player to move, and one more for each retake that basic ko may
    /// forbid.
    pub turns: u64,
    /// Plays from all of them.
    pub plays: u64,
    forced: Forced,
}

/// The reason why there is no analysis.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RetrogradeError {
    /// The board has too many colorings to list.
    #[error(transparent)]
    Representatives(#[from] RepresentativesError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// A budget ran out, or the observer said stop.
    #[error("{0}: retrograde analysis was stopped before its end and has no result")]
    Stopped(#[from] Stopped),
}

impl Retrograde {
    /// Analyses a board on `threads` threads, by default one for each processor. The result does not depend on their
    /// number. Only the time limit of the budget applies.
    ///
    /// # Errors
    /// If the board has more than 17 points, the threads cannot be started, the budget of time runs out, or the
    /// observer says stop.
    ///
    /// # Complexity
    /// Linear in the plays of all turns up to symmetry, twice as many turns as representatives; each play is visited a
    /// fixed number of times, whatever the values. Memory is about ten bytes a play while it works and eight bytes a
    /// representative afterwards.
    pub fn new(
        graph: &Graph<1>,
        suicide: Suicide,
        ko: KoRule,
        threads: Option<NonZeroUsize>,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self, RetrogradeError> {
        let clock = Clock::start(budget, observer);
        with_threads(threads, || {
            let representatives = clock.representatives(graph)??;
            let check = |progress: &_| clock.check(progress);
            Ok(Self::of(representatives, suicide, ko, &check)?)
        })?
    }

    /// Analyses a board whose representatives are known; `check` receives the progress and decides when to stop.
    pub(crate) fn of(
        representatives: Representatives,
        suicide: Suicide,
        ko: KoRule,
        check: &(impl Fn(&Progress) -> Result<(), Stopped> + Sync),
    ) -> Result<Self, Stopped> {
        let points = representatives.graph().points();
        let arena = Arena::new(&representatives, suicide, ko, check)?;
        Ok(Self {
            turns: arena.nodes() as u64,
            plays: arena.plays(),
            forced: Forced::new(&arena, points, check)?,
            representatives,
        })
    }

    /// Returns the representatives of the board's colorings.
    #[must_use]
    pub fn representatives(&self) -> &Representatives {
        &self.representatives
    }

    /// Returns the least score that Black can force and the score to which White can hold Black, where an endless game
    /// counts as lost for the player who forces; `None` if the coloring is illegal or not of this board.
    ///
    /// `passes` counts the passes just made. Under basic ko no retake is forbidden: the last move was no capture.
    ///
    /// # Panics
    /// If `passes` is more than 1, because the game is then over, or `to_move` is neither Black nor White.
    ///
    /// # Complexity
    /// Constant: that of [`Representatives::find`].
    #[must_use]
    pub fn bracket(
        &self,
        coloring: &Coloring<1, 2>,
        to_move: Player,
        passes: usize,
    ) -> Option<Bracket> {
        must_be_of_two(to_move);
        let (rank, element) = self.representatives.find(coloring)?;
        let there = self.representatives.symmetry().player(element, to_move);
        Some(self.bracket_at(2 * rank + there.index(), to_move, passes))
    }

    /// Returns the bracket of the game that starts at a representative.
    pub(crate) fn of_rank(&self, rank: usize, to_move: Player) -> Bracket {
        self.bracket_at(2 * rank + to_move.index(), to_move, 0)
    }

    /// Counts the fresh states, every legal coloring with either player to move, whose bracket is one number; with
    /// [`KoRule::None`] these are the ko-free states.
    ///
    /// # Complexity
    /// As many images as there are representatives with such a state times symmetries.
    #[must_use]
    pub fn exact_states(&self) -> u64 {
        // A symmetry carries both turns of one coloring to both turns of the other.
        (self.representatives.iter().enumerate())
            .map(|(rank, coloring)| {
                let is_exact = |&player: &Player| self.of_rank(rank, player).exact().is_some();
                match Player::BOTH.into_iter().filter(is_exact).count() {
                    0 => 0,
                    exact => (exact * self.representatives.orbit_size(&coloring)) as u64,
                }
            })
            .sum()
    }

    fn bracket_at(&self, turn: usize, to_move: Player, passes: usize) -> Bracket {
        assert!(passes <= 1, "after {passes} passes the game is over");
        let Forced { mover, other } = &self.forced;
        let seen = Bracket {
            lo: mover[passes][turn].into(),
            hi: -Score::from(other[passes][turn]),
        };
        seen.seen_by(to_move)
    }
}
