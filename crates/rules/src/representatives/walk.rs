//! Walks through the legal colorings of a board.

use std::cmp::Ordering;

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::points::Point;
use crate::symmetry::Symmetry;

/// The number of points that are colored before a walk is split: enough for even shares.
pub(super) const SPLIT_LEVELS: usize = 7;

/// An iterator over legal colorings in the order of their codes: all of them, or the least of each orbit.
///
/// Points are colored from the last to the first, so a subtree is a range of codes. It is skipped if a chain lacks a
/// liberty even if all open points are empty, or if a symmetry maps it to something less. The order of colorings
/// compares first the black stones from the last point to the first, then the white ones, so it is often decided long
/// before every point is colored.
#[derive(Clone, Debug)]
pub(super) struct Walk<'a> {
    graph: &'a Graph<1>,
    images: &'a [Image],
    /// The subtrees that are still to be searched, the first on top.
    subtrees: Vec<Subtree>,
}

/// A coloring of a [`Walk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) coloring: Coloring<1, 2>,
    /// The number of symmetries that do not change it, including the identity.
    pub(super) fixed_by: usize,
}

/// A symmetry, as a map from the points of the image.
#[derive(Clone, Debug)]
pub(super) struct Image {
    sources: Vec<u8>,
    swaps_colors: bool,
}

/// The colorings that have the colors of `coloring` on all points but the first `open`.
#[derive(Clone, Debug)]
struct Subtree {
    open: usize,
    coloring: Coloring<1, 2>,
    rivals: Vec<Rival>,
}

/// An image that may still be less than the coloring, or equal to it.
#[derive(Clone, Copy, Debug)]
struct Rival {
    image: u16,
    /// It has the same black stones from this point on.
    equal_from: u8,
}

impl Image {
    /// Lists the symmetries except the identity.
    pub(super) fn all_of(symmetry: &Symmetry<1>, points: usize) -> Vec<Self> {
        let image = |element| {
            let inverse = symmetry.inverse(element);
            let source = |point| symmetry.point(inverse, Point::new(point)).index() as u8;
            Self {
                sources: (0..points as u16).map(source).collect(),
                swaps_colors: symmetry.swaps_colors(element),
            }
        };
        symmetry.elements().skip(1).map(image).collect()
    }

    /// Compares a player's stones in the image of a coloring with those in the coloring, from point `from` - 1 down, as
    /// far as both can be known with `open` open points. Also returns the point from which on they are equal.
    fn compare(
        &self,
        coloring: &Coloring<1, 2>,
        player: Player,
        from: usize,
        open: usize,
    ) -> (Ordering, usize) {
        let own = coloring.stones(player);
        let image = coloring.stones(if self.swaps_colors {
            player.next(2)
        } else {
            player
        });
        let has = |index: usize| Point::new(index as u16);
        for at in (open..from).rev() {
            let source = usize::from(self.sources[at]);
            if source < open {
                return (Ordering::Equal, at + 1);
            }
            let order = image.contains(has(source)).cmp(&own.contains(has(at)));
            if order != Ordering::Equal {
                return (order, at + 1);
            }
        }
        (Ordering::Equal, open)
    }
}

impl<'a> Walk<'a> {
    /// Starts before the first legal coloring. With the images of a group, visits only the least of each orbit.
    pub(super) fn new(graph: &'a Graph<1>, images: &'a [Image]) -> Self {
        let equal_from = graph.points() as u8;
        let rivals = (0..images.len() as u16).map(|image| Rival { image, equal_from });
        let root = Subtree {
            open: graph.points(),
            coloring: Coloring::EMPTY,
            rivals: rivals.collect(),
        };
        Self {
            graph,
            images,
            subtrees: vec![root],
        }
    }

    /// Cuts a new walk into at most 3^`levels` walks that together visit the same colorings.
    pub(super) fn split(mut self, levels: usize) -> Vec<Self> {
        for _ in 0..levels {
            let before = std::mem::take(&mut self.subtrees);
            for subtree in before {
                if subtree.open == 0 {
                    self.subtrees.push(subtree);
                } else {
                    self.push_children(&subtree);
                }
            }
        }
        let start = |subtree: &Subtree| Self {
            subtrees: vec![subtree.clone()],
            ..self
        };
        self.subtrees.iter().map(start).collect()
    }

    /// Takes the next subtree: `None` at the end, else its coloring if it has only one, which is visited.
    pub(super) fn look(&mut self) -> Option<Option<Step>> {
        let subtree = self.subtrees.pop()?;
        if subtree.open == 0 {
            return Some(self.step(&subtree));
        }
        self.push_children(&subtree);
        Some(None)
    }

    fn push_children(&mut self, parent: &Subtree) {
        for color in [Some(Player::WHITE), Some(Player::BLACK), None] {
            if let Some(child) = self.child(parent, color) {
                self.subtrees.push(child);
            }
        }
    }

    /// Colors one more point; `None` if the subtree is empty.
    fn child(&self, parent: &Subtree, color: Option<Player>) -> Option<Subtree> {
        let open = parent.open - 1;
        let coloring = match color {
            Some(player) => {
                let point = Point::new(open as u16);
                (parent.coloring).with_stone(self.graph, player, point)?
            }
            None => parent.coloring,
        };
        let mut rivals = Vec::with_capacity(parent.rivals.len());
        for &Rival { image, equal_from } in &parent.rivals {
            let rival = &self.images[usize::from(image)];
            let from = usize::from(equal_from);
            match rival.compare(&coloring, Player::BLACK, from, open) {
                (Ordering::Less, _) => return None,
                (Ordering::Greater, _) => {}
                (Ordering::Equal, from) => rivals.push(Rival {
                    image,
                    equal_from: from as u8,
                }),
            }
        }
        Some(Subtree {
            open,
            coloring,
            rivals,
        })
    }

    /// Compares white stones where the black ones are equal; `None` if an image is less.
    fn step(&self, leaf: &Subtree) -> Option<Step> {
        let coloring = leaf.coloring;
        let mut fixed_by = 1;
        for rival in &leaf.rivals {
            let image = &self.images[usize::from(rival.image)];
            match image
                .compare(&coloring, Player::WHITE, self.graph.points(), 0)
                .0
            {
                Ordering::Less => return None,
                Ordering::Equal => fixed_by += 1,
                Ordering::Greater => {}
            }
        }
        Some(Step { coloring, fixed_by })
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if let Some(step) = self.look()? {
                return Some(step);
            }
        }
    }
}
