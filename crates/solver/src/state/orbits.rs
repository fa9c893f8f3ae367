//! Colorings up to symmetry: each orbit and its plays are stored once, and every coloring is named by its orbit and a
//! symmetry.
//!
//! A coloring is *named* by a pair (orbit, element): it is the element's image of the orbit's representative. A
//! coloring together with a player (a state without its passes, or a record of a superko rule that looks at
//! who moves) is named by (orbit, player in the representative's frame, element). Acting with a symmetry on a named
//! thing only multiplies its element, so a set of records is carried from one frame to another by one table
//! row, and the plays of a coloring are those of its representative, computed once.
//!
//! If a representative has a non-trivial stabiliser, its colorings have several names; the *normal* name is the
//! least.
//!
//! An orbit takes some forty bytes. It is dropped only where nothing names it any more ([`super::sweep`]). Plays are stored
//! separately, for expanded orbits only ([`super::plays`]).

mod names;
mod slots;

use dashmap::DashMap;
use fixedbitset::FixedBitSet;
use koproof_rules::{Canonical, Coloring, Element, Graph, Player, Ruleset, Symmetry};
use rustc_hash::FxBuildHasher;

use super::contest::{Contest, Duel};
use super::index::{Index, OrbitId, SLOT_BYTES, hash};
use super::plays::{Edge, Plays};
use super::records::Packing;
use crate::options::Proofs;
use slots::{Body, FREE, TRIVIAL};
pub(crate) use slots::{Note, Orbit, Slots};

/// The normal names that follow from the stabiliser of a representative.
#[derive(Debug)]
struct Stabilizer {
    /// The normal names, by element.
    normal: Box<[Element]>,
    /// The normal names, by player and element.
    normal_with_player: Box<[(Player, Element)]>,
}

/// The orbits met so far, shared by all threads.
#[derive(Debug)]
pub(crate) struct Orbits<C = Duel, const N: usize = 2> {
    pub(crate) graph: Graph<1>,
    pub(crate) rules: Ruleset,
    pub(crate) contest: C,
    pub(crate) symmetry: Symmetry<1>,
    pub(crate) packing: Packing,
    index: Index,
    pub(crate) slots: Slots<N>,
    pub(crate) plays: Plays,
    stabilizer_indices: DashMap<Box<[Element]>, u16, FxBuildHasher>,
    stabilizers: boxcar::Vec<Stabilizer>,
    /// Whether a checker must be able to confirm the bounds of orbits.
    proofs: Proofs,
}

impl<C: Contest<N>, const N: usize> Orbits<C, N> {
    /// Prepares for at most `most` orbits at a time: larger numbers do not fit into names.
    pub(crate) fn new(
        graph: Graph<1>,
        rules: Ruleset,
        contest: C,
        symmetry: Symmetry<1>,
        most: usize,
        proofs: Proofs,
    ) -> Self {
        let packing = Packing::new(rules.superko, contest.players(), symmetry.len());
        let orbits = Self {
            packing,
            graph,
            rules,
            contest,
            symmetry,
            proofs,
            index: Index::default(),
            slots: Slots::new(most.min(packing.max_orbits())),
            plays: Plays::default(),
            stabilizer_indices: DashMap::default(),
            stabilizers: boxcar::Vec::new(),
        };
        let trivial = orbits.stabilizer_index([Element::IDENTITY].into());
        assert!(trivial == TRIVIAL, "it comes first");
        orbits
    }

    /// The size of an orbit in the storage, which adds a mark, and in the index, in bytes.
    const BYTES: usize = size_of::<Orbit<N>>() + align_of::<Orbit<N>>() + SLOT_BYTES;

