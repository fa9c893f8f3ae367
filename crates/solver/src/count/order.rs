//! Orders of the points that keep the frontier small.

use std::collections::VecDeque;

use super::meter::Meter;
use crate::budget::stopped::Stopped;

/// A graph as lists of neighbours.
pub(super) type Neighbours = [Vec<usize>];

/// The limit of work for one search for orders, in visits of a neighbour.
const MAX_WORK: usize = 100_000_000;

/// The approximate factor by which one more point of the frontier multiplies the states.
const STATES_PER_POINT: f64 = 3.0;

/// Returns an order of the points in which, after each point, few points have neighbours on both sides.
///
/// Finding the best order is hard (it is the pathwidth of the graph), so the result is the best of these: the order of
/// the numbers, and for every point as a start, the order of distances (Cuthill and McKee) and a greedy order. On a
/// grid this gives a frontier of the shorter side.
///
/// # Errors
/// If the meter stops the search.
pub(super) fn good_order(
    neighbours: &Neighbours,
    meter: &Meter<'_>,
) -> Result<Vec<usize>, Stopped> {
    let points = neighbours.len();
    let edges: usize = neighbours.iter().map(Vec::len).sum();
    let mut starts: Vec<usize> = (0..points).collect();
    starts.sort_by_key(|&point| neighbours[point].len());
    // In each step a greedy order visits the neighbours of up to all neighbours of the frontier.
    starts.truncate(MAX_WORK / (points * edges).max(1) + 1);
    let mut best: Vec<usize> = (0..points).collect();
    let mut least = cost(neighbours, &best);
    for &start in &starts {
        for order in [
            by_distance(neighbours, start),
            greedy(neighbours, start, meter)?,
        ] {
            let cost = cost(neighbours, &order);
            if cost < least {
                (best, least) = (order, cost);
            }
        }
    }
    Ok(best)
}

/// Returns, for each prefix of an order, the number of its points with neighbours outside it.
pub(super) fn widths(neighbours: &Neighbours, order: &[usize]) -> Vec<usize> {
    let mut open = Open::new(neighbours);
    order
        .iter()
        .map(|&point| {
            open.close(point);
            open.width
        })
        .collect()
}

/// Estimates the numbers of states in the layers of an order, up to a factor.
pub(super) fn weights(widths: &[usize]) -> impl Iterator<Item = f64> {
    widths
        .iter()
        .map(|&width| STATES_PER_POINT.powi(width as i32))
}

fn cost(neighbours: &Neighbours, order: &[usize]) -> f64 {
    weights(&widths(neighbours, order)).sum()
}

/// The points that are still open, and the frontier that follows from them.
struct Open<'a> {
    neighbours: &'a Neighbours,
    is_open: Vec<bool>,
    /// The number of open neighbours of each point.
    degree: Vec<usize>,
    /// Closed points with open neighbours.
    width: usize,
}

impl<'a> Open<'a> {
    fn new(neighbours: &'a Neighbours) -> Self {
        Self {
            neighbours,
            is_open: vec![true; neighbours.len()],
            degree: neighbours.iter().map(Vec::len).collect(),
            width: 0,
        }
    }

    /// Counts the closed points whose only open neighbour is this point.
    fn completes(&self, point: usize) -> usize {
        let near = self.neighbours[point].iter();
        near.filter(|&&near| !self.is_open[near] && self.degree[near] == 1)
            .count()
    }

    fn close(&mut self, point: usize) {
        self.width -= self.completes(point);
        self.width += usize::from(self.degree[point] > 0);
        self.is_open[point] = false;
        for &near in &self.neighbours[point] {
            self.degree[near] -= 1;
        }
    }
}

/// Returns the order of distances from a start, points with few neighbours first, and the components of the graph one
/// after another.
fn by_distance(neighbours: &Neighbours, start: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(neighbours.len());
    let mut seen = vec![false; neighbours.len()];
    let mut queue = VecDeque::new();
    for root in std::iter::once(start).chain(0..neighbours.len()) {
        if !seen[root] {
            seen[root] = true;
            queue.push_back(root);
        }
        while let Some(point) = queue.pop_front() {
            order.push(point);
            let mut near = neighbours[point].clone();
            near.sort_by_key(|&near| (neighbours[near].len(), near));
            for near in near {
                if !seen[near] {
                    seen[near] = true;
                    queue.push_back(near);
                }
            }
        }
    }
    order
}

/// Returns a greedy order from a start. The next point is always the neighbour of the frontier that leaves the smallest
/// frontier; of several, one next to the oldest point of the frontier.
fn greedy(neighbours: &Neighbours, start: usize, meter: &Meter<'_>) -> Result<Vec<usize>, Stopped> {
    let mut open = Open::new(neighbours);
    let mut order = Vec::with_capacity(neighbours.len());
    let mut next = Some(start);
    while let Some(point) = next {
        meter.check()?;
        open.close(point);
        order.push(point);
        let frontier = order.iter().filter(|&&point| open.degree[point] > 0);
        let mut near = Vec::new();
        let mut seen = vec![false; neighbours.len()];
        for &point in frontier {
            for &point in &neighbours[point] {
                if open.is_open[point] && !seen[point] {
                    seen[point] = true;
                    near.push(point);
                }
            }
        }
        let grows = |&point: &usize| {
            usize::from(open.degree[point] > 0) as isize - open.completes(point) as isize
        };
        let fresh = || {
            let fresh = (0..neighbours.len()).filter(|&point| open.is_open[point]);
            fresh.min_by_key(|&point| neighbours[point].len())
        };
        // The first of several equal ones is taken, so the oldest point of the frontier decides.
        next = near.iter().min_by_key(|&point| grows(point)).copied();
        next = next.or_else(fresh);
    }
    Ok(order)
}
