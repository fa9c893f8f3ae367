//! Plans of boards: places for their points.

mod crossings;
mod families;
mod general;
mod piece;
mod place;
mod solids;
mod stress;

use koproof_rules::Board;

use piece::Piece;

pub use place::{Line, Place};

/// The places of the points of a board, and the strokes of its edges.
///
/// Everything lies in a box from (0, 0) to ([`width`](Plan::width), [`height`](Plan::height)), whose longer side is 1,
/// so that all coordinates are in [0, 1] and the picture has its true proportions. Stones need room around it: half of
/// [`stone`](Plan::stone) on each side, and for point names a little more. Coordinates are rounded to six digits.
///
/// # Examples
/// ```
/// use koproof_picture::Plan;
/// use koproof_rules::Board;
///
/// let plan = Plan::new(&"path:5".parse::<Board>()?);
/// let across: Vec<f64> = plan.places().iter().map(|place| place.x).collect();
/// assert_eq!(across, [0.0, 0.25, 0.5, 0.75, 1.0]);
/// assert_eq!((plan.width(), plan.height()), (1.0, 0.0));
/// assert!(plan.stone() < 0.25);
/// # Ok::<(), koproof_rules::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    places: Vec<Place>,
    lines: Vec<Line>,
    width: f64,
    height: f64,
    stone: f64,
}

impl Plan {
    /// Lays out a board. The same board always has the same plan.
    ///
    /// # Complexity
    /// For n points and m edges, n (n + m) distances for the size of the stones; for graphs of no family also a few
    /// hundred rounds over the distances of all pairs.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let piece = families::piece(board).unwrap_or_else(|| general::piece(board));
        Self::scaled(piece)
    }

    /// Returns the place of each point, in the order of the points.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns the strokes to draw: one for each edge, or two for an edge that leaves the board and comes back.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the width of the box, at most 1; 0 if all points lie in a column.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Returns the height of the box, at most 1; 0 if all points lie in a row.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Returns the diameter of the largest stones that neither touch each other nor hide edges of other points.
    #[must_use]
    pub fn stone(&self) -> f64 {
        self.stone
    }

    /// Moves a piece to the origin and scales its longer side to 1.
    fn scaled(piece: Piece) -> Self {
        let (low, high) = piece.corners();
        let size = high - low;
        let longest = size.x.max(size.y);
        // A single point has no size, so the scale is that of a board with step 1.
        let scale = if longest > 0.0 { 1.0 / longest } else { 1.0 };
        let scaled = |place: Place| {
            let place = (place - low).times(scale);
            Place::new(rounded(place.x), rounded(place.y))
        };
        let stone = piece.stone() * scale;
        Self {
            width: rounded(size.x * scale),
            height: rounded(size.y * scale),
            places: piece.places.iter().copied().map(scaled).collect(),
            lines: piece
                .lines
                .iter()
                .map(|line| Line {
                    edge: line.edge,
                    from: scaled(line.from),
                    to: scaled(line.to),
                })
                .collect(),
            stone: rounded(stone),
        }
    }
}

/// Rounds to six digits: differences between the floating-point results of two machines are smaller.
fn rounded(number: f64) -> f64 {
    // Adding zero makes a negative zero positive.
    (number * 1e6).round() / 1e6 + 0.0
}
