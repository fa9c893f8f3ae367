//! Symmetries, which carry a claim from one part of the board, or one color, to another.

use koproof_rules::{Coloring, Graph, Player, Point, PointSet};

use crate::certificate::ListedSymmetry;
use crate::claim::{Bound, GameRecord, State};

/// An automorphism of the board, with or without an exchange of the colors.
#[derive(Debug)]
pub(super) struct Carry {
    /// The images of four points at a time: `images[i][b]` is the image of the points `4 i + j` for which bit `j` of
    /// `b` is set.
    images: Vec<[PointSet<1>; 16]>,
    swap: bool,
}

impl Carry {
    /// Makes the identity.
    pub(super) fn nothing(graph: &Graph<1>) -> Self {
        let points: Vec<Point> = graph.all().into_iter().collect();
        Self::of(&points, false)
    }

    /// Prepares a listed symmetry; `None` if it is no automorphism of the board.
    pub(super) fn new(graph: &Graph<1>, listed: &ListedSymmetry) -> Option<Self> {
        let reached: PointSet<1> = listed.images.iter().copied().collect();
        let carry = Self::of(&listed.images, listed.swap);
        // The points map onto all points, so this is a permutation; and the neighbours of a point map to those of its
        // image.
        let is_automorphism = listed.images.len() == graph.points()
            && reached == graph.all()
            && graph.all().into_iter().all(|point| {
                let image = listed.images[point.index()];
                carry.set(graph.neighbours(point)) == graph.neighbours(image)
            });
        is_automorphism.then_some(carry)
    }

    fn of(images: &[Point], swap: bool) -> Self {
        let images = images
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
        Self { images, swap }
    }

    #[inline]
    fn set(&self, set: PointSet<1>) -> PointSet<1> {
        let [mut bits] = *set.words();
        let mut image = PointSet::EMPTY;
        for four in &self.images {
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
    fn player(&self, player: Player) -> Player {
        if self.swap { player.next(2) } else { player }
    }

    #[inline]
    pub(super) fn record(&self, record: GameRecord) -> GameRecord {
        GameRecord {
            coloring: self.coloring(record.coloring),
            player: record.player.map(|player| self.player(player)),
        }
    }

    pub(super) fn state(&self, state: State) -> State {
        State {
            coloring: self.coloring(state.coloring),
            to_move: self.player(state.to_move),
            passes: state.passes,
        }
    }

    pub(super) fn bound(&self, bound: Bound) -> Bound {
        if self.swap { bound.swapped() } else { bound }
    }
}
