//! Products of symmetries along a line of play.

use koproof_rules::{Coloring, Graph, Player, Point, PointSet};

use crate::claim::Bound;

/// A permutation from the points of a step to those of the game, with or without an exchange of the colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    images: Box<[Point]>,
    swap: bool,
}

impl Frame {
    /// Makes the identity.
    pub(super) fn identity(graph: &Graph<1>) -> Self {
        Self {
            images: graph.all().into_iter().collect(),
            swap: false,
        }
    }

    /// Makes a frame from a list of images; `None` if it is no permutation of the points.
    pub(super) fn new(graph: &Graph<1>, images: &[Point], swap: bool) -> Option<Self> {
        let reached: PointSet<1> = images.iter().copied().collect();
        let is_permutation = images.len() == graph.points() && reached == graph.all();
        is_permutation.then(|| Self {
            images: images.into(),
            swap,
        })
    }

    /// Returns the product: first `inner`, then this frame.
    pub(super) fn after(&self, inner: &Self) -> Self {
        let via = inner.images.iter();
        Self {
            images: via.map(|&point| self.point(point)).collect(),
            swap: self.swap != inner.swap,
        }
    }

    /// Returns the inverse.
    pub(super) fn inverse(&self) -> Self {
        let mut images = self.images.clone();
        for (point, image) in (0..).zip(&self.images) {
            images[image.index()] = Point::new(point);
        }
        Self {
            images,
            swap: self.swap,
        }
    }

    /// Returns the image of a point.
    pub(super) fn point(&self, point: Point) -> Point {
        self.images[point.index()]
    }

    /// Returns the point with this image; `None` if the image is not on the board.
    pub(super) fn source(&self, image: Point) -> Option<Point> {
        let found = self.images.iter().position(|&point| point == image);
        found.map(|index| Point::new(index as u16))
    }

    pub(super) fn player(&self, player: Player) -> Player {
        if self.swap { player.next(2) } else { player }
    }

    pub(super) fn coloring(&self, coloring: Coloring<1, 2>) -> Coloring<1, 2> {
        let image = coloring.map(|stones| stones.iter().map(|point| self.point(point)).collect());
        if self.swap {
            image.swapped(Player::BLACK, Player::WHITE)
        } else {
            image
        }
    }

    pub(super) fn bound(&self, bound: Bound) -> Bound {
        if self.swap { bound.swapped() } else { bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(images: [u16; 3], swap: bool) -> Frame {
        let graph = Graph::new(&"path:3".parse().expect("a board")).expect("a small board");
        Frame::new(&graph, &images.map(Point::new), swap).expect("a symmetry of the path")
    }

    #[test]
    fn the_inner_frame_comes_first() {
        // First 0 -> 1 -> 2 -> 0, then 0 and 1 change places.
        let both = frame([1, 0, 2], true).after(&frame([1, 2, 0], false));
        assert_eq!(both, frame([0, 2, 1], true));
    }

    #[test]
    fn an_inverse_undoes() {
        let turn = frame([1, 2, 0], true);
        assert_eq!(turn.after(&turn.inverse()), frame([0, 1, 2], false));
        let coloring = Coloring::from_symbols("XO.").expect("symbols of a coloring");
        assert_eq!(turn.coloring(coloring).to_symbols(3), ".OX");
        assert_eq!(turn.inverse().coloring(turn.coloring(coloring)), coloring);
    }

    #[test]
    fn what_is_no_permutation_is_no_frame() {
        let graph = Graph::new(&"path:3".parse().expect("a board")).expect("a small board");
        for images in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 2, 0]] {
            let images: Vec<Point> = images.iter().map(|&point| Point::new(point)).collect();
            assert_eq!(Frame::new(&graph, &images, false), None);
        }
    }
}
