//! Places in the plane, strokes between them, and rings of them.

use std::ops::{Add, Sub};

/// A place in the plane: `x` to the right, `y` downwards, in the same unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

/// A straight stroke that shows an edge, or half of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The points that the edge joins, the smaller first.
    pub edge: (u16, u16),
    /// The start of the stroke.
    pub from: Place,
    /// The end of the stroke: the other point, or a place off the board if the edge comes back from the opposite side,
    /// as on a torus.
    pub to: Place,
}

impl Place {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Returns the smaller one of a distance and that to another place. Most places are clearly farther, which their
    /// square tells; the exact distance takes much longer.
    pub(super) fn closest(self, other: Self, so_far: f64) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        // The rounding of the squares is far below a billionth.
        if x * x + y * y > so_far * so_far * (1.0 + 1e-9) {
            return so_far;
        }
        so_far.min(self.distance(other))
    }

    pub(crate) fn times(self, scale: f64) -> Self {
        Self::new(self.x * scale, self.y * scale)
    }
}

impl Add for Place {
    type Output = Self;

    fn add(self, step: Self) -> Self {
        Self::new(self.x + step.x, self.y + step.y)
    }
}

impl Sub for Place {
    type Output = Self;

    fn sub(self, step: Self) -> Self {
        Self::new(self.x - step.x, self.y - step.y)
    }
}

impl Line {
    /// Returns the place of the stroke that is nearest to another place.
    pub(super) fn nearest(&self, place: Place) -> Place {
        let (whole, part) = (self.to - self.from, place - self.from);
        let length = whole.x * whole.x + whole.y * whole.y;
        let along = part.x * whole.x + part.y * whole.y;
        let along = if length > 0.0 {
            (along / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        self.from + whole.times(along)
    }
}

/// Returns the corners of a regular polygon, clockwise; the first is `turn` of a whole turn after the top.
pub(super) fn ring(corners: usize, radius: f64, turn: f64) -> Vec<Place> {
    (0..corners)
        .map(|corner| {
            let angle = std::f64::consts::TAU * (corner as f64 / corners as f64 + turn);
            Place::new(radius * angle.sin(), -radius * angle.cos())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_distance_is_the_smallest_to_the_last_bit() {
        let places = ring(101, 0.37, 0.1);
        for &one in &places {
            let (mut fast, mut slow) = (f64::INFINITY, f64::INFINITY);
            for &other in places.iter().filter(|&&other| other != one) {
                fast = one.closest(other, fast);
                slow = slow.min(one.distance(other));
            }
            assert_eq!(fast.to_bits(), slow.to_bits(), "{one:?}");
        }
    }
}
