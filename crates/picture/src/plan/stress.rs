//! Layouts in which distances on the page approximate distances in the graph.
//!
//! Source: E. Gansner, Y. Koren, S. North, *Graph drawing by stress majorization* (2004), in the form that moves one
//! point at a time.

use super::place::Place;

/// The most rounds; without change it ends earlier.
const ROUNDS: usize = 300;
/// The limit of pairs in all rounds together, so that large graphs do not take long.
const PAIRS: usize = 20_000_000;

/// Returns the places for a start: the given ones for the first start, otherwise a permutation of them.
pub(super) fn start(around: &[Place], number: usize) -> Vec<Place> {
    let mut places = around.to_vec();
    if number > 0 {
        // A linear congruential generator is good enough here, and its numbers are the same everywhere.
        let mut state = number as u64;
        for last in (1..places.len()).rev() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            places.swap(last, (state >> 33) as usize % (last + 1));
        }
    }
    let points = places.len() as f64;
    places
        .iter()
        .map(|place| place.times(points / 4.0))
        .collect()
}

/// Moves each point in turn to the place that best fits the distances to all others, until the points hardly move.
pub(super) fn settle(places: &mut [Place], distances: &[Vec<f64>]) {
    let rounds = ROUNDS.min(PAIRS / (places.len() * places.len()).max(1));
    for _ in 0..rounds {
        let mut moved: f64 = 0.0;
        for (point, wanted) in distances.iter().enumerate() {
            let old = places[point];
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for (other, (&place, &distance)) in places.iter().zip(wanted).enumerate() {
                if other == point {
                    continue;
                }
                let weight = 1.0 / (distance * distance);
                let apart = old.distance(place).max(1e-9);
                x += weight * (place.x + distance * (old.x - place.x) / apart);
                y += weight * (place.y + distance * (old.y - place.y) / apart);
                weights += weight;
            }
            places[point] = Place::new(x / weights, y / weights);
            moved = moved.max(old.distance(places[point]));
        }
        if moved < 1e-5 {
            break;
        }
    }
}

/// Turns a layout so that it is wider than high, and mirrors it so that point 0 is at the top left.
pub(super) fn straighten(places: &mut [Place]) {
    let count = places.len() as f64;
    let centre = places.iter().fold(Place::default(), |sum, place| {
        sum + Place::new(place.x / count, place.y / count)
    });
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in places.iter_mut() {
        *place = *place - centre;
        xx += place.x * place.x;
        xy += place.x * place.y;
        yy += place.y * place.y;
    }
    let lopsided = (xx - yy).hypot(2.0 * xy) > 0.05 * (xx + yy);
    let angle = if lopsided {
        (2.0 * xy).atan2(xx - yy) / 2.0
    } else {
        // A round layout: the first point moves to the top.
        let first = places[0];
        first.y.atan2(first.x) + std::f64::consts::FRAC_PI_2
    };
    let (sin, cos) = angle.sin_cos();
    for place in places.iter_mut() {
        *place = Place::new(place.x * cos + place.y * sin, place.y * cos - place.x * sin);
    }
    let first = places[0];
    let flip = |coordinate: f64| if coordinate > 1e-6 { -1.0 } else { 1.0 };
    let (across, down) = (flip(first.x), flip(first.y));
    for place in places {
        place.x *= across;
        place.y *= down;
    }
}
