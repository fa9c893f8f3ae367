//! Pieces of the square, the triangular and the hexagonal lattice.

use std::collections::BTreeMap;

use super::reader::Reader;
use crate::board::{Board, BoardError, count};

/// A place in the triangular lattice, row first so that sorting gives reading order: its
/// neighbours are the places that differ by one of [`AROUND`].
type Place = (i32, i32);

/// The six directions of the triangular lattice, in the order of a walk around.
const AROUND: [Place; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

fn plus(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

/// Reads `ROWSxCOLUMNS`.
fn sides(reader: &mut Reader<'_>, least: u128) -> Result<(u16, u16), BoardError> {
    let rows = reader.number(least)?;
    reader.cross(rows)?;
    let columns = reader.number(least)?;
    count(rows * columns)?;
    Ok((rows as u16, columns as u16)) // neither is above its product with the other
}

pub(super) fn grid(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    let (rows, columns) = sides(reader, 1)?;
    Board::grid(rows, columns)
}

pub(super) fn torus(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    // A side of 2 would need two edges between the same points.
    let (rows, columns) = sides(reader, 3)?;
    let n = rows * columns;
    let edges = (0..n).flat_map(|point| {
        let (row, column) = (point / columns, point % columns);
        let right = row * columns + (column + 1) % columns;
        let below = (row + 1) % rows * columns + column;
        [(point, right), (point, below)]
    });
    Board::new(format!("torus:{rows}x{columns}"), n.into(), edges)
}

/// Returns the places of a hexagon with `side` places a side, in reading order: the points of `hex:SIDE`, the cells of
/// `honeycomb:SIDE`.
pub fn hexagon(side: usize) -> impl Iterator<Item = Place> {
    let reach = side as i32 - 1;
    (-reach..=reach).flat_map(move |row| {
        let columns = (-reach).max(-reach - row)..=reach.min(reach - row);
        columns.map(move |column| (row, column))
    })
}

pub(super) fn hex(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let side = reader.number(1)?;
    let n = count(3 * side * (side - 1) + 1)?;
    let side = side as usize; // at most n
    let numbers: BTreeMap<Place, u16> = hexagon(side).zip(0..).collect();
    let edges = numbers.iter().flat_map(|(&place, &number)| {
        let ahead = AROUND[..3].iter().map(move |&step| plus(place, step));
        let neighbours = ahead.filter_map(|place| numbers.get(&place));
        neighbours.map(move |&neighbour| (number, neighbour))
    });
    Board::new(format!("hex:{side}"), n.into(), edges)
}

/// Returns the corners of a cell of a honeycomb, in the order of a walk around. A corner is where three cells meet; the
/// sum of their three places names it.
#[must_use]
pub fn corners(cell: Place) -> [Place; 6] {
    let centre = (3 * cell.0, 3 * cell.1);
    std::array::from_fn(|i| plus(centre, plus(AROUND[i], AROUND[(i + 1) % 6])))
}

pub(super) fn honeycomb(reader: &mut Reader<'_>) -> Result<Board, BoardError> {
    reader.colon()?;
    let side = reader.number(1)?;
    let n = count(6 * side * side)?;
    let side = side as usize; // at most n
    let mut numbers: BTreeMap<Place, u16> = hexagon(side)
        .flat_map(corners)
        .map(|corner| (corner, 0))
        .collect();
    for (number, place) in (0..).zip(numbers.values_mut()) {
        *place = number;
    }
    let edges = hexagon(side).flat_map(|cell| {
        let around = corners(cell).map(|corner| numbers[&corner]);
        std::array::from_fn::<_, 6, _>(|i| (around[i], around[(i + 1) % 6]))
    });
    Board::new(format!("honeycomb:{side}"), n.into(), edges)
}
