//! The legal colorings of a board, one for each orbit, numbered by rank.

pub(crate) mod parts;
mod walk;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::color::Player;
use crate::coloring::Coloring;
use crate::graph::Graph;
use crate::score::Score;
use crate::symmetry::{ColorSwap, Element, Images, Symmetry};
use walk::{Image, SPLIT_LEVELS, Walk};

/// The canonical legal colorings of a board, numbered in the order of their codes: the number is the *rank*.
///
/// Codes are those of [`Coloring::code`] for two players. Two colorings are in one orbit if a symmetry of
/// [`Symmetry::new`] maps one to the other: an automorphism, an exchange of the colors, or both. Of more than
/// [`MAX_ELEMENTS`](crate::MAX_ELEMENTS) symmetries it leaves some out. [`Symmetry::canonical`] finds the coloring that
/// represents its orbit.
///
/// It stores one bit for each code and, for each 512 codes, the number of representatives before them: 3^n bits and a
/// sixteenth more, 16 MiB for the largest boards, 5.5 MiB for 4x4. The rank of a coloring takes one canonical form and
/// a few words, whatever the board.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, Representatives};
/// let graph = Graph::<1>::new(&"path:2".parse::<Board>()?)?;
/// let representatives = Representatives::new(&graph)?;
/// assert_eq!(representatives.legal_colorings(), 5);
/// let list: Vec<_> = representatives.iter().map(|coloring| coloring.to_symbols(2)).collect();
/// assert_eq!(list, ["..", "O."]);
/// let one_stone = Coloring::from_symbols(".X")?;
/// assert_eq!(representatives.find(&one_stone).map(|(rank, _)| rank), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Representatives {
    graph: Graph<1>,
    symmetry: Symmetry<1>,
    /// Bit c is set if the coloring with code c is a representative.
    bits: Vec<u64>,
    /// The number of bits set before each block of `BLOCK` words.
    before: Vec<u32>,
    count: usize,
    legal: u64,
}

/// Words in a block that has one entry in the directory of ranks.
const BLOCK: usize = 8;

/// Looks of a thread between two questions whether to go on. With thousands of symmetries a look can take 0.1 ms.
const BETWEEN_QUESTIONS: usize = 1024;

/// The reason why the colorings of a board cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepresentativesError {
    /// There are too many colorings.
    #[error(
        "{points} points are too many for a table of all colorings, which takes up to {}: solve single positions instead",
        Representatives::MAX_POINTS
    )]
    TooManyPoints {
        /// The points of the board.
        points: usize,
    },
}

impl Representatives {
    /// The most points of a board whose colorings are numbered.
    ///
    /// With so many points there are 3^17 = 129,140,163 colorings, legal or not, and a bit for each of them takes 15
    /// MiB.
    pub const MAX_POINTS: usize = 17;

    /// Finds the representatives, on all threads of the current rayon pool. The result does not depend on their
    /// number.
    ///
    /// # Errors
    /// If the board has more than 17 points.
    ///
    /// # Complexity
    /// Time grows with the number of representatives times the number of symmetries: about a second for 4x4.
    pub fn new(graph: &Graph<1>) -> Result<Self, RepresentativesError> {
        Self::new_unless(graph, |_| false).map(|found| found.expect("nothing stops it"))
    }

    /// As [`new`](Self::new), but gives up with `None` if `is_stopped` says so: boards with many symmetries can take a
    /// minute. It is asked now and then, with the number of representatives found so far.
    ///
    /// # Errors
    /// If the board has more than 17 points.
    pub fn new_unless(
        graph: &Graph<1>,
        is_stopped: impl Fn(u64) -> bool + Sync,
    ) -> Result<Option<Self>, RepresentativesError> {
        let points = graph.points();
        if points > Self::MAX_POINTS {
            return Err(RepresentativesError::TooManyPoints { points });
        }
        let symmetry = Symmetry::new(graph, ColorSwap::Included);
        let words = 3_usize
            .pow(points as u32)
            .div_ceil(64)
            .next_multiple_of(BLOCK);
        let bits: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
        let Some(legal) = mark(graph, &symmetry, &bits, is_stopped) else {
            return Ok(None);
        };
        let bits: Vec<u64> = bits.into_iter().map(AtomicU64::into_inner).collect();
        let mut count = 0;
        let before = bits
            .chunks(BLOCK)
            .map(|block| {
                let before = count;
                count += ones(block);
                before as u32
            })
            .collect();
        Ok(Some(Self {
            graph: graph.clone(),
            symmetry,
            bits,
            before,
            count,
            legal,
        }))
    }

    /// Returns the graph of the board.
    #[must_use]
    pub fn graph(&self) -> &Graph<1> {
        &self.graph
    }

    /// Returns the symmetries that make the orbits.
    #[must_use]
    pub fn symmetry(&self) -> &Symmetry<1> {
        &self.symmetry
    }

