//! Canonical forms of boards up to isomorphism.

use canonical_form::Canonize;
use koproof_rules::Board;

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
    /// Milliseconds for the boards that can be solved; exponential in the worst case.
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
    /// Their number is the product of the orbits' sizes: of the first point, of the second under those that fix the
    /// first, and so on.
    #[must_use]
    pub fn automorphisms(&self) -> Option<i64> {
        let points = self.points.len();
        (0..points).try_fold(1_i64, |product, fixed| {
            let stay = self.graph.canonical_typed(fixed + 1);
            let orbit = (fixed..points)
                .filter(|&point| self.exchanged(fixed, point) == stay)
                .count();
            product.checked_mul(orbit as i64)
        })
    }

    /// Returns the orbit of each point of the given board: the least point to which an automorphism carries it.
    #[must_use]
    pub fn orbits(&self) -> Vec<usize> {
        let forms = self.points.iter().map(|&point| self.exchanged(0, point));
        let forms: Vec<_> = forms.collect();
        let orbit = |form| forms.iter().position(|other| other == form);
        forms.iter().filter_map(orbit).collect()
    }

    /// Exchanges two points, and returns the canonical form of the graph in which the points up to the first of them
    /// stay where they are.
    fn exchanged(&self, fixed: usize, point: usize) -> Adjacency {
        let mut images: Vec<usize> = (0..self.points.len()).collect();
        images.swap(fixed, point);
        let graph = self.graph.apply_morphism(&images);
        graph.canonical_typed(fixed + 1)
    }
}

/// A graph as lists of neighbours, each in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Adjacency(Vec<Vec<usize>>);

impl Adjacency {
    fn new(board: &Board) -> Self {
        let mut neighbours = vec![Vec::new(); board.points()];
        // The edges are in order, so the lists are, too.
        for &(a, b) in board.edges() {
            let (a, b) = (usize::from(a), usize::from(b));
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        Self(neighbours)
    }

    fn edges(&self) -> Vec<(u16, u16)> {
        let ends = (0..).zip(&self.0);
        ends.flat_map(|(a, list)| list.iter().map(move |&b| (a, b as u16)))
            .filter(|(a, b)| a < b)
            .collect()
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
