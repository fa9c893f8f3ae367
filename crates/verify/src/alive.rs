//! Unconditional life: the score that a player keeps by passing forever, computed without any play.

use koproof_rules::{Coloring, Graph, Player, PointSet, Suicide};

/// Returns a bound on the final score, Black − White, if `prover` passes forever: no sequence of plays of the
/// opponent leads to a score that is worse for the prover.
///
/// Regions are the connected parts of the board without the living chains. A chain lives if two regions are *vital*
/// to it: every point of the region is adjacent to the chain, also the occupied points, because suicide may empty
/// them. Besides the living stones, the prover counts only regions of one point. The opponent gets every point of a
/// larger region, or all but one if each point is adjacent to living stones.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player};
/// use koproof_verify::alive;
/// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
/// let coloring = Coloring::from_symbols(".X.X.")?;
/// assert_eq!(alive(&graph, &coloring, Player::BLACK), 5);
/// // The region on the right is not vital: White can take the point beside the chain and live on the other.
/// let coloring = Coloring::from_symbols(".XX..")?;
/// assert_eq!(alive(&graph, &coloring, Player::BLACK), -5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: D. Benson, *Life in the game of Go*, Information Sciences 10 (1976).
#[must_use]
pub fn alive(graph: &Graph<1>, coloring: &Coloring<1, 2>, prover: Player) -> i16 {
    let living = living(graph, coloring, prover, Suicide::Allow);
    let border = graph.adjacent(living);
    let mut margin = living.len() as i16;
    for region in graph.parts(graph.all() - living) {
        let enclosed = region.is_subset(&border);
        margin += match (region.len(), enclosed) {
            (1, true) => 1,
            // A point without neighbours belongs to nobody, and no stone can stay there.
            (1, false) => 0,
            // Its last empty point is next to living stones, so it does not belong to the opponent.
            (points, true) => 1 - points as i16,
            (points, false) => -(points as i16),
        };
    }
    prover.sees(margin)
}

/// Returns the stones that the opponent can never capture, even if their owner only passes.
///
/// Here *vital* depends on the rule, unlike in [`alive`]: the chain must be adjacent to every point of the region where
/// the opponent's last liberty may be. If suicide is forbidden, that can only be a point that is empty now, or that a capture empties.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Player, Suicide};
/// use koproof_verify::living;
/// let graph = Graph::<1>::new(&"path:5".parse::<Board>()?)?;
/// let path_4 = Graph::<1>::new(&"path:4".parse::<Board>()?)?;
/// let coloring = Coloring::from_symbols(".XX.X")?;
/// assert_eq!(living(&graph, &coloring, Player::BLACK, Suicide::Forbid).len(), 0);
/// let coloring = Coloring::from_symbols(".XXX.")?;
/// assert_eq!(living(&graph, &coloring, Player::BLACK, Suicide::Forbid).len(), 3);
/// // Black may not play beside the stone on the left; by suicide Black can empty the last point.
/// let coloring = Coloring::from_symbols(".O.X")?;
/// assert_eq!(living(&path_4, &coloring, Player::WHITE, Suicide::Forbid).len(), 1);
/// assert_eq!(living(&path_4, &coloring, Player::WHITE, Suicide::Allow).len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn living(
    graph: &Graph<1>,
    coloring: &Coloring<1, 2>,
    player: Player,
    suicide: Suicide,
) -> PointSet<1> {
    let mut living = coloring.stones(player);
    let mut open = match suicide {
        Suicide::Allow => graph.all(),
        Suicide::Forbid => coloring.empty(graph),
    };
    loop {
        let regions: Vec<PointSet<1>> = graph.parts(graph.all() - living).collect();
        let mut lost = PointSet::EMPTY;
        for chain in graph.parts(living) {
            let adjacent = graph.adjacent(chain);
            let vital = (regions.iter()).filter(|&&region| (region & open).is_subset(&adjacent));
            if vital.count() < 2 {
                lost |= chain;
            }
        }
        if lost.is_empty() {
            return living;
        }
        living -= lost;
        open |= lost;
    }
}