    /// Counts the representatives; ranks are smaller than this.
    #[must_use]
    #[allow(
        clippy::len_without_is_empty,
        reason = "the coloring without stones is always there"
    )]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Counts the legal colorings.
    #[must_use]
    pub fn legal_colorings(&self) -> u64 {
        self.legal
    }

    /// Iterates over the representatives in the order of their ranks.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Coloring<1, 2>> + '_ {
        let mut codes = self.bits.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some((64 * index + bit) as u64)
            })
        });
        (0..self.count).map(move |_| {
            let code = codes.next().expect("each representative has a bit");
            Coloring::from_code(code, 2)
        })
    }

    /// Iterates over all legal colorings in the order of their codes.
    pub fn colorings(&self) -> impl Iterator<Item = Coloring<1, 2>> + '_ {
        Walk::new(&self.graph, &[]).map(|step| step.coloring)
    }

    /// Finds the rank of the coloring's representative, and the symmetry that leads there; `None` if the coloring is
    /// illegal or is not of this board.
    ///
    /// # Complexity
    /// Constant: one image for each symmetry, at most [`MAX_ELEMENTS`](crate::MAX_ELEMENTS), and at most 9 words.
    #[must_use]
    pub fn find(&self, coloring: &Coloring<1, 2>) -> Option<(usize, Element)> {
        if !coloring.occupied().is_subset(&self.graph.all()) {
            return None;
        }
        let (canonical, element) = self.symmetry.canonical(*coloring);
        Some((self.rank(canonical.get().code(2) as usize)?, element))
    }

    /// Does the same for a coloring of this board with the images of another one, which is faster if the two differ in few
    /// points.
    #[must_use]
    pub fn find_near(
        &self,
        images: &Images<'_, 1, 2>,
        coloring: Coloring<1, 2>,
    ) -> Option<(usize, Element)> {
        let (canonical, element) = images.canonical(coloring);
        Some((self.rank(canonical.get().code(2) as usize)?, element))
    }

    /// Counts the colorings in the orbit of a coloring.
    #[must_use]
    pub fn orbit_size(&self, coloring: &Coloring<1, 2>) -> usize {
        let fixing = self
            .symmetry
            .elements()
            .filter(|&element| self.symmetry.fixes(element, *coloring));
        self.symmetry.len() / fixing.count()
    }

    /// Counts the legal colorings that have each value, Black − White, with Black to move and with White to move, from the
    /// values of representatives, which need not be all.
    ///
    /// # Complexity
    /// One image for each representative and symmetry, which is faster than an iteration over all colorings.
    #[must_use]
    pub fn histogram<V: Into<Score>>(
        &self,
        values: impl Iterator<Item = (Coloring<1, 2>, [V; 2])>,
    ) -> BTreeMap<Score, [u64; 2]> {
        let mut twice = BTreeMap::<Score, [u64; 2]>::new();
        for (coloring, values) in values {
            let size = self.orbit_size(&coloring) as u64;
            // One half of an orbit has the values of its representative, the other half those with the colors
            // exchanged. If the halves are the same colorings, so are the values.
            for (value, player) in values.map(V::into).into_iter().zip(Player::BOTH) {
                twice.entry(value).or_default()[player.index()] += size;
                twice.entry(-value).or_default()[player.next(2).index()] += size;
            }
        }
        let counts = twice.into_iter();
        counts
            .map(|(value, counts)| (value, counts.map(|count| count / 2)))
            .collect()
    }

    fn rank(&self, code: usize) -> Option<usize> {
        let (word, bit) = (code / 64, 1 << (code % 64));
        if self.bits[word] & bit == 0 {
            return None;
        }
        let block = word / BLOCK;
        let within = ones(&self.bits[block * BLOCK..word]) + ones(&[self.bits[word] & (bit - 1)]);
        Some(self.before[block] as usize + within)
    }
}

/// Two are equal if their graphs are equal, because the graph determines everything else.
impl PartialEq for Representatives {
    fn eq(&self, other: &Self) -> bool {
        self.graph == other.graph
    }
}

impl Eq for Representatives {}

/// Sets the bit of each representative, and counts the legal colorings; `None` if `is_stopped` says so.
fn mark(
    graph: &Graph<1>,
    symmetry: &Symmetry<1>,
    bits: &[AtomicU64],
    is_stopped: impl Fn(u64) -> bool + Sync,
) -> Option<u64> {
    let images = Image::all_of(symmetry, graph.points());
    let all = AtomicU64::new(0);
    Walk::new(graph, &images)
        .split(SPLIT_LEVELS)
        .into_par_iter()
        .map(|mut walk| {
            let (mut legal, mut looks, mut new) = (0, 0_usize, 0);
            while let Some(found) = walk.look() {
                if looks.is_multiple_of(BETWEEN_QUESTIONS) {
                    let before = all.fetch_add(new, Ordering::Relaxed);
                    if is_stopped(before + new) {
                        return None;
                    }
                    new = 0;
                }
                looks += 1;
                let Some(step) = found else { continue };
                new += 1;
                let code = step.coloring.code(2) as usize;
                // Two threads may write to the same word.
                bits[code / 64].fetch_or(1 << (code % 64), Ordering::Relaxed);
                legal += (symmetry.len() / step.fixed_by) as u64;
            }
            Some(legal)
        })
        .sum()
}

fn ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}
