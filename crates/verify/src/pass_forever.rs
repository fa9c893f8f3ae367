//! Passing forever: the worst final score that an opponent can reach by playing alone.
//!
//! The solver has fast bounds for this. The checker enumerates every coloring instead, on purpose, so that two
//! independent implementations must agree.

use std::collections::VecDeque;

use koproof_rules::{Coloring, Graph, Player, Scoring, Suicide};
use rustc_hash::FxHashMap;

/// The largest number of colorings that are enumerated for one answer.
pub const MAX_COLORINGS: usize = 1 << 20;

/// The largest number of answers that are cached.
const MAX_KEPT: usize = 1 << 20;

/// The opponent alone can reach more colorings than are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the opponent alone can build more than {MAX_COLORINGS} colorings")]
pub struct TooManyColorings;

/// Finds the worst scores of players who only pass, on one board under one suicide rule and one way of scoring.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player, Scoring, Suicide};
/// use koproof_verify::PassForever;
/// let graph = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
/// let coloring = Coloring::from_symbols("O.X.")?;
/// // White gives up a stone by suicide and comes back: `.O.O`.
/// let mut allowed = PassForever::new(&graph, Suicide::Allow, Scoring::Area);
/// assert_eq!(allowed.worst(&coloring, Player::BLACK), Ok(-4));
/// let mut forbidden = PassForever::new(&graph, Suicide::Forbid, Scoring::Area);
/// assert_eq!(forbidden.worst(&coloring, Player::BLACK), Ok(1));
/// // Where prisoners count, White loses two stones this way and captures one, and has two points of territory.
/// let mut counted = PassForever::new(&graph, Suicide::Allow, Scoring::Territory);
/// assert_eq!(counted.worst(&coloring, Player::BLACK), Ok(2 - 1 - 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PassForever<'g> {
    graph: &'g Graph<1>,
    suicide: Suicide,
    scoring: Scoring,
    kept: FxHashMap<(Coloring<1, 2>, Player), i16>,
}

impl<'g> PassForever<'g> {
    /// Prepares the answers for a board.
    #[must_use]
    pub fn new(graph: &'g Graph<1>, suicide: Suicide, scoring: Scoring) -> Self {
        Self {
            graph,
            suicide,
            scoring,
            kept: FxHashMap::default(),
        }
    }

    /// Returns the worst score for `prover`, Black − White, over all colorings that the opponent's plays alone can
    /// reach from a legal coloring, including that coloring: the score of the coloring reached, plus the prisoners
    /// taken on the way if they count.
    ///
    /// Repetition is ignored, because history only forbids plays of the opponent. Cycles do not help the opponent if
    /// prisoners count: every stone that the opponent played and that is not on the board in the end is a prisoner of
    /// the prover.
    ///
    /// # Errors
    /// If the opponent can reach more than [`MAX_COLORINGS`] colorings.
    ///
    /// # Complexity
    /// A play for every empty point of every coloring reached; of the order of 2 to the power of the points that the
    /// prover cannot hold.
    pub fn worst(
        &mut self,
        coloring: &Coloring<1, 2>,
        prover: Player,
    ) -> Result<i16, TooManyColorings> {
        self.worst_while(coloring, prover, || Ok(()))
    }

    /// Returns the worst score as [`Self::worst`] does. Calls `visit` up to twice for each coloring that is reached,
    /// and more often for one that is reached again at a lower score.
    ///
    /// # Errors
    /// As [`Self::worst`], and the first error of `visit`, after which nothing is cached.
    pub(crate) fn worst_while<E: From<TooManyColorings>>(
        &mut self,
        coloring: &Coloring<1, 2>,
        prover: Player,
        mut visit: impl FnMut() -> Result<(), E>,
    ) -> Result<i16, E> {
        if let Some(&worst) = self.kept.get(&(*coloring, prover)) {
            return Ok(worst);
        }
        let opponent = prover.next(2);
        let margin = |score: i16| prover.sees(score);
        // The least gain of the prover at each coloring. A coloring is visited again whenever its gain becomes less.
        let mut gained: FxHashMap<Coloring<1, 2>, i16> = FxHashMap::default();
        let mut open = VecDeque::from([*coloring]);
        gained.insert(*coloring, 0);
        while let Some(coloring) = open.pop_front() {
            visit()?;
            let before = gained[&coloring];
            for (_, play) in coloring.plays(self.graph, opponent, self.suicide) {
                let after = before + margin(self.scoring.shift(&play, opponent));
                let least = gained.entry(play.coloring).or_insert(i16::MAX);
                if after < *least {
                    *least = after;
                    if gained.len() > MAX_COLORINGS {
                        return Err(TooManyColorings.into());
                    }
                    open.push_back(play.coloring);
                }
            }
        }
        let mut least = i16::MAX;
        for (coloring, gained) in gained {
            visit()?;
            least = least.min(gained + margin(coloring.balance(self.graph, self.scoring)));
        }
        let worst = margin(least);
        if self.kept.len() < MAX_KEPT {
            self.kept.insert((*coloring, prover), worst);
        }
        Ok(worst)
    }
}
