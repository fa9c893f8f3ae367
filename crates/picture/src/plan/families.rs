//! Plans of boards of a known family.

use std::collections::BTreeSet;

use koproof_rules::lattices::{corners, hexagon};
use koproof_rules::{Board, Shape};

use super::piece::Piece;
use super::place::{Line, Place, ring};
use super::solids;

/// Lays out a board by its shape; `None` if the shape says nothing.
pub(super) fn piece(board: &Board) -> Option<Piece> {
    match board.shape() {
        &Shape::Grid { rows, columns } => {
            let places = grid(rows.into(), columns.into());
            Some(Piece::straight(places, board.edges(), false))
        }
        Shape::Family { word, numbers } => one(board, word, numbers),
        Shape::Union(parts) => Some(side_by_side(parts)),
        Shape::Graph => None,
    }
}

fn side_by_side(parts: &[Board]) -> Piece {
    let mut first = 0;
    let mut pieces = Vec::new();
    for part in parts {
        let points = part.points() as u16; // at most MAX_POINTS
        let piece = piece(part).unwrap_or_else(|| super::general::piece(part));
        pieces.push((piece, (first..first + points).collect()));
        first += points;
    }
    Piece::packed(pieces)
}

fn one(board: &Board, word: &str, numbers: &[u16]) -> Option<Piece> {
    let numbers: Vec<usize> = numbers.iter().copied().map(usize::from).collect();
    let n = board.points();
    let places = match (word, numbers.as_slice()) {
        ("path", _) => grid(1, n),
        ("cycle" | "complete", _) => ring(n, 1.0, 0.0),
        ("star" | "wheel", _) => around_a_centre(n),
        ("bipartite", &[left, right]) => two_rows(left, right),
        ("empty", _) => block(n),
        ("prism", &[sides]) => two_rings(sides),
        // The outer cycle and the star inside it.
        ("petersen", _) => two_rings(5),
        ("torus", &[rows, columns]) => return Some(torus(board, rows, columns)),
        ("hex", &[side]) => hex(side),
        ("honeycomb", &[side]) => honeycomb(side),
        ("tetrahedron", _) => around_a_centre(4),
        ("cube", _) => solids::cube(),
        ("octahedron", _) => solids::octahedron(),
        ("dodecahedron", _) => solids::dodecahedron(),
        ("icosahedron", _) => solids::icosahedron(),
        ("cube-surface", &[side]) => solids::cube_surface(side),
        ("hypercube", &[dimension]) => solids::hypercube(dimension),
        _ => return None,
    };
    let loose = !["path", "empty", "hex", "honeycomb"].contains(&word);
    Some(Piece::straight(places, board.edges(), loose))
}

/// Returns the places of a grid, row by row from the top.
fn grid(rows: usize, columns: usize) -> Vec<Place> {
    let place = |row, column| Place::new(column as f64, row as f64);
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| place(row, column)))
        .collect()
}

/// Lays out two rings, each point of the inner one beside one of the outer.
fn two_rings(sides: usize) -> Vec<Place> {
    [ring(sides, 1.0, 0.0), ring(sides, 0.5, 0.0)].concat()
}

/// Lays out a board with point 0 in the middle of all others.
fn around_a_centre(points: usize) -> Vec<Place> {
    let mut places = vec![Place::default()];
    places.extend(ring(points - 1, 1.0, 0.0));
    places
}

fn two_rows(left: usize, right: usize) -> Vec<Place> {
    let row = |length: usize, y: f64| {
        (0..length).map(move |index| Place::new(index as f64 - (length as f64 - 1.0) / 2.0, y))
    };
    // Steeper edges are easier to distinguish.
    let height = (left.max(right) as f64 / 2.0).clamp(1.0, 4.0);
    row(left, 0.0).chain(row(right, height)).collect()
}

/// Lays out points without edges, in rows.
fn block(points: usize) -> Vec<Place> {
    let columns = (points as f64).sqrt().ceil() as usize;
    let mut places = grid(points.div_ceil(columns), columns);
    places.truncate(points);
    places
}

/// Lays out a grid whose outer edges leave it and come back on the other side.
fn torus(board: &Board, rows: usize, columns: usize) -> Piece {
    const STUB: f64 = 0.55;
    let places = grid(rows, columns);
    let mut lines = Vec::new();
    for &edge in board.edges() {
        let [from, to] = [edge.0, edge.1].map(|end| places[usize::from(end)]);
        let step = to - from;
        if step.x.abs() + step.y.abs() < 1.5 {
            lines.push(Line { edge, from, to });
            continue;
        }
        let stub = |along: f64| STUB * along.signum() * f64::from(u8::from(along != 0.0));
        let stub = Place::new(stub(step.x), stub(step.y));
        lines.extend(
            [(from, from - stub), (to, to + stub)].map(|(from, to)| Line { edge, from, to }),
        );
    }
    Piece {
        places,
        lines,
        loose: false,
    }
}

/// Row and column in the triangular lattice; each row is shifted by half a step.
type Cell = (i32, i32);

fn in_plane((row, column): Cell) -> Place {
    Place::new(
        f64::from(column) + f64::from(row) / 2.0,
        f64::from(row) * 3f64.sqrt() / 2.0,
    )
}

fn hex(side: usize) -> Vec<Place> {
    hexagon(side).map(in_plane).collect()
}

fn honeycomb(side: usize) -> Vec<Place> {
    let corners: BTreeSet<Cell> = hexagon(side).flat_map(corners).collect();
    corners.into_iter().map(in_plane).collect()
}
