//! The automorphisms of a graph, one by one.

use crate::graph::Graph;
use crate::points::{Point, PointSet};

/// Lists the automorphisms that fix the first `fixed` points, in the order of their images, so the identity comes
/// first; `None` if there are more than `most`.
///
/// Plain backtracking. A canonical-form library finds generators, but this crate needs every element, and a limit on
/// their number.
pub(super) fn automorphisms<const W: usize>(
    graph: &Graph<W>,
    fixed: usize,
    most: usize,
) -> Option<Vec<Vec<Point>>> {
    let placed = PointSet::first_points(fixed);
    let mut attempt = Attempt {
        graph,
        order: outwards(graph, placed),
        images: (0..graph.points() as u16).map(Point::new).collect(),
        most,
        found: Vec::new(),
    };
    attempt.extend(0, placed, placed).then(|| {
        attempt.found.sort_unstable();
        attempt.found
    })
}

/// Orders the points that are not placed yet, each component breadth first. In the order of their numbers, the search
/// would follow a long prism along one side in exponentially many ways before the other side excludes them.
fn outwards<const W: usize>(graph: &Graph<W>, placed: PointSet<W>) -> Vec<Point> {
    let mut queue: Vec<Point> = placed.iter().collect();
    let mut seen = placed;
    let mut next = 0;
    loop {
        if next == queue.len() {
            let Some(point) = (graph.all() - seen).first() else {
                return queue.split_off(placed.len());
            };
            seen.insert(point);
            queue.push(point);
        }
        let fresh = graph.neighbours(queue[next]) - seen;
        seen |= fresh;
        queue.extend(fresh);
        next += 1;
    }
}

/// A partial automorphism that a search extends to all automorphisms.
struct Attempt<'g, const W: usize> {
    graph: &'g Graph<W>,
    order: Vec<Point>,
    images: Vec<Point>,
    most: usize,
    found: Vec<Vec<Point>>,
}

impl<const W: usize> Attempt<'_, W> {
    /// Extends it in every way from the point at `depth` of the order on, where the points `placed` have the
    /// images `used`; `false` as soon as there are too many.
    fn extend(&mut self, depth: usize, placed: PointSet<W>, used: PointSet<W>) -> bool {
        let Some(&point) = self.order.get(depth) else {
            self.found.push(self.images.clone());
            return self.found.len() <= self.most;
        };
        let neighbours = self.graph.neighbours(point);
        let known = neighbours & placed;
        let near = match known.first() {
            Some(neighbour) => self.graph.neighbours(self.images[neighbour.index()]),
            None => self.graph.all(),
        };
        for image in near - used {
            let to = self.graph.neighbours(image);
            // As many placed neighbours as `point` has, and the image of each of its placed neighbours among them: so
            // no other placed point is a neighbour.
            let fits = to.len() == neighbours.len()
                && (to & used).len() == known.len()
                && known
                    .iter()
                    .all(|one| to.contains(self.images[one.index()]));
            if fits {
                self.images[point.index()] = image;
                let placed = placed | PointSet::singleton(point);
                let used = used | PointSet::singleton(image);
                if !self.extend(depth + 1, placed, used) {
                    return false;
                }
            }
        }
        true
    }
}
