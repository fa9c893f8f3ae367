//! Pass-forever bounds: the worst result of a player who only passes from now on.
//!
//! **Lemma.** Let one player, the *passer*, only pass, and let the other, the *soloist*, play alone from a
//! legal coloring without any history. Call the parts of the board left by the passer's stones *regions*. A point
//! of a region is *openable* if the soloist can make it the region's last empty point: the points that are
//! empty now and, if suicide is legal and the region has two points or more, all of them.
//! Call a region *vital* to a chain of the passer if it touches the chain and all its openable points are
//! liberties of the chain, or would be if they were empty.
//!
//! 1. The soloist can capture a chain if at most one region is vital to it. A chain to which two are vital is never the
//!    first to be captured. So the soloist can capture exactly the chains that go when those with at most one vital
//!    region are removed until none is left.
//! 2. When no chain can be captured any more, the soloist ends with a region of two points or more whole if one of its
//!    openable points does not touch the passer's stones. Otherwise one point is left, which belongs to
//!    nobody. A region of one point belongs to the passer, or to nobody if it touches no stone.
//!
//! *Proof.* In a region the soloist can fill every point except any one openable point `e`. The region is connected,
//! so a soloist's chain that is not the whole region is adjacent to a point of the region that is not the soloist's,
//! and is therefore empty. If `e` is occupied, filling the region opens it: the last play captures, or clears the
//! whole region. So all liberties of a chain in a region that is not vital to it can be filled, and in a vital region
//! all but one; the capture itself fills the very last one. Two vital regions each keep a liberty, and filling one of
//! them is a suicide (Benson 1976 for the case that suicide is legal). A capture empties the chain's own points.
//! These touch no other chain of the passer, so the merged region is no longer vital to any chain, and it has an
//! openable point that touches no stone of the passer: captures never hurt the soloist. Points 1 and 2
//! follow; for the second, count the score region by region after these captures. ∎
//!
//! The verify crate computes the same bound by enumerating the colorings that the soloist can reach; tests require
//! that the two are equal.
//!
//! **What a checker can enumerate.** A checker enumerates the colorings that the soloist can reach for each step
//! `pass-forever` of a certificate, and refuses the step if there are more than [`MAX_CHECKED`].
//! [`Survivors::is_checkable`] counts them from above. A reached coloring is given by the passer's chains that are
//! captured and by the soloist's stones. A chain that cannot be captured stays. A region of one point between such
//! chains stays empty. If suicide is forbidden, the stones that the soloist has at first stay. Let `e` be the number of
//! the other points without a stone of the passer. Then there are at most `2^e` colorings times the product of
//! `1 + 2^c` over the chains of `c` points that can be captured. Where this is too many, a solver that keeps proofs uses
//! [`Survivors::with_suicide`] instead, that is unconditional life, which certificates prove by a step without enumeration.

#[cfg(test)]
mod tests;
mod tolls;

use koproof_rules::{Coloring, Graph, Player, PointSet, Suicide};
use koproof_verify::MAX_COLORINGS as MAX_CHECKED;

pub(crate) use tolls::pass_forever_with_tolls;

/// The passer's chains that the soloist cannot capture.
pub(crate) struct Survivors<'a> {
    graph: &'a Graph<1>,
    coloring: &'a Coloring<1, 2>,
    passer: Player,
    suicide: Suicide,
    /// Their stones.
    stones: PointSet<1>,
    /// The points that are empty, or become empty by a capture.
    open: PointSet<1>,
}

impl<'a> Survivors<'a> {
    /// Finds them in a legal coloring.
    pub(crate) fn of(
        graph: &'a Graph<1>,
        coloring: &'a Coloring<1, 2>,
        passer: Player,
        suicide: Suicide,
    ) -> Self {
        let all = Self {
            graph,
            coloring,
            passer,
            suicide,
            stones: coloring.stones(passer),
            open: coloring.empty(graph),
        };
        all.without_captured()
    }

    /// Returns those that survive even where suicide is legal. They are among these, because a region that is vital
    /// where suicide is legal is vital in any case.
    pub(crate) fn with_suicide(self) -> Self {
        let suicide = Suicide::Allow;
        Self { suicide, ..self }.without_captured()
    }

