//! Symmetries, which carry a claim from one part of the board, or one color, to another.

use koproof_rules::{Coloring, Graph, Player, Point, PointSet};

use crate::certificate::ListedSymmetry;
use crate::claim::{Bound, GameRecord, State};

/// A permutation of the points, with or without an exchange of the colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Carry {
    points: Box<[Point]>,
    /// The images of four points at a time: `sets[i][b]` is the image of the points `4 i + j` for which bit `j` of
    /// `b` is set.
    sets: Vec<[PointSet<1>; 16]>,
    swap: bool,
}

impl Carry {
    /// Makes the identity.
    pub(crate) fn nothing(graph: &Graph<1>) -> Self {
        Self::of(graph.all().into_iter().collect(), false)
    }

    /// Prepares a list of images; `None` if it is no permutation of the points.
    pub(crate) fn permutation(graph: &Graph<1>, images: &[Point], swap: bool) -> Option<Self> {
        let reached: PointSet<1> = images.iter().copied().collect();
        let is_permutation = images.len() == graph.points() && reached == graph.all();
        is_permutation.then(|| Self::of(images.into(), swap))
    }

    /// Prepares a listed symmetry; `None` if it is no automorphism of the board.
    pub(crate) fn automorphism(graph: &Graph<1>, listed: &ListedSymmetry) -> Option<Self> {
        let carry = Self::permutation(graph, &listed.images, listed.swap)?;
        // The neighbours of a point map to those of its image.
        let keeps_neighbours = graph.all().into_iter().all(|point| {
            carry.set(graph.neighbours(point)) == graph.neighbours(carry.point(point))
        });
        keeps_neighbours.then_some(carry)
    }

    fn of(points: Box<[Point]>, swap: bool) -> Self {
        let sets = points
            .chunks(4)
            .map(|four| {
                std::array::from_fn(|bits| {
                    let chosen = four.iter().enumerate();
                    chosen
                        .filter(|(bit, _)| bits >> bit & 1 == 1)
                        .map(|(_, &image)| image)
                        .collect()
                })
            })
            .collect();
        Self { points, sets, swap }
    }

    /// Returns the product: first `inner`, then this one.
    pub(crate) fn after(&self, inner: &Self) -> Self {
        let via = inner.points.iter();
        let points = via.map(|&point| self.point(point)).collect();
        Self::of(points, self.swap != inner.swap)
    }

    /// Returns the inverse.
    pub(crate) fn inverse(&self) -> Self {
        let mut points = self.points.clone();
        for (point, image) in (0..).zip(&self.points) {
            points[image.index()] = Point::new(point);
        }
        Self::of(points, self.swap)
    }

    /// Returns the image of a point.
    pub(crate) fn point(&self, point: Point) -> Point {
        self.points[point.index()]
    }

    /// Returns the point with this image; `None` if the image is not on the board.
    pub(crate) fn source(&self, image: Point) -> Option<Point> {
        let found = self.points.iter().position(|&point| point == image);
        found.map(|index| Point::new(index as u16))
    }

    #[inline]
    fn set(&self, set: PointSet<1>) -> PointSet<1> {
        let [mut bits] = *set.words();
        let mut image = PointSet::EMPTY;
        for four in &self.sets {
            image |= four[(bits & 15) as usize];
            bits >>= 4;
        }
        image
    }

    #[inline]
    fn coloring(&self, coloring: Coloring<1, 2>) -> Coloring<1, 2> {
        let image = coloring.map(|stones| self.set(stones));
        if self.swap {
            image.swapped(Player::BLACK, Player::WHITE)
        } else {
            image
        }
    }

    #[inline]
    pub(crate) fn player(&self, player: Player) -> Player {
        if self.swap { player.next(2) } else { player }
    }

    #[inline]
    pub(crate) fn record(&self, record: GameRecord) -> GameRecord {
        GameRecord {
            coloring: self.coloring(record.coloring),
            player: record.player.map(|player| self.player(player)),
        }
    }

    pub(crate) fn state(&self, state: State) -> State {
        State {
            coloring: self.coloring(state.coloring),
            to_move: self.player(state.to_move),
            passes: state.passes,
        }
    }

    pub(crate) fn bound(&self, bound: Bound) -> Bound {
        if self.swap { bound.swapped() } else { bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carry(images: [u16; 3], swap: bool) -> Carry {
        let graph = Graph::new(&"path:3".parse().expect("a board")).expect("a small board");
        Carry::permutation(&graph, &images.map(Point::new), swap).expect("a symmetry of the path")
    }

    #[test]
    fn the_inner_one_comes_first() {
        // First 0 -> 1 -> 2 -> 0, then 0 and 1 change places.
        let both = carry([1, 0, 2], true).after(&carry([1, 2, 0], false));
        assert_eq!(both, carry([0, 2, 1], true));
    }

    #[test]
    fn an_inverse_undoes() {
        let turn = carry([1, 2, 0], true);
        assert_eq!(turn.after(&turn.inverse()), carry([0, 1, 2], false));
        let coloring = Coloring::from_symbols("XO.").expect("symbols of a coloring");
        assert_eq!(turn.coloring(coloring).to_symbols(3), ".OX");
        assert_eq!(turn.inverse().coloring(turn.coloring(coloring)), coloring);
    }

    #[test]
    fn what_is_no_permutation_is_no_carry() {
        let graph = Graph::new(&"path:3".parse().expect("a board")).expect("a small board");
        for images in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 2, 0]] {
            let images: Vec<Point> = images.iter().map(|&point| Point::new(point)).collect();
            assert_eq!(Carry::permutation(&graph, &images, false), None);
        }
    }
}
