//! Colorings up to symmetry: each orbit once, its plays once, every coloring named by orbit and symmetry.
//!
//! A coloring is *named* by a pair (orbit, element): it is the element's image of the orbit's representative. A
//! coloring together with a player (a state without its passes, or a record of a superko rule that looks at
//! who moves) is named by (orbit, player in the representative's frame, element). Acting with a symmetry on a named
//! thing only multiplies its element, so a set of records is carried from one frame to another by one table
//! row, and the plays of a coloring are those of its representative, computed once.
//!
//! If a representative has a non-trivial stabiliser, its colorings have several names; the *normal* name is the
//! least.

use std::sync::OnceLock;

use dashmap::DashMap;
use koproof_rules::{
    Canonical, Coloring, Element, Graph, Player, Point, Ruleset, Suicide, Symmetry,
};
use rustc_hash::FxBuildHasher;

use super::contest::{Contest, Duel};
use crate::options::Proofs;

/// The number of an orbit, in order of first meeting.
pub(crate) type OrbitId = u32;

/// A play from a representative: where, and the normal name of what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) orbit: OrbitId,
    pub(crate) element: Element,
    /// The point's number, in a byte.
    at: u8,
    /// Whether that is the only name of the coloring.
    pub(crate) asymmetric: bool,
}

impl Edge {
    pub(crate) fn point(self) -> Point {
        Point::new(self.at.into())
    }
}

/// One orbit: its representative and its bounds.
#[derive(Debug)]
pub(crate) struct Orbit<const N: usize> {
    pub(crate) representative: Coloring<1, N>,
    /// The score of the representative: between two players area, Black − White.
    pub(crate) score: i16,
    /// How good the representative looks for the prover, in quarter points.
    pub(crate) evaluation: i16,
    /// What the prover gets at least by passing for the rest of the game, tolls included.
    pub(crate) floor: i16,
    /// What the prover gets at most while the refuter passes for the rest of the game, tolls included.
    pub(crate) ceiling: i16,
    /// Whether the stabiliser is trivial, so that each coloring of the orbit has one name only.
    pub(crate) asymmetric: bool,
    /// The index of the stabiliser.
    stabilizer: u16,
    edges: [OnceLock<Box<[Edge]>>; N],
}

/// The stabiliser of a representative, and the normal names that follow from it.
#[derive(Debug)]
pub(crate) struct Stabilizer {
    pub(crate) elements: Box<[Element]>,
    /// By element.
    normal: Box<[Element]>,
    /// By player and element.
    normal_with_player: Box<[(Player, Element)]>,
}

/// The orbits met so far, shared by all threads.
#[derive(Debug)]
pub(crate) struct Orbits<C = Duel, const N: usize = 2> {
    pub(crate) graph: Graph<1>,
    pub(crate) rules: Ruleset,
    pub(crate) contest: C,
    pub(crate) symmetry: Symmetry<1>,
    index: DashMap<Canonical<Coloring<1, N>>, OrbitId, FxBuildHasher>,
    orbits: boxcar::Vec<Orbit<N>>,
    stabilizer_indices: DashMap<Box<[Element]>, u16, FxBuildHasher>,
    stabilizers: boxcar::Vec<Stabilizer>,
    /// How many orbits may be met: a larger number would be taken for a smaller one.
    most: usize,
    /// Whether what is known of an orbit must be seen by a checker, too.
    proofs: Proofs,
}

impl<C: Contest<N>, const N: usize> Orbits<C, N> {
    /// Prepares to meet at most `most` orbits.
    pub(crate) fn new(
        graph: Graph<1>,
        rules: Ruleset,
        contest: C,
        symmetry: Symmetry<1>,
        most: usize,
        proofs: Proofs,
    ) -> Self {
        Self {
            graph,
            rules,
            contest,
            symmetry,
            most,
            proofs,
            index: DashMap::default(),
            orbits: boxcar::Vec::new(),
            stabilizer_indices: DashMap::default(),
            stabilizers: boxcar::Vec::new(),
        }
    }

    /// Counts the orbits met so far.
    pub(crate) fn len(&self) -> usize {
        self.orbits.count()
    }

    /// Returns about how many bytes the orbits take.
    pub(crate) fn bytes(&self) -> u64 {
        let edges = self.contest.players() * self.graph.points() / 2 * size_of::<Edge>();
        let entry = 2 * size_of::<(Canonical<Coloring<1, N>>, OrbitId)>();
        (self.len() * (size_of::<Orbit<N>>() + edges + entry)) as u64
    }

