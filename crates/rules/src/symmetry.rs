//! Symmetries: automorphisms of the board, the exchange of the colors, and canonical forms under both.

mod automorphisms;
mod images;
mod partition;
mod products;

use std::cmp::Ordering;

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::points::{Point, PointSet};
use automorphisms::automorphisms;
pub use images::Images;

/// The largest number of symmetries that are stored. If a group is larger, a subgroup is used.
pub const MAX_ELEMENTS: usize = 2048;

/// A symmetry of a board: an automorphism, with or without an exchange of the two colors.
///
/// It is a number that has a meaning only together with the [`Symmetry`] that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(u16);

impl Element {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// Returns the element's number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the element with a number from [`Element::index`].
    ///
    /// # Panics
    /// If no group has so many elements: from 65,536 on.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index <= u16::MAX as usize, "no group has so many elements");
        Self(index as u16)
    }
}

/// A value in canonical form: the smallest of its images. Only this module makes such values, so no other value can be
/// used as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical<T> {
    form: T,
    asymmetric: bool,
}

impl<T> Canonical<T> {
    /// Returns the representative.
    #[inline]
    pub const fn get(&self) -> &T {
        &self.form
    }

    /// Returns whether only the identity maps the representative to itself.
    #[inline]
    pub const fn is_asymmetric(&self) -> bool {
        self.asymmetric
    }
}

/// A permutation of the points, with its images of four points at a time.
#[derive(Clone, Debug)]
struct Permutation<const W: usize> {
    images: Vec<Point>,
    nibbles: Vec<[PointSet<W>; 16]>,
}

impl<const W: usize> Permutation<W> {
    fn new(images: Vec<Point>) -> Self {
        let nibbles = images
            .chunks(4)
            .map(|four| {
                std::array::from_fn(|bits| {
                    four.iter()
                        .enumerate()
                        .filter(|(offset, _)| bits >> offset & 1 == 1)
                        .map(|(_, &image)| image)
                        .collect()
                })
            })
            .collect();
        Self { images, nibbles }
    }

    #[inline]
    fn image(&self, set: PointSet<W>) -> PointSet<W> {
        let mut image = PointSet::EMPTY;
        for (index, nibble) in self.nibbles.iter().enumerate() {
            let bits = set.words()[index / 16] >> (4 * (index % 16)) & 15;
            image |= nibble[bits as usize];
        }
        image
    }
}

/// Whether the exchange of Black and White counts as a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorSwap {
    /// It does: for two players.
    Included,
    /// It does not.
    Excluded,
}

/// A group of symmetries of a board.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, ColorSwap, Coloring, Graph, Symmetry};
/// let graph = Graph::<1>::new(&"2x2".parse::<Board>()?)?;
/// let symmetry = Symmetry::new(&graph, ColorSwap::Included);
/// assert_eq!(symmetry.len(), 16);
/// let one = Coloring::<1, 2>::from_symbols("X...")?;
/// let other = Coloring::<1, 2>::from_symbols("..O.")?;
/// assert_eq!(symmetry.canonical(one).0, symmetry.canonical(other).0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetry<const W: usize> {
    whole: bool,
    permutations: Vec<Permutation<W>>,
    swaps: usize,
    products: Vec<u16>,
    inverses: Vec<u16>,
}

impl<const W: usize> Symmetry<W> {
    /// Finds the symmetries of a graph: all of them or, if there are more than [`MAX_ELEMENTS`], those that fix the
    /// first points, as few as necessary to meet this limit.
    ///
    /// # Complexity
    /// Time and memory of the order of the square of the number of symmetries, and the time to find them: at most
    /// about half a second on each board of the families, of up to 512 points. It is exponential only on graphs made
    /// for this, on which many points look alike that no symmetry joins, however many points are fixed.
    #[must_use]
    pub fn new(graph: &Graph<W>, swap: ColorSwap) -> Self {
        let swaps = match swap {
            ColorSwap::Included => 2,
            ColorSwap::Excluded => 1,
        };
        let (fixed, automorphisms) = automorphisms(graph, MAX_ELEMENTS / swaps);
        Self::of(automorphisms, fixed, swaps)
    }

    /// Returns the group of the identity alone: for searches with symmetry switched off.
    #[must_use]
    pub fn trivial(graph: &Graph<W>) -> Self {
        let points = graph.points();
        let identity = (0..points as u16).map(Point::new).collect();
        Self::of(vec![identity], points, 1)
    }

    /// Makes the group of automorphisms that all fix the first `fixed` points.
    fn of(automorphisms: Vec<Vec<Point>>, fixed: usize, swaps: usize) -> Self {
        let size = automorphisms.len() * swaps;
        let mut products = vec![0; size * size];
        let mut inverses = vec![0; size];
        for (b, after) in products::columns(&automorphisms, fixed)
            .into_iter()
            .enumerate()
        {
            for (a, c) in after.into_iter().enumerate() {
                for (x, y) in (0..swaps).flat_map(|x| (0..swaps).map(move |y| (x, y))) {
                    let (left, right) = (a * swaps + x, b * swaps + y);
                    let result = c * swaps + (x ^ y);
                    products[left * size + right] = result as u16;
                    if result == 0 {
                        inverses[left] = right as u16;
                    }
                }
            }
        }
        Self {
            whole: fixed == 0,
            permutations: automorphisms.into_iter().map(Permutation::new).collect(),
            swaps,
            products,
            inverses,
        }
    }

