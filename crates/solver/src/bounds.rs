//! Pass-forever bounds: what a player can be held to who never plays again.
//!
//! **Lemma.** Let one player, the *passer*, only pass, and let the other, the *soloist*, play alone from a
//! legal coloring without any history. Call the parts of the board left by the passer's stones *regions*. A point
//! of a region is *openable* if the soloist can make it the region's last empty point: the points that are
//! empty now and, if suicide is legal and the region has two points or more, all of them.
//! Call a region *vital* to a chain of the passer if it touches the chain and all its openable points are
//! liberties of the chain or would be.
//!
//! 1. The soloist can capture a chain iff at most one region is vital to it.
//! 2. When no chain can be captured any more, the soloist ends with a region of two points or more whole if one
//!    of its openable points does not touch the passer's stones, and else with all of it but one point,
//!    which is then nobody's. A region of one point is the passer's, or nobody's if it touches nothing.
//!
//! *Proof.* In a region the soloist can fill every point but any openable one, `e`: a chain of his that is not
//! the whole region has, the region being connected, a point of it beside it which is not his, hence empty; and an
//! occupied `e` is opened by filling the region, which is either a capture or clears it all. So every liberty of a
//! chain in a region that is not vital to it can be filled, and in a vital one all but one; the last of
//! all is filled by the capture itself. Two vital regions each keep a liberty, and filling one of
//! them is a suicide (Benson 1976 for the case that suicide is legal). A capture leaves
//! the chain's own points empty, and as these touch no other chain of the passer the merged region is vital to
//! nobody any more and has an openable point that touches no passer: captures never hurt. Points 1 and 2
//! follow, the score being counted region by region. ∎
//!
//! The verify crate computes the same bound by enumerating what the soloist can reach; the two are tested to be equal.

use koproof_rules::{Coloring, Graph, Player, PointSet, Suicide};

/// Returns the least Black − White (for `passer` Black; the greatest for White) that the soloist can reach.
///
/// # Complexity
/// Chains times regions, in operations on point sets; no enumeration.
pub(crate) fn pass_forever(
    graph: &Graph<1>,
    coloring: &Coloring<1, 2>,
    passer: Player,
    suicide: Suicide,
) -> i16 {
    let mut stones = coloring.stones(passer);
    let mut open = coloring.empty(graph);
    while let Some(chain) = capturable(graph, stones, open, suicide) {
        stones -= chain;
        open |= chain;
    }
    let mut passer_area = stones.len() as i16;
    let mut solo_area = 0;
    let touched = graph.adjacent(stones);
    for region in graph.parts(graph.all() - stones) {
        let size = region.len() as i16;
        if size == 1 {
            passer_area += i16::from(!region.is_disjoint(&touched));
        } else {
            let whole = !openable(region, open, suicide).is_subset(&touched);
            solo_area += size - i16::from(!whole);
        }
    }
    if passer == Player::BLACK {
        passer_area - solo_area
    } else {
        solo_area - passer_area
    }
}

/// Finds a chain among the passer's stones to which at most one region is vital.
fn capturable(
    graph: &Graph<1>,
    stones: PointSet<1>,
    open: PointSet<1>,
    suicide: Suicide,
) -> Option<PointSet<1>> {
    graph.parts(stones).find(|&chain| {
        let touched = graph.adjacent(chain);
        let vital = graph
            .parts(graph.all() - stones)
            .filter(|region| !region.is_disjoint(&touched))
            .filter(|&region| openable(region, open, suicide).is_subset(&touched))
            .count();
        vital <= 1
    })
}

fn openable(region: PointSet<1>, open: PointSet<1>, suicide: Suicide) -> PointSet<1> {
    match suicide {
        Suicide::Allow => region,
        Suicide::Forbid => region & open,
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Scoring};
    use koproof_verify::{PassForever, alive};

    use super::*;
    use crate::code::{codes, decode};

    const BOARDS: [&str; 12] = [
        "3x3",
        "2x4",
        "1x7",
        "cycle:7",
        "star:6",
        "wheel:6",
        "complete:5",
        "bipartite:3,3",
        "prism:3",
        "complete:3+path:3",
        "edges:0-1,0-2,0-3,1-4,1-5",
        "edges:0-1,0-2,0-3,3-4,4-5",
    ];

    /// The lemma against the enumeration of the verify crate, on every legal coloring.
    #[test]
    fn what_the_soloist_reaches_is_what_the_lemma_says() {
        let mut compared = 0;
        for name in BOARDS {
            let board: Board = name.parse().expect("a board");
            let graph = Graph::new(&board).expect("a small board");
            for suicide in [Suicide::Allow, Suicide::Forbid] {
                let mut slow = PassForever::new(&graph, suicide, Scoring::Area);
                for coloring in (0..codes(graph.points())).map(decode) {
                    if !coloring.is_legal(&graph) {
                        continue;
                    }
                    for passer in [Player::BLACK, Player::WHITE] {
                        let fast = pass_forever(&graph, &coloring, passer, suicide);
                        let expected = slow.worst(&coloring, passer).expect("few colorings");
                        assert_eq!(
                            fast, expected,
                            "{name}, suicide {suicide}: {coloring:?}, {passer} passes"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 60_000, "{compared}");
    }

    /// With suicide legal the lemma is Benson's unconditional life, which certificates use.
    #[test]
    fn with_suicide_the_lemma_is_unconditional_life() {
        for name in BOARDS {
            let board: Board = name.parse().expect("a board");
            let graph = Graph::new(&board).expect("a small board");
            for coloring in (0..codes(graph.points())).map(decode) {
                for passer in [Player::BLACK, Player::WHITE] {
                    if coloring.is_legal(&graph) {
                        let fast = pass_forever(&graph, &coloring, passer, Suicide::Allow);
                        assert_eq!(
                            fast,
                            alive(&graph, &coloring, passer),
                            "{name}: {coloring:?}"
                        );
                    }
                }
            }
        }
    }
}
