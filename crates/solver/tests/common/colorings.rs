//! Every coloring of a tiny board.

use koproof_rules::{Coloring, Graph};

/// Returns the legal colorings of so many players.
pub(crate) fn legal<const N: usize>(graph: &Graph<1>, players: usize) -> Vec<Coloring<1, N>> {
    let colors = players as u64 + 1;
    (0..colors.pow(graph.points() as u32))
        .map(|code| Coloring::from_code(code, players))
        .filter(|coloring| coloring.is_legal(graph))
        .collect()
}
