//! Faults of a picture of a graph: crossing edges, and edges too close to points.

use super::piece::Piece;
use super::place::{Line, Place};

/// With more edges crossings are not counted, because such pictures are always crowded.
const MAX_EDGES: usize = 1_200;

/// Rates the faults: crossing edges, edges so close to a point that they seem to end there, which weigh more, and small
/// stones.
pub(super) fn faults(piece: &Piece) -> f64 {
    if piece.lines.len() > MAX_EDGES {
        return f64::MAX.sqrt() / (1.0 + piece.stone());
    }
    let mut crossings = 0;
    for (index, one) in piece.lines.iter().enumerate() {
        for other in &piece.lines[..index] {
            crossings += usize::from(cross(one, other));
        }
    }
    let (low, high) = piece.corners();
    let size = (high.x - low.x).max(high.y - low.y);
    let clearance = piece.clearance();
    let stone = piece.stone_within(clearance);
    let hidden = if clearance < 0.55 * stone {
        4.0 * piece.lines.len() as f64
    } else {
        0.0
    };
    crossings as f64 + hidden + 0.1 * size / stone.max(1e-3 * size)
}

/// Returns whether two edges without a common end cross.
fn cross(one: &Line, other: &Line) -> bool {
    let ends = [other.edge.0, other.edge.1];
    if ends.contains(&one.edge.0) || ends.contains(&one.edge.1) {
        return false;
    }
    let apart = |line: &Line, a: Place, b: Place| side(line, a) * side(line, b) < 0.0;
    apart(one, other.from, other.to) && apart(other, one.from, one.to)
}

/// Returns the side of an edge on which a place is.
fn side(line: &Line, place: Place) -> f64 {
    let (whole, part) = (line.to - line.from, place - line.from);
    whole.x * part.y - whole.y * part.x
}