    /// Counts the symmetries.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a group is never empty")]
    pub fn len(&self) -> usize {
        self.inverses.len()
    }

    /// Returns whether these are known to be all symmetries, not a subgroup.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Iterates over the symmetries, the identity first.
    pub fn elements(&self) -> impl Iterator<Item = Element> + use<W> {
        (0..self.len()).map(|index| Element(index as u16))
    }

    /// Returns the product: first `inner`, then `outer`.
    #[inline]
    #[must_use]
    pub fn product(&self, outer: Element, inner: Element) -> Element {
        Element(self.products[outer.index() * self.len() + inner.index()])
    }

    /// Returns the products of `outer` with each element, by the number of the inner one.
    #[inline]
    #[must_use]
    pub fn products_of(&self, outer: Element) -> &[u16] {
        &self.products[outer.index() * self.len()..][..self.len()]
    }

    /// Returns the inverse.
    #[inline]
    #[must_use]
    pub fn inverse(&self, element: Element) -> Element {
        Element(self.inverses[element.index()])
    }

    /// Returns whether the symmetry exchanges the colors.
    #[inline]
    #[must_use]
    pub fn swaps_colors(&self, element: Element) -> bool {
        self.swaps == 2 && element.index() % 2 == 1
    }

    /// Returns the image of a point.
    #[inline]
    #[must_use]
    pub fn point(&self, element: Element, point: Point) -> Point {
        self.permutation(element)[point.index()]
    }

    /// Returns the images of the points 0, 1, …, up to the last of the board.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Board, ColorSwap, Graph, Point, Symmetry};
    /// let graph = Graph::<1>::new(&"path:3".parse::<Board>()?)?;
    /// let symmetry = Symmetry::new(&graph, ColorSwap::Excluded);
    /// let mirror = symmetry.elements().last().expect("there are two");
    /// assert_eq!(symmetry.permutation(mirror), [2, 1, 0].map(Point::new));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn permutation(&self, element: Element) -> &[Point] {
        &self.permutations[element.index() / self.swaps].images
    }

    /// Returns the image of a player: the opponent if the colors are exchanged, otherwise the same player.
    ///
    /// # Panics
    /// If the colors are exchanged and the player is neither Black nor White.
    #[inline]
    #[must_use]
    pub fn player(&self, element: Element, player: Player) -> Player {
        if self.swaps_colors(element) {
            assert!(player.index() < 2, "only two players exchange their colors");
            Player::new(1 - player.index())
        } else {
            player
        }
    }

    /// Returns the image of a coloring.
    ///
    /// # Panics
    /// If the colors are exchanged and the coloring is of one player.
    #[inline]
    #[must_use]
    pub fn image<const N: usize>(
        &self,
        element: Element,
        coloring: Coloring<W, N>,
    ) -> Coloring<W, N> {
        let permutation = &self.permutations[element.index() / self.swaps];
        let image = coloring.map(|stones| permutation.image(stones));
        if self.swaps_colors(element) {
            image.swapped(Player::BLACK, Player::WHITE)
        } else {
            image
        }
    }

    /// Returns whether a symmetry maps a coloring to itself.
    ///
    /// # Panics
    /// If the colors are exchanged and the coloring is not of two players.
    #[inline]
    #[must_use]
    pub fn fixes<const N: usize>(&self, element: Element, coloring: Coloring<W, N>) -> bool {
        let permutation = &self.permutations[element.index() / self.swaps];
        (0..N).map(Player::new).all(|player| {
            permutation.image(coloring.stones(player))
                == coloring.stones(self.player(element, player))
        })
    }

    /// Returns the least image of a coloring, and the first symmetry that leads there.
    #[must_use]
    pub fn canonical<const N: usize>(
        &self,
        coloring: Coloring<W, N>,
    ) -> (Canonical<Coloring<W, N>>, Element) {
        let images = self.permutations.iter();
        let images = images.map(|one| coloring.map(|stones| one.image(stones)));
        self.least(coloring, images)
    }

    /// Returns the least of the images of a coloring under all symmetries, and the first symmetry that leads there,
    /// from the images under the automorphisms.
    #[inline]
    fn least<const N: usize>(
        &self,
        coloring: Coloring<W, N>,
        images: impl Iterator<Item = Coloring<W, N>>,
    ) -> (Canonical<Coloring<W, N>>, Element) {
        let (mut form, mut first) = (coloring, Element::IDENTITY);
        // As many symmetries lead to the representative as map it to itself.
        let mut asymmetric = true;
        for (index, mut image) in images.enumerate() {
            for swap in 0..self.swaps {
                if swap == 1 {
                    image = image.swapped(Player::BLACK, Player::WHITE);
                }
                let element = Element((index * self.swaps + swap) as u16);
                match image.cmp(&form) {
                    Ordering::Less => (form, first, asymmetric) = (image, element, true),
                    Ordering::Equal => asymmetric &= element == Element::IDENTITY,
                    Ordering::Greater => {}
                }
            }
        }
        (Canonical { form, asymmetric }, first)
    }
}
