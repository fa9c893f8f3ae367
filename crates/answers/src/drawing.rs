//! Drawings of boards: places for points, strokes for edges.

use koproof_picture::{Line, Plan};
use koproof_rules::{Board, Shape};
use serde::Serialize;

/// The diameter of a stone. The page draws in hundredths of this unit.
const STONE: f64 = 0.88;

/// A drawing in which stones have a diameter of 0.88; x goes right, y down, both from 0.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Drawing {
    /// Rows and columns, if it is a Go board.
    grid: Option<[u16; 2]>,
    width: f64,
    height: f64,
    points: Vec<Spot>,
    /// The numbers of the two points of each edge.
    edges: Vec<[u16; 2]>,
    /// The two ends of each stroke: x, y, x, y.
    strokes: Vec<[f64; 4]>,
}

#[derive(Clone, Debug, Serialize)]
struct Spot {
    name: String,
    x: f64,
    y: f64,
}

impl Drawing {
    /// Draws a board.
    pub(crate) fn new(board: &Board) -> Self {
        let plan = Plan::new(board);
        // One digit more than is visible.
        let scaled = |length: f64| (length / plan.stone() * STONE * 1000.0).round() / 1000.0;
        let stroke = |line: &Line| [line.from.x, line.from.y, line.to.x, line.to.y].map(scaled);
        let points = plan.places().iter().zip(0..);
        Self {
            grid: match *board.shape() {
                Shape::Grid { rows, columns } => Some([rows, columns]),
                _ => None,
            },
            width: scaled(plan.width()),
            height: scaled(plan.height()),
            points: points
                .map(|(place, point)| Spot {
                    name: board.point_name(point),
                    x: scaled(place.x),
                    y: scaled(place.y),
                })
                .collect(),
            edges: board
                .edges()
                .iter()
                .map(|&(one, other)| [one, other])
                .collect(),
            strokes: plan.lines().iter().map(stroke).collect(),
        }
    }
}
