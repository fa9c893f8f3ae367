//! Plans of any graph: its connected parts side by side, each a row, a ring, or laid out by distances.

use std::collections::VecDeque;

use koproof_rules::{Board, Graph};

use super::crossings;
use super::piece::Piece;
use super::place::{Place, ring};
use super::stress;

/// Lays out a graph of no known family.
pub(super) fn piece(board: &Board) -> Piece {
    let graph = Graph::<8>::new(board).expect("the widest graphs take every board");
    let pieces = graph
        .parts(graph.all())
        .map(|part| {
            let points: Vec<u16> = part.iter().map(|point| point.index() as u16).collect();
            let own = |point: u16| points.binary_search(&point).ok().map(|index| index as u16);
            let edges: Vec<(u16, u16)> = board
                .edges()
                .iter()
                .filter_map(|&(a, b)| Some((own(a)?, own(b)?)))
                .collect();
            (connected(points.len(), &edges), points)
        })
        .collect();
    Piece::packed(pieces)
}

/// Lays out a connected graph.
fn connected(points: usize, edges: &[(u16, u16)]) -> Piece {
    let mut neighbours = vec![Vec::new(); points];
    for &(a, b) in edges {
        neighbours[usize::from(a)].push(usize::from(b));
        neighbours[usize::from(b)].push(usize::from(a));
    }
    let ends = neighbours.iter().position(|around| around.len() <= 1);
    let thin = neighbours.iter().all(|around| around.len() <= 2);
    let places = match (thin, ends) {
        (true, Some(end)) => in_order(&walk(&neighbours, end), |index| {
            Place::new(index as f64, 0.0)
        }),
        (true, None) => {
            let around = ring(points, 1.0, 0.0);
            in_order(&walk(&neighbours, 0), |index| around[index])
        }
        _ => best(&neighbours, edges),
    };
    Piece::straight(places, edges, !thin || ends.is_none())
}

/// Returns the points of a path or a cycle, one after the other.
fn walk(neighbours: &[Vec<usize>], first: usize) -> Vec<usize> {
    let mut order = vec![first];
    let mut seen = vec![false; neighbours.len()];
    seen[first] = true;
    let mut at = first;
    while let Some(&next) = neighbours[at].iter().find(|&&next| !seen[next]) {
        seen[next] = true;
        order.push(next);
        at = next;
    }
    order
}

fn in_order(order: &[usize], place: impl Fn(usize) -> Place) -> Vec<Place> {
    let mut places = vec![Place::default(); order.len()];
    for (index, &point) in order.iter().enumerate() {
        places[point] = place(index);
    }
    places
}

/// Returns the numbers of steps between all points.
fn distances(neighbours: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let from = |first: usize| {
        let mut steps = vec![f64::INFINITY; neighbours.len()];
        steps[first] = 0.0;
        let mut queue = VecDeque::from([first]);
        while let Some(point) = queue.pop_front() {
            for &neighbour in &neighbours[point] {
                if steps[neighbour].is_infinite() {
                    steps[neighbour] = steps[point] + 1.0;
                    queue.push_back(neighbour);
                }
            }
        }
        steps
    };
    (0..neighbours.len()).map(from).collect()
}

/// Returns the layout with the fewest faults of several with different starts.
fn best(neighbours: &[Vec<usize>], edges: &[(u16, u16)]) -> Vec<Place> {
    let points = neighbours.len();
    let distances = distances(neighbours);
    let starts = match points {
        0..=24 => 24,
        25..=64 => 8,
        65..=128 => 2,
        _ => 1,
    };
    let around = ring(points, 1.0, 0.0);
    let judged = |places: Vec<Place>, handicap: f64| {
        let piece = Piece::straight(places, edges, true);
        (crossings::faults(&piece) + handicap, piece.places)
    };
    // A ring shows every edge of a small dense graph, but little of the shape of others.
    let mut best = judged(around.clone(), 0.5);
    for start in 0..starts {
        let mut places = stress::start(&around, start);
        stress::settle(&mut places, &distances);
        stress::straighten(&mut places);
        let next = judged(places, 0.0);
        // Only a clear difference counts, not one that floating-point results of another machine might make.
        if next.0 < best.0 - 1e-3 {
            best = next;
        }
    }
    best.1
}