    /// Returns an orbit that another thread may be about to put in its place.
    pub(crate) fn wait_for(&self, orbit: OrbitId) -> &Orbit<N> {
        loop {
            match self.orbits.get(orbit as usize) {
                Some(found) => return found,
                None => std::thread::yield_now(),
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, orbit: OrbitId) -> &Orbit<N> {
        &self.orbits[orbit as usize]
    }

    #[inline]
    pub(crate) fn stabilizer(&self, orbit: OrbitId) -> &Stabilizer {
        &self.stabilizers[usize::from(self.get(orbit).stabilizer)]
    }

    /// Returns the normal name of a coloring, meeting its orbit if it is new.
    ///
    /// # Panics
    /// If there are more orbits than names: a search stops well before, unless very many threads meet new ones at once.
    pub(crate) fn name(&self, coloring: Coloring<1, N>) -> (OrbitId, Element) {
        let (canonical, to_canonical) = self.symmetry.canonical(coloring);
        let orbit = match self.index.get(&canonical) {
            Some(orbit) => *orbit,
            None => *self.index.entry(canonical).or_insert_with(|| {
                let orbit = self.orbits.push(self.orbit(*canonical.get()));
                assert!(orbit < self.most, "there are no names for more orbits");
                orbit as OrbitId
            }),
        };
        let element = self.symmetry.inverse(to_canonical);
        (orbit, self.normal(orbit, element))
    }

    /// Returns the coloring with this name.
    pub(crate) fn coloring(&self, orbit: OrbitId, element: Element) -> Coloring<1, N> {
        self.symmetry.image(element, self.get(orbit).representative)
    }

    /// Returns the normal name of a coloring.
    #[inline]
    pub(crate) fn normal(&self, orbit: OrbitId, element: Element) -> Element {
        self.stabilizer(orbit).normal[element.index()]
    }

    /// Returns the normal name of a coloring with a player, the player given in the representative's frame.
    #[inline]
    pub(crate) fn normal_with_player(
        &self,
        orbit: OrbitId,
        player: Player,
        element: Element,
    ) -> (Player, Element) {
        self.stabilizer(orbit).normal_with_player
            [player.index() * self.symmetry.len() + element.index()]
    }

    /// Returns the plays of `player` from the orbit's representative, each distinct result once, in point order.
    ///
    /// Under positional superko a play that leads back to the same coloring is always illegal and left out.
    pub(crate) fn edges(&self, orbit: OrbitId, player: Player) -> &[Edge] {
        let data = self.get(orbit);
        data.edges[player.index()].get_or_init(|| {
            let from = data.representative;
            let mut stays = false;
            let mut edges = Vec::new();
            for point in from.empty(&self.graph) {
                let play = from.play(&self.graph, player, point);
                if !play.suicide.is_empty() && self.rules.suicide == Suicide::Forbid {
                    continue;
                }
                if play.coloring == from {
                    // All one-stone suicides make the same record.
                    if stays || self.rules.superko == koproof_rules::Superko::Positional {
                        continue;
                    }
                    stays = true;
                }
                let (orbit, element) = self.name(play.coloring);
                edges.push(Edge {
                    at: point.index() as u8,
                    orbit,
                    element,
                    asymmetric: self.get(orbit).asymmetric,
                });
            }
            edges.into_boxed_slice()
        })
    }

    fn orbit(&self, representative: Coloring<1, N>) -> Orbit<N> {
        let Self {
            graph,
            rules,
            contest,
            proofs,
            ..
        } = self;
        let (floor, ceiling) = contest.pass_forever(graph, rules, *proofs, &representative);
        let stabilizer = self.stabilizer_index(representative);
        Orbit {
            representative,
            score: contest.score(graph, rules, &representative),
            evaluation: contest.evaluation(graph, rules, &representative),
            floor,
            ceiling,
            asymmetric: self.stabilizers[usize::from(stabilizer)].elements.len() == 1,
            stabilizer,
            edges: std::array::from_fn(|_| OnceLock::new()),
        }
    }

    fn stabilizer_index(&self, representative: Coloring<1, N>) -> u16 {
        let elements: Box<[Element]> = self
            .symmetry
            .elements()
            .filter(|&element| self.symmetry.image(element, representative) == representative)
            .collect();
        *self
            .stabilizer_indices
            .entry(elements.clone())
            .or_insert_with(|| {
                let index = self.stabilizers.push(self.make_stabilizer(elements));
                u16::try_from(index).expect("no board has so many kinds of symmetric colorings")
            })
    }

    fn make_stabilizer(&self, elements: Box<[Element]>) -> Stabilizer {
        let symmetry = &self.symmetry;
        let names = |element| {
            elements
                .iter()
                .map(move |&fixing| (fixing, symmetry.product(element, fixing)))
        };
        let normal = symmetry
            .elements()
            .map(|element| {
                names(element)
                    .map(|(_, name)| name)
                    .min()
                    .expect("the identity is among the elements")
            })
            .collect();
        let normal_with_player = (0..self.contest.players())
            .map(Player::new)
            .flat_map(|player| symmetry.elements().map(move |element| (player, element)))
            .map(|(player, element)| {
                names(element)
                    .map(|(fixing, name)| (symmetry.player(fixing, player), name))
                    .min()
                    .expect("the identity is among the elements")
            })
            .collect();
        Stabilizer {
            elements,
            normal,
            normal_with_player,
        }
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::Board;

    use super::*;

    /// Names the colorings of four points in a row with one stone and with none.
    fn name_few(most: usize) {
        let board: Board = "path:4".parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let symmetry = Symmetry::trivial(&graph);
        let rules = Ruleset::TROMP_TAYLOR;
        let orbits = Orbits::new(graph, rules, Duel, symmetry, most, Proofs::Forget);
        for text in ["....", "X...", ".X..", "..X.", "...X"] {
            orbits.name(Coloring::from_symbols(text).expect("a coloring"));
        }
    }

    #[test]
    fn as_many_orbits_as_there_are_names_have_one() {
        name_few(5);
    }

    #[test]
    #[should_panic(expected = "no names for more orbits")]
    fn no_orbit_gets_the_name_of_another() {
        name_few(4);
    }
}
