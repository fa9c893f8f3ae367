//! The automorphisms of a graph, one by one.

use super::partition::Partition;
use crate::graph::Graph;
use crate::points::{Point, PointSet};

/// Lists the automorphisms that fix the first points, as few of these as necessary to leave at most `most`
/// automorphisms. Returns the number of fixed points, and the automorphisms in the order of their images, so the
/// identity comes first.
///
/// The last points come first: if the automorphisms that fix the points up to one are known, one more for each other
/// image of this point gives those that fix the points before it. Backtracking from point to point found the same
/// list, but was lost in dead ends on sparse boards: 30 s for 22 automorphisms of a hub with 11 spokes.
pub(super) fn automorphisms<const W: usize>(
    graph: &Graph<W>,
    most: usize,
) -> (usize, Vec<Vec<Point>>) {
    let mut all = vec![identity(graph.points())];
    let mut generators = Vec::new();
    let mut fixed = 0;
    for step in steps(graph).iter().rev() {
        let Some(movers) = step.movers(graph, &mut generators, most / all.len()) else {
            fixed = step.point.index() + 1;
            break;
        };
        all = (movers.iter())
            .flat_map(|mover| all.iter().map(|inner| product(mover, inner)))
            .collect();
    }
    all.sort_unstable();
    (fixed, all)
}

/// A point, and how the points before it, which are fixed, divide the board.
struct Step<const W: usize> {
    point: Point,
    partition: Partition<W>,
}

/// Lists the points that may have another image if all points before them are fixed, in their order.
fn steps<const W: usize>(graph: &Graph<W>) -> Vec<Step<W>> {
    let mut partition = Partition::coarsest(graph);
    let mut steps = Vec::new();
    for point in graph.all() {
        let (number, cell) = partition.cell_of(point);
        if cell.len() > 1 {
            let next = partition.singling_out(graph, number, point);
            steps.push(Step { point, partition });
            partition = next;
        }
    }
    steps
}

impl<const W: usize> Step<W> {
    /// Returns for each image of the point one automorphism that maps it there and fixes the points before it; `None`
    /// if there are more than `most`.
    ///
    /// The `generators` generate the automorphisms that fix the points up to this one. Those are added that generate
    /// the ones that fix the points before it.
    fn movers(
        &self,
        graph: &Graph<W>,
        generators: &mut Vec<Vec<Point>>,
        most: usize,
    ) -> Option<Vec<Vec<Point>>> {
        let (number, cell) = self.partition.cell_of(self.point);
        let singled_out = self.partition.singling_out(graph, number, self.point);
        let mut movers = movers(self.point, generators, graph.points());
        let mut open = cell - images(self.point, &movers);
        while let Some(image) = open.first() {
            if movers.len() > most {
                return None;
            }
            let other = self.partition.singling_out(graph, number, image);
            if let Some(found) = singled_out.isomorphism_to(graph, &other) {
                generators.push(found);
                movers = self::movers(self.point, generators, graph.points());
                open -= images(self.point, &movers);
            } else {
                // Where the point cannot go, it cannot go with a known automorphism after that.
                let same = self::movers(image, generators, graph.points());
                open -= images(image, &same);
            }
        }
        (movers.len() <= most).then_some(movers)
    }
}

/// Returns for each image of a point under a group one of its elements that maps it there, the identity first.
fn movers(point: Point, generators: &[Vec<Point>], points: usize) -> Vec<Vec<Point>> {
    let mut is_reached = vec![false; points];
    is_reached[point.index()] = true;
    let mut movers = vec![identity(points)];
    let mut next = 0;
    while next < movers.len() {
        for generator in generators {
            let image = generator[movers[next][point.index()].index()];
            if !is_reached[image.index()] {
                is_reached[image.index()] = true;
                movers.push(product(generator, &movers[next]));
            }
        }
        next += 1;
    }
    movers
}

fn identity(points: usize) -> Vec<Point> {
    (0..points as u16).map(Point::new).collect()
}

/// Returns the images of a point.
fn images<const W: usize>(point: Point, movers: &[Vec<Point>]) -> PointSet<W> {
    movers.iter().map(|mover| mover[point.index()]).collect()
}

/// Returns the product: first `inner`, then `outer`.
fn product(outer: &[Point], inner: &[Point]) -> Vec<Point> {
    inner.iter().map(|via| outer[via.index()]).collect()
}
