//! The graph of situations and plays that start from the empty board.

use koproof_rules::{Graph, Player, Point, PointSet, Ruleset, Superko};

use super::explored::Explored;

/// The bit of a set that stands for the first situation in it; the bits before it are free for other use.
pub(super) const FIRST_BIT: usize = 8;

/// The situations that occur in legal games, numbered from the start, and the plays between them that change the coloring. A
/// *situation* is what superko compares: a coloring, and under situational superko the player to move, too.
///
/// Sets of situations have `64 * W` bits from [`FIRST_BIT`] on. Under positional superko no game comes back to the empty
/// coloring, every symmetry keeps it, and it is in no set; otherwise every situation has a bit.
#[derive(Clone, Debug)]
pub(super) struct PlayGraph<const W: usize> {
    turns: Vec<Vec<Turn<W>>>,
    /// The results of one play, after any passes.
    successors: Vec<PointSet<W>>,
    all: PointSet<W>,
    images: Vec<Image<W>>,
    /// By situation: the number of its orbit, and the symmetries that lead to its representative.
    orbits: Vec<(u8, Vec<u16>)>,
    /// By orbit: the representative.
    representatives: Vec<usize>,
    /// The number of colorings.
    pub(super) colorings: usize,
    bits: Bits,
}

/// The next play of a game, after a number of passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<const W: usize> {
    /// The situations that the passes record.
    pub(super) passed: PointSet<W>,
    /// The results of the play.
    pub(super) plays: PointSet<W>,
}

/// The bits that stand for situations.
#[derive(Clone, Copy, Debug)]
struct Bits {
    /// The first situation that has a bit.
    first: usize,
}

impl Bits {
    fn new(rules: &Ruleset) -> Self {
        Self {
            first: usize::from(rules.superko == Superko::Positional),
        }
    }

    fn of(self, situation: usize) -> Option<Point> {
        let bit = situation.checked_sub(self.first)? + FIRST_BIT;
        Some(Point::new(bit as u16))
    }

    fn set<const W: usize>(self, situations: impl IntoIterator<Item = usize>) -> PointSet<W> {
        let bits = situations
            .into_iter()
            .filter_map(|situation| self.of(situation));
        bits.collect()
    }
}

/// The images of all sets under one symmetry, by byte of the set.
#[derive(Clone, Debug)]
struct Image<const W: usize> {
    bytes: Vec<[PointSet<W>; 256]>,
}

impl<const W: usize> PlayGraph<W> {
    /// The number of the situation at the start.
    pub(super) const START: usize = 0;

    /// Returns the largest number of situations.
    pub(super) fn max_situations(rules: &Ruleset) -> usize {
        64 * W - FIRST_BIT + Bits::new(rules).first
    }

    /// Explores all plays, without history; `None` if there are too many situations.
    ///
    /// Superko must be positional or situational.
    pub(super) fn new(graph: &Graph<1>, rules: &Ruleset) -> Option<Self> {
        let bits = Bits::new(rules);
        let explored = Explored::new(graph, rules, Self::max_situations(rules))?;
        let situations = explored.situations.len();
        let symmetries = explored.symmetries(graph);
        let mut orbits = Vec::with_capacity(situations);
        let mut representatives = Vec::new();
        for situation in 0..situations {
            let images = symmetries.iter().map(|images| images[situation]);
            let representative = images.min().expect("the identity is a symmetry");
            if representative == situation {
                representatives.push(situation);
            }
            let leading =
                (0..symmetries.len()).filter(|&s| symmetries[s][situation] == representative);
            let orbit = representatives
                .binary_search(&representative)
                .expect("a representative comes before the rest of its orbit");
            orbits.push((orbit as u8, leading.map(|s| s as u16).collect()));
        }
        let turns: Vec<Vec<Turn<W>>> = (0..situations)
            .map(|situation| turns(&explored, situation, bits))
            .collect();
        let union = |turns: &Vec<Turn<W>>| {
            let plays = turns.iter().map(|turn| turn.plays);
            plays.fold(PointSet::EMPTY, |all, plays| all | plays)
        };
        Some(Self {
            successors: turns.iter().map(union).collect(),
            turns,
            all: bits.set(0..situations),
            images: (symmetries.iter())
                .map(|images| Image::new(images, bits))
                .collect(),
            orbits,
            representatives,
            colorings: explored.colorings(),
            bits,
        })
    }

    /// Counts the symmetries.
    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Returns the situations that a game has not recorded at its start.
    pub(super) fn open(&self) -> PointSet<W> {
        self.all - self.bits.set([Self::START])
    }

    /// Returns the next plays after no pass, after one pass, and so on.
    #[inline]
    pub(super) fn turns(&self, situation: usize) -> &[Turn<W>] {
        &self.turns[situation]
    }

    /// Returns the number of the situation that a bit stands for.
    #[inline]
    pub(super) fn situation_of(&self, bit: Point) -> usize {
        bit.index() + self.bits.first - FIRST_BIT
    }

    /// Returns the number of a situation's orbit.
    #[inline]
    pub(super) fn orbit(&self, situation: usize) -> usize {
        usize::from(self.orbits[situation].0)
    }

    /// Returns the representative of an orbit.
    #[inline]
    pub(super) fn representative(&self, orbit: usize) -> usize {
        self.representatives[orbit]
    }

    /// Returns the situations that plays lead to from here without leaving `open`.
    #[inline]
    pub(super) fn reached(&self, from: usize, open: PointSet<W>) -> PointSet<W> {
        let mut reached = self.successors[from] & open;
        let mut fresh = reached;
        while let Some(next) = fresh.first() {
            fresh.remove(next);
            let found = (self.successors[self.situation_of(next)] & open) - reached;
            reached |= found;
            fresh |= found;
        }
        reached
    }

    /// Returns the least image of a set under the symmetries that lead from a situation to its representative.
    #[inline]
    pub(super) fn least_image(&self, situation: usize, set: PointSet<W>) -> PointSet<W> {
        let leading = self.orbits[situation].1.iter();
        leading
            .map(|&symmetry| self.images[usize::from(symmetry)].of(set))
            .min()
            .expect("some symmetry leads to the representative")
    }
}

impl<const W: usize> Image<W> {
    fn new(images: &[usize], bits: Bits) -> Self {
        let image = |at: usize| {
            let situation = (at + bits.first).checked_sub(FIRST_BIT)?;
            images.get(situation).and_then(|&image| bits.of(image))
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

/// Returns the next plays from a situation by number of passes before. Positional superko records no passes, so there
/// their number does not matter.
fn turns<const W: usize>(explored: &Explored, situation: usize, bits: Bits) -> Vec<Turn<W>> {
    let (coloring, to_move) = explored.situations[situation];
    let plays = explored.plays[situation].iter();
    let Some(to_move) = to_move else {
        let plays = bits.set(plays.map(|&(_, next)| next));
        let passed = PointSet::EMPTY;
        return vec![Turn { passed, plays }];
    };
    let after = |passes: usize| Player::new((to_move.index() + passes) % explored.players);
    let turn = |passes: usize| {
        let recorded = (1..=passes).map(|passes| (coloring, Some(after(passes))));
        // A situation without a number is not the result of any play.
        let recorded = recorded.filter_map(|situation| explored.numbers.get(&situation).copied());
        let plays = plays.clone().filter(|(player, _)| *player == after(passes));
        Turn {
            passed: bits.set(recorded),
            plays: bits.set(plays.map(|&(_, next)| next)),
        }
    };
    (0..explored.players).map(turn).collect()
}
