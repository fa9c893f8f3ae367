//! The graph of colorings and plays that start from the empty coloring.

use std::collections::{BTreeSet, HashMap};

use koproof_rules::{
    ColorSwap, Coloring, Graph, Player, Point, PointSet, Ruleset, Suicide, Symmetry,
};

/// The bit of a set that stands for the first coloring after the empty one; the bits before it are free for other use.
pub(super) const FIRST_BIT: usize = 8;

/// The most players whose permutations are used: for more players, there are too many permutations.
const MAX_ALIKE: usize = 4;

/// The colorings that occur in legal games, numbered from the empty one, and the plays between them that change the
/// coloring.
///
/// Sets of colorings have `64 * W` bits, and coloring i > 0 is bit i + 7. No game comes back to the empty coloring, so
/// it is in no set.
#[derive(Clone, Debug)]
pub(super) struct PlayGraph<const W: usize> {
    successors: Vec<PointSet<W>>,
    all: PointSet<W>,
    images: Vec<Image<W>>,
    /// By coloring: the number of its orbit, and the symmetries that lead to its representative.
    orbits: Vec<(u8, Vec<u16>)>,
    /// By orbit: the representative.
    representatives: Vec<usize>,
}

/// The images of all sets under one symmetry, by byte of the set.
#[derive(Clone, Debug)]
struct Image<const W: usize> {
    bytes: Vec<[PointSet<W>; 256]>,
}

type Stones = Coloring<1, { Player::MAX }>;

impl<const W: usize> PlayGraph<W> {
    /// The number of the empty coloring.
    pub(super) const EMPTY: usize = 0;

    /// The largest number of colorings.
    pub(super) const MAX_COLORINGS: usize = 64 * W - FIRST_BIT + 1;

    /// Explores all plays, without history; `None` if there are too many colorings.
    pub(super) fn new(graph: &Graph<1>, rules: &Ruleset) -> Option<Self> {
        let (colorings, successors) = explore(graph, rules, Self::MAX_COLORINGS)?;
        let symmetries = symmetries(graph, rules.players, &colorings);
        let mut orbits = Vec::with_capacity(colorings.len());
        let mut representatives = Vec::new();
        for coloring in 0..colorings.len() {
            let images = symmetries.iter().map(|images| images[coloring]);
            let representative = images.min().expect("the identity is a symmetry");
            if representative == coloring {
                representatives.push(coloring);
            }
            let leading =
                (0..symmetries.len()).filter(|&s| symmetries[s][coloring] == representative);
            let orbit = representatives
                .binary_search(&representative)
                .expect("a representative comes before the rest of its orbit");
            orbits.push((orbit as u8, leading.map(|s| s as u16).collect()));
        }
        let set = |list: &Vec<usize>| list.iter().filter_map(|&coloring| bit(coloring)).collect();
        Some(Self {
            successors: successors.iter().map(set).collect(),
            all: (0..colorings.len()).filter_map(bit).collect(),
            images: symmetries.iter().map(|images| Image::new(images)).collect(),
            orbits,
            representatives,
        })
    }

    /// Counts the colorings.
    pub(super) fn colorings(&self) -> usize {
        self.successors.len()
    }

    /// Counts the symmetries.
    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Returns the set of all colorings but the empty one.
    pub(super) fn all(&self) -> PointSet<W> {
        self.all
    }

    /// Returns the results of one play.
    #[inline]
    pub(super) fn successors(&self, coloring: usize) -> PointSet<W> {
        self.successors[coloring]
    }

    /// Returns the number of the coloring that a bit stands for.
    #[inline]
    pub(super) fn coloring_of(bit: Point) -> usize {
        bit.index() + 1 - FIRST_BIT
    }

    /// Returns the number of a coloring's orbit.
    #[inline]
    pub(super) fn orbit(&self, coloring: usize) -> usize {
        usize::from(self.orbits[coloring].0)
    }

    /// Returns the representative of an orbit.
    #[inline]
    pub(super) fn representative(&self, orbit: usize) -> usize {
        self.representatives[orbit]
    }

    /// Returns the colorings that plays lead to from here without leaving `open`.
    #[inline]
    pub(super) fn reached(&self, from: usize, open: PointSet<W>) -> PointSet<W> {
        let mut reached = self.successors[from] & open;
        let mut fresh = reached;
        while let Some(next) = fresh.first() {
            fresh.remove(next);
            let found = (self.successors[Self::coloring_of(next)] & open) - reached;
            reached |= found;
            fresh |= found;
        }
        reached
    }

