//! The size of the group of a graph's automorphisms, and its orbits.

use canonical_form::Canonize;

use crate::adjacency::Adjacency;

/// All automorphisms of a graph.
pub(crate) struct Group {
    /// Numbers above 1 whose product is the number of automorphisms.
    pub(crate) factors: Vec<usize>,
    /// The orbit of each point: the least point to which an automorphism carries it.
    pub(crate) orbits: Vec<usize>,
}

impl Group {
    /// Finds the group; `None` if `is_stopped`, which is asked before each search for an automorphism, says so.
    ///
    /// The size is the product of the orbits' sizes: of the first point, of the second under those that fix the first,
    /// and so on. Each automorphism that is found joins orbits, and so spares the search for others. The last points
    /// come first, since an automorphism that fixes more points counts where fewer are fixed.
    pub(crate) fn of(graph: &Adjacency, is_stopped: impl Fn() -> bool) -> Option<Self> {
        let search = Search::new(graph);
        let points = search.graph.size();
        let mut orbits: Vec<usize> = (0..points).collect();
        let mut factors = Vec::new();
        for fixed in (0..points).rev() {
            let mut form = None;
            // Points to which no automorphism carries the fixed one.
            let mut apart: Vec<usize> = Vec::new();
            for point in fixed + 1..points {
                let is_known = orbits[point] == orbits[fixed]
                    || apart.iter().any(|&other| orbits[other] == orbits[point]);
                if is_known || !search.look_alike(fixed, point) {
                    continue;
                }
                if is_stopped() {
                    return None;
                }
                if search.are_twins(fixed, point) {
                    let mut images: Vec<usize> = (0..points).collect();
                    images.swap(fixed, point);
                    join(&mut orbits, &images);
                    continue;
                }
                let form = form.get_or_insert_with(|| search.form(fixed, fixed));
                match search.automorphism(fixed, point, form) {
                    Some(images) => join(&mut orbits, &images),
                    None => apart.push(point),
                }
            }
            let orbit = orbits.iter().filter(|&&orbit| orbit == orbits[fixed]);
            factors.push(orbit.count());
        }
        factors.retain(|&factor| factor > 1);
        Some(Self { factors, orbits })
    }

    /// Returns the number of automorphisms; `None` if there are 2^63 or more.
    pub(crate) fn size(&self) -> Option<i64> {
        let mut factors = self.factors.iter();
        factors.try_fold(1_i64, |size, &factor| size.checked_mul(factor as i64))
    }
}

/// Joins the orbits of each point and its image. An orbit goes by its least point.
fn join(orbits: &mut [usize], images: &[usize]) {
    for (point, &image) in images.iter().enumerate() {
        let (one, other) = (orbits[point], orbits[image]);
        let (least, most) = (one.min(other), one.max(other));
        for orbit in orbits.iter_mut().filter(|orbit| **orbit == most) {
            *orbit = least;
        }
    }
}

/// A graph in which the points up to a fixed one stay where they are, in canonical form.
struct Form {
    graph: Adjacency,
    images: Vec<usize>,
}

/// A search for automorphisms.
struct Search {
    graph: Adjacency,
    /// The distances of all points from each point.
    distances: Vec<Vec<usize>>,
    /// The same, in order: an automorphism keeps them.
    sorted: Vec<Vec<usize>>,
}

impl Search {
    fn new(graph: &Adjacency) -> Self {
        let graph = graph.sparser();
        let distances = (0..graph.size()).map(|point| graph.distances(point));
        let distances: Vec<Vec<usize>> = distances.collect();
        let mut sorted = distances.clone();
        sorted.iter_mut().for_each(|list| list.sort_unstable());
        Self {
            graph,
            distances,
            sorted,
        }
    }

    /// Returns whether the distances allow an automorphism that carries one point to the other and fixes all points
    /// before `fixed`. It spares most canonical forms.
    fn look_alike(&self, fixed: usize, point: usize) -> bool {
        self.sorted[fixed] == self.sorted[point]
            && self.distances[fixed][..fixed] == self.distances[point][..fixed]
    }

    /// Returns whether two points have the same neighbours but each other. Their exchange is then an automorphism, for
    /// which no canonical form is necessary: these take longest where many points are twins.
    fn are_twins(&self, one: usize, other: usize) -> bool {
        let but = |point, twin| {
            let near = self.graph.neighbours(point).iter();
            near.filter(move |&&near| near != twin)
        };
        but(one, other).eq(but(other, one))
    }

    /// Finds an automorphism that carries `point` to `fixed` and fixes all points before that. `form` is that of the
    /// graph itself.
    fn automorphism(&self, fixed: usize, point: usize, form: &Form) -> Option<Vec<usize>> {
        let other = self.form(fixed, point);
        (other.graph == form.graph).then(|| {
            let mut back = vec![0; form.images.len()];
            for (point, &image) in form.images.iter().enumerate() {
                back[image] = point;
            }
            other.images.iter().map(|&image| back[image]).collect()
        })
    }

    /// Exchanges two points, and returns the canonical form of the graph in which the points up to the first of them
    /// stay where they are.
    fn form(&self, fixed: usize, point: usize) -> Form {
        let mut images: Vec<usize> = (0..self.graph.size()).collect();
        images.swap(fixed, point);
        let exchanged = self.graph.apply_morphism(&images);
        let canonical = exchanged.morphism_to_canonical_typed(fixed + 1);
        Form {
            graph: exchanged.apply_morphism(&canonical),
            images: images.into_iter().map(|image| canonical[image]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use koproof_rules::Board;

    use super::*;

    /// The time grows with these searches, and a caller can stop between two of them.
    #[test]
    fn a_search_for_each_point_is_enough_on_very_symmetric_boards() {
        for name in ["complete:24", "empty:24", "bipartite:12,12", "cycle:24"] {
            let board: Board = name.parse().expect("a board");
            let asked = Cell::new(0);
            let count = || {
                asked.set(asked.get() + 1);
                false
            };
            assert!(Group::of(&Adjacency::new(&board), count).is_some());
            assert!(asked.get() < 24, "{name}: {}", asked.get());
            assert!(Group::of(&Adjacency::new(&board), || true).is_none());
        }
    }
}
