//! Solids, seen through a face, and hypercubes. They are numbered like the boards of those names.

use super::place::{Place, ring};

/// Lays out two squares: the last two of the three binary digits of a number go around, the first goes inwards.
pub(super) fn cube() -> Vec<Place> {
    const ROUND: [usize; 4] = [0, 1, 3, 2];
    let mut places = vec![Place::default(); 8];
    for (digit, radius) in [(0, 1.0), (4, 0.45)] {
        for (place, corner) in ring(4, radius, -0.125).into_iter().zip(ROUND) {
            places[corner + digit] = place;
        }
    }
    places
}

/// Lays out two triangles; opposite corners of the solid are on opposite sides.
pub(super) fn octahedron() -> Vec<Place> {
    [ring(3, 1.0, 0.0), ring(3, 0.3, 0.5)].concat()
}

/// Lays out the dodecahedron with five-fold symmetry: an outer pentagon, a ring, and an inner pentagon.
pub(super) fn dodecahedron() -> Vec<Place> {
    let radius = |index: usize| match (index / 10, index % 2) {
        (0, 0) => 0.56,
        (0, _) => 0.7,
        (_, 0) => 0.28,
        _ => 1.0,
    };
    (0..20)
        .map(|index| ring(10, radius(index), 0.05)[index % 10])
        .collect()
}

/// Lays out the icosahedron with three-fold symmetry, seen through the face of the points 0, 1 and 2.
pub(super) fn icosahedron() -> Vec<Place> {
    let mut places = vec![Place::default(); 12];
    // From the outside in: each ring with the turn of its first point.
    let rings = [
        ([0, 2, 1], 1.0, 0.0),
        ([4, 8, 6], 0.42, 0.0),
        ([3, 7, 5], 0.35, 1.0 / 6.0),
        ([9, 11, 10], 0.15, 1.0 / 6.0),
    ];
    for (points, radius, turn) in rings {
        for (place, point) in ring(3, radius, turn).into_iter().zip(points) {
            places[point] = place;
        }
    }
    places
}

/// Lays out the surface of a cube, flattened around one of its corners.
pub(super) fn cube_surface(side: usize) -> Vec<Place> {
    let centre = side as f64;
    let draw_in = if side == 1 { 1.0 } else { 0.65 };
    let cells =
        (0..6).flat_map(|face| (0..side).flat_map(move |i| (0..side).map(move |j| (face, i, j))));
    cells
        .map(|(face, i, j)| {
            let depth = if face % 2 == 0 { -centre } else { centre };
            let [u, v] = [i, j].map(|index| 2.0 * index as f64 + 1.0 - centre);
            let direction = match face / 2 {
                0 => [depth, u, v],
                1 => [u, depth, v],
                _ => [u, v, depth],
            };
            flattened(direction, draw_in)
        })
        .collect()
}

/// Maps a direction to the plane: the corner (1,1,1) of the cube comes to the middle, the opposite one to infinity.
fn flattened([x, y, z]: [f64; 3], draw_in: f64) -> Place {
    let length = (x * x + y * y + z * z).sqrt();
    let along = (x + y + z) / (3f64.sqrt() * length);
    let (right, down) = ((y - x) / 2f64.sqrt(), (x + y - 2.0 * z) / 6f64.sqrt());
    let across = right.hypot(down);
    // The power draws the rim in, but not so far that the edges of the three outermost cells cross others.
    let angle = along.clamp(-1.0, 1.0).acos();
    let radius = (angle / 2.0).tan().powf(draw_in);
    let scale = if across > 0.0 { radius / across } else { 0.0 };
    Place::new(right * scale, down * scale)
}

/// Lays out a hypercube. Up to four dimensions are seen along a diagonal, so that the outermost corners are those of a
/// regular polygon; five dimensions are two such pictures side by side; in more, each dimension is a separate step.
pub(super) fn hypercube(dimension: usize) -> Vec<Place> {
    let steps: Vec<Place> = match dimension {
        3 => return cube(),
        0..=4 => ring(2 * dimension, 1.0, -0.25),
        5 => {
            let mut steps = ring(8, 1.0, -0.25);
            steps[4] = Place::new(3.2, 0.45);
            steps
        }
        _ => (0..dimension).map(slanted).collect(),
    };
    (0..1usize << dimension)
        .map(|point| {
            let digits = (0..dimension).filter(|digit| point >> digit & 1 == 1);
            digits.fold(Place::default(), |place, digit| place + steps[digit])
        })
        .collect()
}

/// Returns the step of a dimension: right and down in turn, each pair longer than all before and slightly slanted, so
/// that no corner hides another.
fn slanted(digit: usize) -> Place {
    let length = 2.3f64.powi((digit / 2) as i32);
    let askew = 0.17 * digit as f64;
    if digit.is_multiple_of(2) {
        Place::new(length, askew)
    } else {
        Place::new(askew, length)
    }
}
