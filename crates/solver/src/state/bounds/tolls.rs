//! Pass-forever bounds where each play costs its player a point (see [`crate::state::toll`]).
//!
//! The soloist of the [lemma](super) pays a point for each play, and stops when no further plays gain more than that.
//! The *cost* of a line of plays is the score at its end, from the passer's point of view, plus the number of plays. The
//! soloist wants it to be small. A line that returns to a coloring costs more than one that does not. So it is enough to
//! know a shortest line to each coloring.
//!
//! **Lemma.** Let `free` be the passer's score by the lemma without tolls. Its proof divides the board into regions,
//! between the chains that the soloist cannot capture. Let `l` be the number of the passer's liberties in regions of two
//! points or more, and `k` the number of such regions that the soloist does not end with whole. A soloist who plays at
//! least once more pays at least `free + max(1, l − k)`.
//!
//! *Proof.* No end is better for the soloist than `free`, and one play costs 1. Now take one of the `l` liberties at the
//! end of any line. If the soloist has played there, this play counts for this liberty. If not, no chain at this
//! liberty has been captured, because the capture of a chain fills all its liberties. So the point is empty and touches
//! a stone of the passer: it is not the soloist's. In `free` all points of these regions are the soloist's, except one
//! in each of `k` regions. So each of the `l` liberties, except at most `k`, costs the soloist a point of its own. ∎
//!
//! The search is A* with this bound: the line with the least bound comes first, and of several the newest. Mostly the
//! soloist does best to fill the passer's liberties one after the other, and the first line attains the bound.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use koproof_rules::{Coloring, Graph, Player, Scoring, Suicide};
use rustc_hash::FxHashMap;

use super::Survivors;

/// The number of colorings after which a search ends. The bound is valid then, but may not be attained.
const MAX_COLORINGS: usize = 1 << 12;

/// Returns the least Black − White (for `passer` Black; the greatest for White) that the soloist can reach, if each
/// play costs the soloist a point. If too many colorings can be reached, it returns a valid bound instead.
///
/// # Complexity
/// All plays of the soloist for each of about [`MAX_COLORINGS`] colorings at most, mostly for a few.
pub(crate) fn pass_forever_with_tolls(
    graph: &Graph<1>,
    coloring: &Coloring<1, 2>,
    passer: Player,
    suicide: Suicide,
) -> i16 {
    least_cost(graph, coloring, passer, suicide, MAX_COLORINGS)
}

/// A line of plays by the soloist, from which the search may go on. The greatest line comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// No line that begins with these plays and goes on costs less.
    bound: Reverse<i16>,
    /// Newer lines have larger numbers.
    number: u32,
    /// Whether the lemma was applied here. Until then, the bound is that of the line without its last play.
    is_met: bool,
    plays: i16,
    coloring: Coloring<1, 2>,
}

/// Returns the same with another number instead of [`MAX_COLORINGS`].
fn least_cost(
    graph: &Graph<1>,
    coloring: &Coloring<1, 2>,
    passer: Player,
    suicide: Suicide,
    limit: usize,
) -> i16 {
    let sign = if passer == Player::BLACK { 1 } else { -1 };
    let mut best = i16::MAX;
    let mut fewest = FxHashMap::from_iter([(*coloring, 0)]);
    let mut newest = 0;
    let mut lines = BinaryHeap::from([Line {
        bound: Reverse(i16::MIN),
        number: newest,
        is_met: false,
        plays: 0,
        coloring: *coloring,
    }]);
    while let Some(line) = lines.pop()
        && line.bound.0 < best
    {
        let before = &line.coloring;
        if fewest[before] < line.plays {
            continue;
        }
        if !line.is_met {
            let survivors = Survivors::of(graph, before, passer, suicide);
            let going_on = sign * survivors.bound() + survivors.least_toll();
            best = best.min(line.plays + sign * before.balance(graph, Scoring::Area));
            lines.push(Line {
                bound: Reverse(line.bound.0.max(line.plays + going_on)),
                is_met: true,
                ..line
            });
            continue;
        }
        if fewest.len() > limit {
            return sign * line.bound.0;
        }
        let plays = line.plays + 1;
        let empty = before.empty(graph);
        let liberties = empty & graph.adjacent(before.stones(passer));
        for point in (empty - liberties).into_iter().chain(liberties) {
            let play = before.play(graph, passer.next(2), point);
            if !suicide.allows(&play) {
                continue;
            }
            let known = fewest.entry(play.coloring).or_insert(i16::MAX);
            if plays < *known {
                *known = plays;
                newest += 1;
                lines.push(Line {
                    number: newest,
                    is_met: false,
                    plays,
                    coloring: play.coloring,
                    ..line
                });
            }
        }
    }
    sign * best
}

impl Survivors<'_> {
    /// Returns the least number of points that the soloist loses to tolls, compared with [`Survivors::bound`], by
    /// playing at least once.
    fn least_toll(&self) -> i16 {
        let graph = self.graph;
        let stones = self.coloring.stones(self.passer);
        let mut liberties = graph.adjacent(stones) & self.coloring.empty(graph);
        let mut excepted = 0;
        if !self.stones.is_empty() {
            let touched = graph.adjacent(self.stones);
            for region in graph.parts(graph.all() - self.stones) {
                if region.len() == 1 {
                    liberties -= region;
                } else if self.openable(region).is_subset(&touched) {
                    excepted += 1;
                }
            }
        }
        (liberties.len() as i16 - excepted).max(1)
    }
}

#[cfg(test)]
mod tests {
    use koproof_verify::PassForever;

    use super::*;
    use crate::state::bounds::Survivors;
    use crate::state::bounds::tests::{boards, states};
    use crate::state::toll::Toll;

    /// The search with tolls against the enumeration of the verify crate, which counts prisoners.
    #[test]
    fn what_the_soloist_reaches_is_what_the_search_with_tolls_says() {
        let toll = Toll::of(Scoring::Territory);
        let (mut compared, mut differ) = (0, 0);
        for (name, graph, suicide) in boards() {
            let mut slow = PassForever::new(&graph, suicide, Scoring::Territory);
            for (coloring, passer) in states(&graph, 5) {
                let fast = pass_forever_with_tolls(&graph, &coloring, passer, suicide);
                let expected = slow.worst(&coloring, passer).expect("few colorings");
                assert_eq!(
                    fast - toll.stones(&coloring),
                    expected,
                    "{name}, suicide {suicide}: {coloring:?}, {passer} passes"
                );
                compared += 1;
                differ +=
                    i32::from(fast != Survivors::of(&graph, &coloring, passer, suicide).bound());
            }
        }
        assert!(compared > 10_000, "{compared}");
        assert!(differ > 1_000, "{differ}");
    }

    /// Beyond a limit, the bound with tolls is still valid.
    #[test]
    fn a_search_with_tolls_that_is_cut_short_is_on_the_safe_side() {
        let (mut attained, mut missed) = (0, 0);
        for (name, graph, suicide) in boards() {
            for (coloring, passer) in states(&graph, 7) {
                let sign = if passer == Player::BLACK { 1 } else { -1 };
                let cut = sign * least_cost(&graph, &coloring, passer, suicide, 0);
                let exact = sign * pass_forever_with_tolls(&graph, &coloring, passer, suicide);
                let free = sign * Survivors::of(&graph, &coloring, passer, suicide).bound();
                assert!((free..=exact).contains(&cut), "{name}: {coloring:?}");
                attained += i32::from(cut == exact);
                missed += i32::from(cut != exact);
            }
        }
        assert!(attained > 10_000 && missed > 100, "{attained} {missed}");
    }
}