    /// Returns the least image of a set under the symmetries that lead from a coloring to its representative.
    #[inline]
    pub(super) fn least_image(&self, coloring: usize, set: PointSet<W>) -> PointSet<W> {
        let leading = self.orbits[coloring].1.iter();
        leading
            .map(|&symmetry| self.images[usize::from(symmetry)].of(set))
            .min()
            .expect("some symmetry leads to the representative")
    }
}

impl<const W: usize> Image<W> {
    fn new(images: &[usize]) -> Self {
        let image = |at: usize| {
            let coloring = (at + 1).checked_sub(FIRST_BIT)?;
            images.get(coloring).and_then(|&image| bit(image))
        };
        let byte = |byte: usize| {
            std::array::from_fn(|bits| {
                let set = (0..8).filter(|at| bits >> at & 1 == 1);
                set.filter_map(|at| image(8 * byte + at)).collect()
            })
        };
        Self {
            bytes: (0..8 * W).map(byte).collect(),
        }
    }

    #[inline]
    fn of(&self, set: PointSet<W>) -> PointSet<W> {
        let mut image = PointSet::EMPTY;
        for (index, table) in self.bytes.iter().enumerate() {
            let byte = set.words()[index / 8] >> (8 * (index % 8)) & 255;
            image |= table[byte as usize];
        }
        image
    }
}

/// Returns the bit that stands for a coloring, if it is not the empty one.
fn bit(coloring: usize) -> Option<Point> {
    (coloring > 0).then(|| Point::new((coloring - 1 + FIRST_BIT) as u16))
}

/// Lists the colorings that plays lead to from the empty one, each with the results of one play; `None` if there are
/// more than `most`.
fn explore(
    graph: &Graph<1>,
    rules: &Ruleset,
    most: usize,
) -> Option<(Vec<Stones>, Vec<Vec<usize>>)> {
    let mut colorings = vec![Stones::EMPTY];
    let mut numbers = HashMap::from([(Stones::EMPTY, 0)]);
    let mut successors = Vec::new();
    while let Some(&coloring) = colorings.get(successors.len()) {
        let mut list = Vec::new();
        for (_, next) in plays(graph, rules, coloring) {
            let number = *numbers.entry(next).or_insert_with(|| {
                colorings.push(next);
                colorings.len() - 1
            });
            list.push(number);
        }
        if colorings.len() > most {
            return None;
        }
        successors.push(list);
    }
    Some((colorings, successors))
}

/// Iterates over the results of one play, with its player, without one-stone suicides.
pub(super) fn plays<'g, const N: usize>(
    graph: &'g Graph<1>,
    rules: &Ruleset,
    coloring: Coloring<1, N>,
) -> impl Iterator<Item = (Player, Coloring<1, N>)> + use<'g, N> {
    let (players, suicide) = (rules.players, rules.suicide);
    let points = coloring.empty(graph).iter();
    points
        .flat_map(move |point| (0..players).map(move |player| (point, Player::new(player))))
        .map(move |(point, player)| (player, coloring.play(graph, player, point)))
        .filter(move |(_, play)| suicide == Suicide::Allow || play.suicide.is_empty())
        .map(|(player, play)| (player, play.coloring))
        .filter(move |&(_, next)| next != coloring)
}

/// Lists the symmetries of board and players as permutations of the colorings, each once, the identity first.
fn symmetries(graph: &Graph<1>, players: usize, colorings: &[Stones]) -> Vec<Vec<usize>> {
    let numbers: HashMap<Stones, usize> = colorings.iter().copied().zip(0..).collect();
    let automorphisms = Symmetry::new(graph, ColorSwap::Excluded);
    let mut permutations = BTreeSet::new();
    for order in orders(players.min(MAX_ALIKE)) {
        for automorphism in automorphisms.elements() {
            let image = |&coloring: &Stones| {
                let moved = automorphisms.image(automorphism, coloring);
                let stones = order.map(|player| moved.stones(Player::new(player)));
                numbers[&Stones::from_stones(stones)]
            };
            permutations.insert(colorings.iter().map(image).collect());
        }
    }
    permutations.into_iter().collect()
}

/// Lists the orders of all players in which only the first few change places.
fn orders(few: usize) -> Vec<[usize; Player::MAX]> {
    let mut orders = vec![std::array::from_fn(|player| player)];
    for last in 1..few {
        let swapped = |order: &[usize; Player::MAX]| {
            let order = *order;
            (0..=last).map(move |with| {
                let mut order = order;
                order.swap(with, last);
                order
            })
        };
        orders = orders.iter().flat_map(swapped).collect();
    }
    orders
}
