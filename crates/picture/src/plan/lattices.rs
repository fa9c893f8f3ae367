//! Pieces of the triangular and the hexagonal lattice, numbered like the boards of those names.

use std::collections::BTreeSet;

use koproof_rules::lattices::{corners, hexagon};

use super::place::Place;

/// Row and column in the triangular lattice; each row is shifted by half a step.
type Cell = (i32, i32);

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
    let corners: BTreeSet<Cell> = hexagon(side).flat_map(corners).collect();
    corners.into_iter().map(place).collect()
}
