//! Shared code of the tests: small boards, and their colorings.

#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses a part of this"
)]

pub(crate) mod graphs;

use graphs::graph_of_bits;
use koproof_rules::{Board, Coloring, Graph, Player, Point};
use proptest::prelude::*;

/// Reads a board's name.
pub(crate) fn board(name: &str) -> Board {
    name.parse().expect("a board")
}

/// Makes the graph of a named board.
pub(crate) fn graph(name: &str) -> Graph<1> {
    Graph::new(&board(name)).expect("up to 64 points")
}

/// Every coloring of `points` points, legal or not.
pub(crate) fn all_colorings<const W: usize, const N: usize>(
    points: usize,
) -> impl Iterator<Item = Coloring<W, N>> {
    (0..(N + 1).pow(points as u32)).map(move |mut number| {
        let mut coloring = Coloring::EMPTY;
        for point in 0..points {
            let color = (number % (N + 1)).checked_sub(1).map(Player::new);
            coloring.set(Point::new(point as u16), color);
            number /= N + 1;
        }
        coloring
    })
}

/// Every legal coloring of a graph.
pub(crate) fn legal_colorings<const W: usize, const N: usize>(
    graph: &Graph<W>,
) -> impl Iterator<Item = Coloring<W, N>> + '_ {
    all_colorings(graph.points()).filter(|coloring| coloring.is_legal(graph))
}

/// A random graph and the symbols of a random coloring of it, whose stones without liberties are taken off.
pub(crate) fn positions<const N: usize>(
    points: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = (Board, String)> {
    points.prop_flat_map(|points| {
        let colors = prop::collection::vec(0..=N, points);
        (any::<u64>(), colors).prop_map(move |(bits, colors)| {
            let board = graph_of_bits(points, bits);
            let graph = Graph::<1>::new(&board).expect("up to 64 points");
            let mut coloring = Coloring::<1, N>::EMPTY;
            for (point, color) in colors.into_iter().enumerate() {
                let color = color.checked_sub(1).map(Player::new);
                coloring.set(Point::new(point as u16), color);
            }
            let dead: Vec<Point> = (0..N)
                .flat_map(|player| coloring.without_liberty(&graph, Player::new(player)))
                .collect();
            for point in dead {
                coloring.set(point, None);
            }
            (board, coloring.to_symbols(points))
        })
    })
}