    /// Returns the approximate size of the slots in bytes, without the plays of their orbits.
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * Self::BYTES) as u64
    }

    /// Returns the approximate size of the slots that are in use, in bytes.
    pub(crate) fn bytes_in_use(&self) -> u64 {
        (self.slots.in_use() * Self::BYTES) as u64
    }

    /// Drops the orbits that are not in a set, and all plays. Nobody may have a name of an orbit outside the set.
    pub(super) fn retain(&self, kept: &FixedBitSet) {
        self.plays.forget();
        self.index.retain(|orbit| kept.contains(orbit as usize));
        self.slots
            .release(kept.zeroes().take_while(|&slot| slot < self.slots.len()));
    }

    /// Returns whether there is an orbit with this number.
    pub(crate) fn is_stored(&self, orbit: u64) -> bool {
        orbit < self.slots.len() as u64 && !self.get(orbit as OrbitId).is_free()
    }

    #[inline]
    pub(crate) fn get(&self, orbit: OrbitId) -> &Orbit<N> {
        self.slots.get(orbit)
    }

    /// Returns the normal name of a coloring, and adds its orbit if it is new.
    ///
    /// # Panics
    /// If there are more orbits than names: a search stops well before, unless very many threads meet new ones at once.
    pub(crate) fn name(&self, coloring: Coloring<1, N>) -> (OrbitId, Element) {
        let (canonical, to_canonical) = self.symmetry.canonical(coloring);
        let orbit = self.orbit_of(canonical);
        let element = self.symmetry.inverse(to_canonical);
        (orbit, self.normal(orbit, element))
    }

    /// Returns the normal name of a coloring, if its orbit is stored.
    pub(crate) fn find(&self, coloring: Coloring<1, N>) -> Option<(OrbitId, Element)> {
        let (canonical, to_canonical) = self.symmetry.canonical(coloring);
        let representative = *canonical.get();
        let is = |orbit| self.get(orbit).representative() == representative;
        let orbit = self.index.find(hash(&representative), is)?;
        Some((
            orbit,
            self.normal(orbit, self.symmetry.inverse(to_canonical)),
        ))
    }

    /// Returns the orbit with this representative, and adds it if it is new.
    fn orbit_of(&self, canonical: Canonical<Coloring<1, N>>) -> OrbitId {
        let representative = *canonical.get();
        self.index.find_or_insert(
            hash(&representative),
            |orbit| self.get(orbit).representative() == representative,
            || self.body(canonical),
            |body| self.slots.store(&body),
            |orbit| hash(&self.get(orbit).representative()),
        )
    }

    /// Returns the coloring with this name.
    pub(crate) fn coloring(&self, orbit: OrbitId, element: Element) -> Coloring<1, N> {
        self.symmetry
            .image(element, self.get(orbit).representative())
    }

    /// Counts the stones of each player in a coloring.
    #[inline]
    pub(crate) fn stones(&self, orbit: OrbitId, element: Element) -> [u8; N] {
        let coloring = self.get(orbit).representative();
        let mut stones = [0; N];
        for player in (0..N).map(Player::new) {
            let actual = self.symmetry.player(element, player);
            stones[actual.index()] = coloring.stones(player).len() as u8;
        }
        stones
    }

    /// Returns the normal name of a coloring.
    #[inline]
    pub(crate) fn normal(&self, orbit: OrbitId, element: Element) -> Element {
        let orbit = self.get(orbit);
        if orbit.is_asymmetric() {
            return element;
        }
        self.stabilizers[usize::from(orbit.stabilizer())].normal[element.index()]
    }

    /// Returns the normal name of a coloring with a player; the player is in the representative's frame.
    #[inline]
    pub(crate) fn normal_with_player(
        &self,
        orbit: OrbitId,
        player: Player,
        element: Element,
    ) -> (Player, Element) {
        let orbit = self.get(orbit);
        if orbit.is_asymmetric() {
            return (player, element);
        }
        self.stabilizers[usize::from(orbit.stabilizer())].normal_with_player
            [player.index() * self.symmetry.len() + element.index()]
    }

    /// Calls `act` with the plays of `player` from the orbit's representative, each distinct result once, in point
    /// order. `act` must not call this method.
    ///
    /// Under positional superko a play that leads back to the same coloring is always illegal and left out.
    #[inline]
    pub(crate) fn with_plays<T>(
        &self,
        orbit: OrbitId,
        player: Player,
        act: impl FnOnce(&[Edge]) -> T,
    ) -> T {
        let make = || self.list_plays(self.get(orbit).representative(), player);
        self.plays.with(orbit, player, make, act)
    }

    fn list_plays(&self, from: Coloring<1, N>, player: Player) -> Box<[Edge]> {
        let images = self.symmetry.images_of(from);
        let mut stays = false;
        let mut found = Vec::with_capacity(self.graph.points());
        for (point, play) in from.plays(&self.graph, player, self.rules.suicide) {
            if play.coloring == from {
                // All one-stone suicides make the same record.
                if stays || self.rules.superko == koproof_rules::Superko::Positional {
                    continue;
                }
                stays = true;
            }
            found.push((point, images.canonical(play.coloring)));
        }
        // All plays step by step, so that the processor waits for the memory of several at once: 0.86 of the time on 3x6.
        let orbits: Vec<OrbitId> = (found.iter())
            .map(|(_, (canonical, _))| self.orbit_of(*canonical))
            .collect();
        (found.iter().zip(orbits))
            .map(|(&(point, (_, to_canonical)), orbit)| {
                let element = self.normal(orbit, self.symmetry.inverse(to_canonical));
                Edge::new(point, orbit, element, self.get(orbit).is_asymmetric())
            })
            .collect()
    }

    /// Returns the least score of a prover who only passes, and the greatest score of a prover whose refuter only passes.
    pub(crate) fn pass_forever(&self, coloring: &Coloring<1, N>) -> (i16, i16) {
        (self.contest).pass_forever(&self.graph, &self.rules, self.proofs, coloring)
    }

    fn body(&self, canonical: Canonical<Coloring<1, N>>) -> Body<N> {
        let representative = *canonical.get();
        let Self {
            graph,
            rules,
            contest,
            ..
        } = self;
        let (floor, ceiling) = self.pass_forever(&representative);
        let score = contest.score(graph, rules, &representative);
        let stabilizer = if canonical.is_asymmetric() {
            TRIVIAL
        } else {
            let fixes = |&element: &Element| self.symmetry.fixes(element, representative);
            self.stabilizer_index(self.symmetry.elements().filter(fixes).collect())
        };
        Body {
            representative,
            score,
            evaluation: contest.evaluation(graph, &representative, score),
            floor,
            ceiling,
            stabilizer,
        }
    }

    /// Returns the index of the stabiliser with these elements.
    fn stabilizer_index(&self, elements: Box<[Element]>) -> u16 {
        *self
            .stabilizer_indices
            .entry(elements.clone())
            .or_insert_with(|| {
                let index = self.stabilizers.push(self.make_stabilizer(&elements));
                let index = u16::try_from(index).ok().filter(|&index| index != FREE);
                index.expect("no board has so many kinds of symmetric colorings")
            })
    }

    fn make_stabilizer(&self, elements: &[Element]) -> Stabilizer {
        let symmetry = &self.symmetry;
        let size = symmetry.len();
        let players = self.contest.players();
        let mut normal = vec![None; size];
        let mut normal_with_player = vec![None; players * size];
        // The names of a coloring are a coset of its stabiliser. The first one that comes along is the least.
        for player in (0..players).map(Player::new) {
            for element in symmetry.elements() {
                if normal_with_player[player.index() * size + element.index()].is_some() {
                    continue;
                }
                for &fixing in elements {
                    let name = symmetry.product(element, fixing).index();
                    let carried = symmetry.player(fixing, player).index();
                    normal[name].get_or_insert(element);
                    normal_with_player[carried * size + name] = Some((player, element));
                }
            }
        }
        Stabilizer {
            normal: normal.into_iter().flatten().collect(),
            normal_with_player: normal_with_player.into_iter().flatten().collect(),
        }
    }
}
