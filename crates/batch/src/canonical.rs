//! Canonical forms of boards up to isomorphism.

use canonical_form::Canonize;
use koproof_rules::Board;

use crate::adjacency::Adjacency;
use crate::group::Group;

/// A board in canonical form, which is the same for isomorphic boards.
///
/// The form depends on the version of the crate `canonical-form`, so a list of boards keeps the form that it was made
/// with.
///
/// # Examples
/// ```
/// use koproof_batch::CanonicalBoard;
/// let one = CanonicalBoard::of(&"edges:0-1,1-2".parse()?);
/// let other = CanonicalBoard::of(&"edges:0-1,0-2".parse()?);
/// assert_eq!(one.graph6(), other.graph6());
/// assert_eq!(one.automorphisms(), Some(2));
/// # Ok::<(), koproof_rules::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalBoard {
    graph: Adjacency,
    graph6: String,
    points: Vec<usize>,
}

impl CanonicalBoard {
    /// Finds the canonical form of a board.
    ///
    /// # Complexity
    /// Milliseconds for the boards that can be solved, up to 0.3 s for complete graphs of up to 64 points; exponential
    /// in the worst case.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let given = Adjacency::new(board);
        let points = given.morphism_to_canonical();
        let graph = given.apply_morphism(&points);
        let edges = graph.edges();
        let board = Board::new("canonical form", board.points(), edges)
            .expect("renumbered points are the points of the same board");
        Self {
            graph,
            graph6: board.to_graph6(),
            points,
        }
    }

    /// Returns the canonical form in graph6.
    #[must_use]
    pub fn graph6(&self) -> &str {
        &self.graph6
    }

    /// Returns the number of each point of the given board in the canonical form.
    #[must_use]
    pub fn points(&self) -> &[usize] {
        &self.points
    }

    /// Counts the automorphisms; `None` if there are 2^63 or more.
    ///
    /// # Complexity
    /// Few canonical forms on most boards, up to the square of the number of points.
    #[must_use]
    pub fn automorphisms(&self) -> Option<i64> {
        self.group().size()
    }

    /// Returns numbers above 1 whose product is the number of automorphisms, however large it is.
    ///
    /// # Complexity
    /// As [`Self::automorphisms`].
    ///
    /// # Examples
    /// ```
    /// use koproof_batch::CanonicalBoard;
    /// let board = CanonicalBoard::of(&"complete:30".parse()?);
    /// let mut factors = board.automorphism_factors();
    /// factors.sort_unstable();
    /// assert!(factors.into_iter().eq(2..=30));
    /// assert_eq!(board.automorphisms(), None);
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    #[must_use]
    pub fn automorphism_factors(&self) -> Vec<usize> {
        self.group().factors.clone()
    }

    /// Returns the orbit of each point of the given board: the least point to which an automorphism carries it.
    ///
    /// # Complexity
    /// As [`Self::automorphisms`].
    #[must_use]
    pub fn orbits(&self) -> Vec<usize> {
        let group = self.group();
        let orbits = self.points.iter().map(|&point| group.orbits[point]);
        let orbits: Vec<_> = orbits.collect();
        let least = |orbit| orbits.iter().position(|other| other == orbit);
        orbits.iter().filter_map(least).collect()
    }

    fn group(&self) -> Group {
        Group::of(&self.graph, || false).expect("nothing stops it")
    }
}
