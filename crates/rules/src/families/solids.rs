//! Platonic solids, cubes in any dimension, the surface of a cube, and the Petersen graph.

use std::collections::BTreeMap;

use super::reader::Reader;
use crate::board::{Board, BoardError, count};

pub(super) fn tetrahedron(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    Board::new("tetrahedron", 4, edges)
}

pub(super) fn cube(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    Board::new("cube", 8, cube_edges(3))
}

pub(super) fn octahedron(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    // Opposite corners are 0 and 3, 1 and 4, 2 and 5.
    let edges = (0..6).flat_map(|b| (0..b).map(move |a| (a, b)));
    Board::new("octahedron", 6, edges.filter(|(a, b)| b - a != 3))
}

pub(super) fn icosahedron(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    // 0 on top, the upper ring 1 to 5, the lower ring 6 to 10, 11 at the bottom.
    let edges = (0..5).flat_map(|i| {
        let next = (i + 1) % 5;
        let (upper, lower) = (1 + i, 6 + i);
        [
            (0, upper),
            (upper, 1 + next),
            (upper, lower),
            (upper, 6 + next),
            (lower, 6 + next),
            (lower, 11),
        ]
    });
    Board::new("icosahedron", 12, edges)
}

pub(super) fn dodecahedron(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    Board::new("dodecahedron", 20, generalised_petersen(10))
}

pub(super) fn petersen(_: &mut Reader<'_>) -> Result<Board, BoardError> {
    Board::new("petersen", 10, generalised_petersen(5))
}

/// Returns the edges of an outer cycle, a spoke from each of its points, and edges between inner points at distance 2.
fn generalised_petersen(k: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..k).flat_map(move |i| [(i, (i + 1) % k), (i, k + i), (k + i, k + (i + 2) % k)])
}

pub(super) fn hypercube(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let byte = reader.byte();
    let dimension = reader.number(1)?;
    let points = u32::try_from(dimension)
        .ok()
        .and_then(|dimension| 1u128.checked_shl(dimension))
        .ok_or_else(|| reader.too_large(byte))?;
    let n = count(points)?;
    let edges = cube_edges(dimension as u16); // 2^dimension is small, so it is
    Board::new(format!("hypercube:{dimension}"), n.into(), edges)
}

fn cube_edges(dimension: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..1 << dimension).flat_map(move |point| (0..dimension).map(move |d| (point, point ^ 1 << d)))
}

pub(super) fn cube_surface(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let side = reader.number(1)?;
    let n = count(6 * side * side)?;
    let k = side as u16; // at most n
    // The cube is 2k wide, so that the centres of cells and the middles of their sides have integer coordinates. Two
    // cells are neighbours if they share the middle of a side, on one face or around an edge of the cube.
    let mut middles: BTreeMap<[u16; 3], u16> = BTreeMap::new();
    let mut edges = Vec::new();
    let cells = (0..6).flat_map(|face| (0..k).flat_map(move |i| (0..k).map(move |j| (face, i, j))));
    for (number, (face, i, j)) in (0..).zip(cells) {
        let (axis, depth) = (face / 2, face % 2 * 2 * k);
        let (u, v) = (2 * i + 1, 2 * j + 1);
        for (u, v) in [(u - 1, v), (u, v - 1), (u, v + 1), (u + 1, v)] {
            let middle = match axis {
                0 => [depth, u, v],
                1 => [u, depth, v],
                _ => [u, v, depth],
            };
            if let Some(other) = middles.insert(middle, number) {
                edges.push((other, number));
            }
        }
    }
    Board::new(format!("cube-surface:{k}"), n.into(), edges)
}
