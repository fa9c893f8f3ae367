//! The representatives of a board in parts, for callers that distribute the work and do not need ranks.

use super::walk::{Image, SPLIT_LEVELS, Walk};
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::symmetry::Symmetry;

/// The legal colorings of a board, one of each orbit under a group of symmetries, cut into parts that are walked
/// through one by one.
///
/// The parts, in their order, contain the representatives in the order of their codes. For the group with the exchange
/// of colors, these are those of [`Representatives`](crate::Representatives), in the order of their ranks. Nothing is
/// stored about visited parts, so only time limits the size of a board. On most boards there are some hundreds of parts
/// or more, of very different sizes.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, ColorSwap, Graph, RepresentativeParts, Symmetry};
/// let graph = Graph::<1>::new(&"path:3".parse::<Board>()?)?;
/// let parts = RepresentativeParts::new(&graph, &Symmetry::new(&graph, ColorSwap::Included));
/// let list: Vec<_> = parts.walks().flatten().map(|coloring| coloring.to_symbols(3)).collect();
/// // The orbits of the fifteen legal colorings have 1, 4, 2, 4, 2 and 2 members.
/// assert_eq!(list, ["...", "O..", ".O.", "OO.", "X.O", "O.O"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RepresentativeParts<'g> {
    graph: &'g Graph<1>,
    images: Vec<Image>,
}

impl<'g> RepresentativeParts<'g> {
    /// Cuts the colorings of a board into parts.
    #[must_use]
    pub fn new(graph: &'g Graph<1>, symmetry: &Symmetry<1>) -> Self {
        Self {
            graph,
            images: Image::all_of(symmetry, graph.points()),
        }
    }

    /// Iterates over the parts, each an iterator over its representatives.
    pub fn walks(&self) -> impl Iterator<Item = impl Iterator<Item = Coloring<1, 2>> + '_> + '_ {
        Walk::new(self.graph, &self.images)
            .split(SPLIT_LEVELS)
            .into_iter()
            // The first part is last, as on the stack of a walk.
            .rev()
            .map(|walk| walk.map(|step| step.coloring))
    }
}
