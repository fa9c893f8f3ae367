//! Parts of a picture, each with its own unit.

use super::place::{Line, Place};

/// The size of a stone, as a part of the distance between points, on boards where stones nearly touch.
const CLOSE: f64 = 0.94;
/// The same size on boards whose edges must be visible between the stones.
const LOOSE: f64 = 0.7;

/// Points in the plane and the strokes between them, in any unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub(super) places: Vec<Place>,
    pub(super) lines: Vec<Line>,
    /// Whether edges must be visible between stones.
    pub(super) loose: bool,
}

impl Piece {
    /// Joins places by straight edges.
    pub(super) fn straight(places: Vec<Place>, edges: &[(u16, u16)], loose: bool) -> Self {
        let lines = edges
            .iter()
            .map(|&edge| Line {
                edge,
                from: places[usize::from(edge.0)],
                to: places[usize::from(edge.1)],
            })
            .collect();
        Self {
            places,
            lines,
            loose,
        }
    }

    /// Returns the top left and the bottom right corner of the box around everything.
    pub(super) fn corners(&self) -> (Place, Place) {
        let ends = self.lines.iter().flat_map(|line| [line.from, line.to]);
        let mut all = self.places.iter().copied().chain(ends);
        let first = all.next().unwrap_or_default();
        all.fold((first, first), |(low, high), place| {
            let low = Place::new(low.x.min(place.x), low.y.min(place.y));
            let high = Place::new(high.x.max(place.x), high.y.max(place.y));
            (low, high)
        })
    }

    /// Returns the diameter of the largest stones that neither touch each other nor hide edges of others.
    pub(super) fn stone(&self) -> f64 {
        self.stone_within(self.clearance())
    }

    /// Does the same with a clearance that is known: to find it takes a look at every pair of an edge and a point.
    pub(super) fn stone_within(&self, clearance: f64) -> f64 {
        let mut between = f64::INFINITY;
        for (index, &one) in self.places.iter().enumerate() {
            for &other in &self.places[..index] {
                between = one.closest(other, between);
            }
        }
        if between.is_infinite() {
            return CLOSE;
        }
        // An edge may come a little closer than a stone, because it visibly continues behind the stone.
        let beside = 2.0 * clearance;
        let share = if self.loose { LOOSE } else { CLOSE };
        share * between.min(beside.max(0.5 * between))
    }

    /// Returns the smallest distance between an edge and a point that is not its end.
    pub(super) fn clearance(&self) -> f64 {
        let mut closest = f64::INFINITY;
        for line in &self.lines {
            for (point, &place) in (0..).zip(&self.places) {
                if point != line.edge.0 && point != line.edge.1 {
                    closest = place.closest(line.nearest(place), closest);
                }
            }
        }
        closest
    }

    /// Puts pieces side by side, in rows if there are many, with one step between them. Each is scaled so that stones
    /// of one size fit all. `points` are the numbers of each piece's points on the whole board.
    pub(super) fn packed(pieces: Vec<(Self, Vec<u16>)>) -> Self {
        let pieces: Vec<(Self, Vec<u16>)> = pieces
            .into_iter()
            .map(|(piece, points)| (piece.in_steps(), points))
            .collect();
        let area: f64 = pieces
            .iter()
            .map(|(piece, _)| (piece.width() + 1.0) * (piece.height() + 1.0))
            .sum();
        let widest = pieces.iter().map(|(piece, _)| piece.width());
        // The page is wider than high, and two or three pieces stay side by side.
        let room = widest.fold((2.5 * area).sqrt(), f64::max);
        let few = pieces.len() <= 3;
        let mut rows: Vec<Vec<(Self, Vec<u16>)>> = Vec::new();
        let mut used = 0.0;
        for (piece, points) in pieces {
            let width = piece.width();
            if rows.is_empty() || !few && used + width > room {
                rows.push(Vec::new());
                used = 0.0;
            }
            used += width + 1.0;
            if let Some(row) = rows.last_mut() {
                row.push((piece, points));
            }
        }
        let total = rows
            .iter()
            .flatten()
            .map(|(piece, _)| piece.places.len())
            .sum();
        let mut whole = Self {
            places: vec![Place::default(); total],
            lines: Vec::new(),
            loose: false,
        };
        let mut top = 0.0;
        for row in rows {
            let height = row.iter().map(|(piece, _)| piece.height());
            let height = height.fold(0.0, f64::max);
            let mut left = 0.0;
            for (piece, points) in row {
                let down = top + (height - piece.height()) / 2.0;
                let width = piece.width();
                whole.add(&piece, &points, Place::new(left, down));
                left += width + 1.0;
            }
            top += height + 1.0;
        }
        whole
    }

    fn add(&mut self, piece: &Self, points: &[u16], corner: Place) {
        let (low, _) = piece.corners();
        let moved = |place: Place| place - low + corner;
        for (&place, &point) in piece.places.iter().zip(points) {
            self.places[usize::from(point)] = moved(place);
        }
        let name = |point: u16| points[usize::from(point)];
        self.lines.extend(piece.lines.iter().map(|line| Line {
            edge: (name(line.edge.0), name(line.edge.1)),
            from: moved(line.from),
            to: moved(line.to),
        }));
    }

    /// Scales the piece so that stones of the same size fit all pieces.
    fn in_steps(mut self) -> Self {
        let scale = CLOSE / self.stone();
        for place in &mut self.places {
            *place = place.times(scale);
        }
        for line in &mut self.lines {
            line.from = line.from.times(scale);
            line.to = line.to.times(scale);
        }
        self
    }

    fn width(&self) -> f64 {
        let (low, high) = self.corners();
        high.x - low.x
    }

    fn height(&self) -> f64 {
        let (low, high) = self.corners();
        high.y - low.y
    }
}
