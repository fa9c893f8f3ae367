//! Counts against published numbers, against each other, and against naive counting.

#[path = "../common/at_once.rs"]
mod at_once;
mod budgets;
mod games;
mod legal;
mod naive;
mod reachable;
mod searched;

use koproof_rules::Board;

/// Iterates over all graphs on `points` numbered points, connected or not.
fn all_graphs(points: u16) -> impl Iterator<Item = Board> {
    let pairs: Vec<(u16, u16)> = (0..points)
        .flat_map(|a| (a + 1..points).map(move |b| (a, b)))
        .collect();
    (0..1_u32 << pairs.len()).map(move |chosen| {
        let edges = (0..).zip(&pairs);
        let edges: Vec<(u16, u16)> = edges
            .filter(|(index, _)| chosen >> index & 1 == 1)
            .map(|(_, &pair)| pair)
            .collect();
        graph(points, &edges)
    })
}

/// Makes a board of some edges.
fn graph(points: u16, edges: &[(u16, u16)]) -> Board {
    let name = format!("{points} points, {edges:?}");
    Board::new(name, points.into(), edges.iter().copied()).expect("the edges join two points")
}

fn board(name: &str) -> Board {
    name.parse().expect("the board has a name")
}
