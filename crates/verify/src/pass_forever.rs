//! Passing for ever: the worst that an opponent can build who has the board to himself.
//!
//! The solver has fast bounds for this. The checker goes through every coloring instead, on purpose: two codes that must
//! agree.

use koproof_rules::{Coloring, Graph, Player, Suicide};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most colorings that are gone through for one answer.
pub const MOST_COLORINGS: usize = 1 << 20;

/// The most answers that are kept.
const MOST_KEPT: usize = 1 << 20;

/// The opponent alone can build more colorings than are gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the opponent alone can build more than {MOST_COLORINGS} colorings")]
pub struct TooManyColorings;

/// Finds the worst scores of players who only pass, on one board under one suicide rule.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player, Suicide};
/// use koproof_verify::PassForever;
/// let graph = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
/// let coloring = Coloring::from_symbols("O.X.")?;
/// // White gives up a stone by suicide and comes back: `.O.O`.
/// let mut allowed = PassForever::new(&graph, Suicide::Allow);
/// assert_eq!(allowed.worst(&coloring, Player::BLACK), Ok(-4));
/// let mut forbidden = PassForever::new(&graph, Suicide::Forbid);
/// assert_eq!(forbidden.worst(&coloring, Player::BLACK), Ok(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PassForever<'g> {
    graph: &'g Graph<1>,
    suicide: Suicide,
    kept: FxHashMap<(Coloring<1, 2>, Player), i16>,
}

impl<'g> PassForever<'g> {
    /// Prepares to answer for a board.
    #[must_use]
    pub fn new(graph: &'g Graph<1>, suicide: Suicide) -> Self {
        Self {
            graph,
            suicide,
            kept: FxHashMap::default(),
        }
    }

    /// Returns the worst score for `prover`, Black − White, over all colorings that the opponent's plays alone lead to from a
    /// legal coloring, that coloring included.
    ///
    /// Repetition is not looked at: history only ever takes plays away from the opponent.
    ///
    /// # Errors
    /// If there are more than [`MOST_COLORINGS`] of them.
    ///
    /// # Complexity
    /// A play for every empty point of every coloring reached; of the order of 2 to the power of the points that the
    /// prover cannot hold.
    pub fn worst(
        &mut self,
        coloring: &Coloring<1, 2>,
        prover: Player,
    ) -> Result<i16, TooManyColorings> {
        if let Some(&worst) = self.kept.get(&(*coloring, prover)) {
            return Ok(worst);
        }
        let opponent = prover.next(2);
        let mut seen: FxHashSet<Coloring<1, 2>> = FxHashSet::default();
        let mut open = vec![*coloring];
        seen.insert(*coloring);
        let mut least_margin = i16::MAX;
        while let Some(coloring) = open.pop() {
            least_margin = least_margin.min(self.margin(&coloring, prover));
            for point in coloring.empty(self.graph) {
                let play = coloring.play(self.graph, opponent, point);
                if self.suicide == Suicide::Forbid && !play.suicide.is_empty() {
                    continue;
                }
                if seen.insert(play.coloring) {
                    if seen.len() > MOST_COLORINGS {
                        return Err(TooManyColorings);
                    }
                    open.push(play.coloring);
                }
            }
        }
        let worst = if prover == Player::BLACK {
            least_margin
        } else {
            -least_margin
        };
        if self.kept.len() < MOST_KEPT {
            self.kept.insert((*coloring, prover), worst);
        }
        Ok(worst)
    }

    fn margin(&self, coloring: &Coloring<1, 2>, prover: Player) -> i16 {
        let area = |player| coloring.area(self.graph, player) as i16;
        area(prover) - area(prover.next(2))
    }
}
