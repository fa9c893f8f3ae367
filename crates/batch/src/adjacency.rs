//! Graphs as the crate `canonical-form` takes them.

use canonical_form::Canonize;
use koproof_rules::Board;

/// A graph as lists of neighbours, each in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Adjacency(Vec<Vec<usize>>);

impl Adjacency {
    pub(crate) fn new(board: &Board) -> Self {
        let mut neighbours = vec![Vec::new(); board.points()];
        // The edges are in order, so the lists are, too.
        for &(a, b) in board.edges() {
            let (a, b) = (usize::from(a), usize::from(b));
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Self(neighbours)
    }

    pub(crate) fn edges(&self) -> Vec<(u16, u16)> {
        let ends = (0..).zip(&self.0);
        ends.flat_map(|(a, list)| list.iter().map(move |&b| (a, b as u16)))
            .filter(|(a, b)| a < b)
            .collect()
    }

    /// Returns the neighbours of a point, in order.
    pub(crate) fn neighbours(&self, point: usize) -> &[usize] {
        &self.0[point]
    }

    /// Returns this graph, or its complement if that has fewer edges: both have the same automorphisms, and canonical
    /// forms of few edges take less time.
    pub(crate) fn sparser(&self) -> Self {
        let points = self.size();
        let ends: usize = self.0.iter().map(Vec::len).sum();
        if 2 * ends <= points * points.saturating_sub(1) {
            return self.clone();
        }
        let others = |point: usize, list: &Vec<usize>| {
            (0..points)
                .filter(|other| *other != point && list.binary_search(other).is_err())
                .collect()
        };
        let lists = self.0.iter().enumerate();
        Self(lists.map(|(point, list)| others(point, list)).collect())
    }

    /// Returns the distances of all points from one, which are [`usize::MAX`] in other components.
    pub(crate) fn distances(&self, from: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.size()];
        distances[from] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&point) = queue.get(next) {
            next += 1;
            for &near in &self.0[point] {
                if distances[near] == usize::MAX {
                    distances[near] = distances[point] + 1;
                    queue.push(near);
                }
            }
        }
        distances
    }
}

impl Canonize for Adjacency {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn apply_morphism(&self, images: &[usize]) -> Self {
        let mut neighbours = vec![Vec::new(); self.size()];
        for (list, &image) in self.0.iter().zip(images) {
            let mut list: Vec<usize> = list.iter().map(|&point| images[point]).collect();
            list.sort_unstable();
            neighbours[image] = list;
        }
        Self(neighbours)
    }

    fn invariant_neighborhood(&self, point: usize) -> impl Iterator<Item = (usize, u64)> {
        self.0[point].iter().map(|&other| (other, 0))
    }
}
