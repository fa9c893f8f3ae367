//! Points and sets of points.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A point of a board: its number, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// Names the point with number `index`.
    #[must_use]
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// Returns the point's number, for use as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of points: a bit set of `64 * W` bits.
///
/// `PointSet<1>` is one machine word and serves solving (up to 64 points); wider sets serve replaying.
/// The order is that of the words, the lowest points first; it has no other meaning.
///
/// # Examples
/// ```
/// use koproof_rules::{Point, PointSet};
/// let set: PointSet<1> = [3, 1].map(Point::new).into_iter().collect();
/// assert!(set.contains(Point::new(3)));
/// assert_eq!(set.iter().map(Point::index).collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet<const W: usize>([u64; W]);

impl<const W: usize> PointSet<W> {
    /// The set without points.
    pub const EMPTY: Self = Self([0; W]);

    /// The number of points that fit: `0..CAPACITY`.
    pub const CAPACITY: usize = 64 * W;

    /// Returns the set of the points `0..count`.
    ///
    /// # Panics
    /// If `count` exceeds [`Self::CAPACITY`].
    #[must_use]
    pub fn first_points(count: usize) -> Self {
        assert!(count <= Self::CAPACITY, "{count} points need a wider set");
        let mut set = Self::EMPTY;
        for word in 0..W {
            let bits = count.saturating_sub(64 * word).min(64);
            set.0[word] = if bits == 64 {
                u64::MAX
            } else {
                (1 << bits) - 1
            };
        }
        set
    }

    /// Returns the set of one point.
    ///
    /// # Panics
    /// If the point's number is [`Self::CAPACITY`] or more.
    #[inline]
    #[must_use]
    pub fn singleton(point: Point) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Returns the set with these words of bits, lowest first.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// Returns the words of the bit set, lowest first.
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Returns whether the point is in the set.
    ///
    /// # Panics
    /// If the point's number is [`Self::CAPACITY`] or more.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds a point.
    ///
    /// # Panics
    /// If the point's number is [`Self::CAPACITY`] or more.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    ///
    /// # Panics
    /// If the point's number is [`Self::CAPACITY`] or more.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Returns whether the set has no points.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Counts the points.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the point with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        for (index, &word) in self.0.iter().enumerate() {
            if word != 0 {
                return Some(Point((64 * index) as u16 + word.trailing_zeros() as u16));
            }
        }
        None
    }

    /// Returns whether the two sets share no point.
    #[inline]
    #[must_use]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        (*self & *other).is_empty()
    }

    /// Returns whether every point of this set is in the other.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Iterates over the points, lowest number first.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Points<W> {
        Points(*self)
    }
}

/// Iterator over the points of a [`PointSet`], lowest number first.
#[derive(Clone, Debug)]
pub struct Points<const W: usize>(PointSet<W>);

impl<const W: usize> Iterator for Points<W> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0.remove(point);
        Some(point)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len();
        (left, Some(left))
    }
}

impl<const W: usize> ExactSizeIterator for Points<W> {}

impl<const W: usize> FusedIterator for Points<W> {}

impl<const W: usize> IntoIterator for PointSet<W> {
    type Item = Point;
    type IntoIter = Points<W>;

    #[inline]
    fn into_iter(self) -> Points<W> {
        Points(self)
    }
}

impl<const W: usize> IntoIterator for &PointSet<W> {
    type Item = Point;
    type IntoIter = Points<W>;

    #[inline]
    fn into_iter(self) -> Points<W> {
        self.iter()
    }
}

/// The set without points.
impl<const W: usize> Default for PointSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Extend<Point> for PointSet<W> {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl<const W: usize> FromIterator<Point> for PointSet<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl<const W: usize> fmt::Debug for PointSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Implements an operator and its assignment, word by word.
macro_rules! operator {
    ($operator:ident, $of:ident, $assign:ident, $to:ident, $($update:tt)+) => {
        impl<const W: usize> $operator for PointSet<W> {
            type Output = Self;

            #[inline]
            fn $of(mut self, other: Self) -> Self {
                self.$to(other);
                self
            }
        }

        impl<const W: usize> $assign for PointSet<W> {
            #[inline]
            fn $to(&mut self, other: Self) {
                for (word, with) in self.0.iter_mut().zip(other.0) {
                    *word $($update)+ with;
                }
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
operator!(Sub, sub, SubAssign, sub_assign, &= !);