    /// Captures chains until no chain can be captured any more.
    fn without_captured(mut self) -> Self {
        while !self.stones.is_empty() {
            // All chains can go at once, because a capture makes no region vital.
            let taken = self.capturable();
            if taken.is_empty() {
                break;
            }
            self.stones -= taken;
            self.open |= taken;
        }
        self
    }

    /// Returns the chains to which at most one region is vital.
    fn capturable(&self) -> PointSet<1> {
        let graph = self.graph;
        let outside = graph.all() - self.stones;
        // A region with an openable point that touches no stone is vital to no chain. Most colorings have no others.
        let free = self.openable(outside) - graph.adjacent(self.stones);
        let closed = outside - graph.flood(free, outside);
        if closed.is_empty() {
            return self.stones;
        }
        let mut regions = [PointSet::EMPTY; PointSet::<1>::CAPACITY];
        let mut count = 0;
        for region in graph.parts(closed) {
            regions[count] = region;
            count += 1;
        }
        if count < 2 {
            return self.stones;
        }
        let mut taken = PointSet::EMPTY;
        for chain in graph.parts(self.stones) {
            let touched = graph.adjacent(chain);
            let vital = (regions[..count].iter())
                .filter(|region| !region.is_disjoint(&touched))
                .filter(|&&region| self.openable(region).is_subset(&touched))
                .count();
            if vital <= 1 {
                taken |= chain;
            }
        }
        taken
    }

    fn openable(&self, region: PointSet<1>) -> PointSet<1> {
        match self.suicide {
            Suicide::Allow => region,
            Suicide::Forbid => region & self.open,
        }
    }

    /// Returns the least Black − White (for a passer Black; the greatest for White) that the soloist can reach.
    ///
    /// # Complexity
    /// Chains times regions, in operations on point sets; no enumeration.
    pub(crate) fn bound(&self) -> i16 {
        let graph = self.graph;
        let mut passer_area = self.stones.len() as i16;
        let mut solo_area = 0;
        if self.stones.is_empty() {
            solo_area = (graph.points() - graph.isolated().len()) as i16;
        } else {
            let touched = graph.adjacent(self.stones);
            for region in graph.parts(graph.all() - self.stones) {
                let size = region.len() as i16;
                if size == 1 {
                    passer_area += i16::from(!region.is_disjoint(&touched));
                } else {
                    let whole = !self.openable(region).is_subset(&touched);
                    solo_area += size - i16::from(!whole);
                }
            }
        }
        self.passer.sees(passer_area - solo_area)
    }

    /// Tells whether a checker can certainly enumerate all colorings that the soloist can reach.
    pub(crate) fn is_checkable(&self) -> bool {
        // A captured chain of `c` points counts for more than `2^c`, so most colorings are told without their chains.
        let twos = self.changing().len() + self.captured().len();
        ways(twos) <= MAX_CHECKED as u64 && self.most_reached() <= MAX_CHECKED as u64
    }

    /// Returns an upper bound on the number of colorings that the soloist can reach.
    fn most_reached(&self) -> u64 {
        let captured = self.graph.parts(self.captured());
        captured.fold(ways(self.changing().len()), |most, chain| {
            most.saturating_mul(ways(chain.len()).saturating_add(1))
        })
    }

    /// Returns the passer's stones that the soloist captures.
    fn captured(&self) -> PointSet<1> {
        self.coloring.stones(self.passer) - self.stones
    }

    /// Returns the points where the soloist's stones can come and go.
    fn changing(&self) -> PointSet<1> {
        let graph = self.graph;
        let mut changing = match self.suicide {
            Suicide::Allow => graph.all() - self.coloring.stones(self.passer),
            Suicide::Forbid => self.coloring.empty(graph),
        };
        if self.stones.is_empty() {
            changing -= graph.isolated();
        } else {
            let regions = graph.parts(graph.all() - self.stones);
            regions
                .filter(|region| region.len() == 1)
                .for_each(|region| changing -= region);
        }
        changing
    }
}

fn ways(points: usize) -> u64 {
    2_u64.saturating_pow(points as u32)
}
