//! Places in the plane, strokes between them, and rings of them.

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
    pub(super) fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    pub(super) fn times(self, scale: f64) -> Self {
        Self {
            x: self.x * scale,
            y: self.y * scale,
        }
    }
}

impl Line {
    /// Returns the distance of a place from the nearest place of the stroke.
    pub(super) fn distance(&self, place: Place) -> f64 {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let length = dx * dx + dy * dy;
        let along = (place.x - self.from.x) * dx + (place.y - self.from.y) * dy;
        let along = if length > 0.0 {
            (along / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        place.distance(Place {
            x: self.from.x + along * dx,
            y: self.from.y + along * dy,
        })
    }
}

/// Returns the corners of a regular polygon, clockwise; the first is `turn` of a whole turn after the top.
pub(super) fn ring(corners: usize, radius: f64, turn: f64) -> Vec<Place> {
    (0..corners)
        .map(|corner| {
            let angle = std::f64::consts::TAU * (corner as f64 / corners as f64 + turn);
            Place {
                x: radius * angle.sin(),
                y: -radius * angle.cos(),
            }
        })
        .collect()
}
