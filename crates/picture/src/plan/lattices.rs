//! Pieces of the triangular and the hexagonal lattice, numbered like the boards of those names.

use std::collections::BTreeSet;

use super::place::Place;

/// Row and column in the triangular lattice; each row is shifted by half a step.
type Cell = (i32, i32);

/// The six directions of the triangular lattice, in the order of a walk around.
const AROUND: [Cell; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// Returns the cells of a hexagon with `side` cells a side, in reading order.
fn hexagon(side: usize) -> impl Iterator<Item = Cell> {
    let reach = side as i32 - 1;
    (-reach..=reach).flat_map(move |row| {
        let columns = (-reach).max(-reach - row)..=reach.min(reach - row);
        columns.map(move |column| (row, column))
    })
}

fn place((row, column): Cell) -> Place {
    Place::new(
        f64::from(column) + f64::from(row) / 2.0,
        f64::from(row) * 3f64.sqrt() / 2.0,
    )
}

pub(super) fn hex(side: usize) -> Vec<Place> {
    hexagon(side).map(place).collect()
}

pub(super) fn honeycomb(side: usize) -> Vec<Place> {
    // A corner is where three cells meet: it is named by their sum, three times its place.
    let corners = |(row, column): Cell| {
        (0..6).map(move |turn| {
            let (one, next) = (AROUND[turn], AROUND[(turn + 1) % 6]);
            (3 * row + one.0 + next.0, 3 * column + one.1 + next.1)
        })
    };
    let corners: BTreeSet<Cell> = hexagon(side).flat_map(corners).collect();
    corners.into_iter().map(place).collect()
}
