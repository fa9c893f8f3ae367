//! Partitions of the points that every automorphism respects.

use std::collections::{BTreeMap, VecDeque};

use crate::graph::Graph;
use crate::points::{Point, PointSet};

/// A partition of the points in which two points of a cell have equally many neighbours in each cell.
///
/// The order of the cells depends on the graph and on the points that are singled out, not on the numbers of the
/// points. So an automorphism that maps these points to the points singled out in another partition maps each cell to
/// the cell with the same place there.
#[derive(Clone)]
pub(super) struct Partition<const W: usize> {
    cells: Vec<PointSet<W>>,
}

impl<const W: usize> Partition<W> {
    /// Returns the coarsest partition of a graph.
    pub(super) fn coarsest(graph: &Graph<W>) -> Self {
        let mut partition = Self {
            cells: vec![graph.all()],
        };
        partition.refine(graph, 0);
        partition
    }

    /// Returns the partition in which one point of a cell, singled out, is a cell of its own.
    pub(super) fn singling_out(&self, graph: &Graph<W>, cell: usize, point: Point) -> Self {
        let mut partition = self.clone();
        partition.cells[cell].remove(point);
        partition.cells.push(PointSet::singleton(point));
        partition.refine(graph, self.cells.len());
        partition
    }

    /// Splits cells until two points of a cell have equally many neighbours in each cell. The partition had this
    /// property before the cell `first` was split off.
    fn refine(&mut self, graph: &Graph<W>, first: usize) {
        let mut splitters = VecDeque::from([first]);
        while let Some(splitter) = splitters.pop_front() {
            if self.cells.len() == graph.points() {
                return;
            }
            let splitter = self.cells[splitter];
            let touched = graph.adjacent(splitter);
            for index in 0..self.cells.len() {
                let cell = self.cells[index];
                if cell.len() == 1 || cell.is_disjoint(&touched) {
                    continue;
                }
                let mut parts: BTreeMap<usize, PointSet<W>> = BTreeMap::new();
                for point in cell {
                    let count = (graph.neighbours(point) & splitter).len();
                    parts.entry(count).or_insert(PointSet::EMPTY).insert(point);
                }
                if parts.len() == 1 {
                    continue;
                }
                let mut parts = parts.into_values();
                self.cells[index] = parts.next().expect("a cell has points");
                splitters.push_back(index);
                for part in parts {
                    splitters.push_back(self.cells.len());
                    self.cells.push(part);
                }
            }
        }
    }

    /// Returns the number of the cell of a point, and the cell.
    pub(super) fn cell_of(&self, point: Point) -> (usize, PointSet<W>) {
        let numbered = self.cells.iter().copied().enumerate();
        let mut of_point = numbered.filter(|(_, cell)| cell.contains(point));
        of_point.next().expect("each point has a cell")
    }

    /// Finds the isomorphism that maps each cell of this partition to the one with the same place in the other.
    ///
    /// Where that is open, a point is singled out in both partitions: one of the newest cell, which tends to be close
    /// to the points singled out before, so a contradiction in one part of the board shows before another is begun.
    pub(super) fn isomorphism_to(&self, graph: &Graph<W>, other: &Self) -> Option<Vec<Point>> {
        if !self.is_alike(graph, other) {
            return None;
        }
        let Some(open) = self.cells.iter().rposition(|cell| cell.len() > 1) else {
            let mut images = vec![Point::new(0); graph.points()];
            for (point, image) in self.representatives().zip(other.representatives()) {
                images[point.index()] = image;
            }
            return Some(images);
        };
        let point = self.cells[open].first().expect("it has two points");
        let singled_out = self.singling_out(graph, open, point);
        other.cells[open].into_iter().find_map(|image| {
            let other = other.singling_out(graph, open, image);
            singled_out.isomorphism_to(graph, &other)
        })
    }

    /// Returns whether cells with the same place have equally many points, and their points equally many neighbours
    /// in cells with the same place. If all cells have one point, this makes an isomorphism.
    fn is_alike(&self, graph: &Graph<W>, other: &Self) -> bool {
        let sizes = self.cells.iter().map(PointSet::len);
        if !sizes.eq(other.cells.iter().map(PointSet::len)) {
            return false;
        }
        // Most cells have one point. Comparing these point by point, not cell by cell, is much faster.
        let cells = self.cells.iter().zip(&other.cells);
        let (open, single): (Vec<_>, Vec<_>) = cells.partition(|(cell, _)| cell.len() > 1);
        let mut images = vec![Point::new(0); graph.points()];
        let (mut before, mut after) = (PointSet::EMPTY, PointSet::EMPTY);
        for (point, image) in single
            .iter()
            .flat_map(|(one, its)| one.iter().zip(its.iter()))
        {
            images[point.index()] = image;
            before.insert(point);
            after.insert(image);
        }
        (self.representatives().zip(other.representatives())).all(|(one, its_twin)| {
            let [near, near_twin] = [one, its_twin].map(|point| graph.neighbours(point));
            let image: PointSet<W> = (near & before)
                .into_iter()
                .map(|point| images[point.index()])
                .collect();
            image == near_twin & after
                && (open.iter())
                    .all(|&(&cell, &twin)| (near & cell).len() == (near_twin & twin).len())
        })
    }

    /// Iterates over the first points of the cells.
    fn representatives(&self) -> impl Iterator<Item = Point> + '_ {
        self.cells.iter().filter_map(PointSet::first)
    }
}
