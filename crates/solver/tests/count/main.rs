//! Counts against published numbers, against each other, and against naive counting.

#[path = "../common/at_once.rs"]
mod at_once;
mod budgets;
mod games;
#[path = "../../../rules/tests/common/graphs.rs"]
mod graphs;
mod legal;
mod naive;
mod reachable;
mod searched;

use koproof_rules::Board;

/// Makes a board of some edges.
fn graph(points: u16, edges: &[(u16, u16)]) -> Board {
    let name = format!("{points} points, {edges:?}");
    Board::new(name, points.into(), edges.iter().copied()).expect("the edges join two points")
}

fn board(name: &str) -> Board {
    name.parse().expect("the board has a name")
}
