//! Graphs with numbered points, for the tests of the checker, too.

use koproof_rules::Board;

/// Returns the graph on `points` points whose edges are the pairs with bit 1, in the order 01, 02, 12, 03, 13, 23, ….
pub(crate) fn graph_of_bits(points: usize, bits: u64) -> Board {
    let pairs = (1..points as u16).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = pairs
        .enumerate()
        .filter(|(index, _)| bits >> index & 1 == 1)
        .map(|(_, edge)| edge);
    Board::new(format!("{points} points, edges {bits:b}"), points, edges)
        .expect("pairs of different points of the board")
}

/// Every graph on `points` numbered points, connected or not.
pub(crate) fn graphs_on(points: usize) -> impl Iterator<Item = Board> {
    (0..1_u64 << (points * (points - 1) / 2)).map(move |bits| graph_of_bits(points, bits))
}

/// Every graph with numbered points on 1 to `most` points, connected or not.
#[allow(dead_code, reason = "some tests need one number of points")]
pub(crate) fn all_graphs(most: usize) -> impl Iterator<Item = Board> {
    (1..=most).flat_map(graphs_on)
}
