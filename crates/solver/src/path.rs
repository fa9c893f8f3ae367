//! The history of the line of play being searched, as a bit for every name of every record.

use koproof_rules::{Element, Player, Superko};

use crate::contest::Contest;
use crate::orbits::{OrbitId, Orbits};

/// A record by name: orbit, player where the superko rule looks at players, whether the name is the only one,
/// and element, in one word.
pub(crate) type RecordId = u32;

/// How records are packed into words, which depends on the superko rule and the number of symmetries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    shift: u32,
    players: u32,
}

impl Packing {
    pub(crate) fn new(superko: Superko, players: usize, symmetries: usize) -> Self {
        Self {
            // One bit more for the mark of a lone name.
            shift: symmetries.next_power_of_two().trailing_zeros() + 1,
            players: match superko {
                Superko::Positional => 1,
                Superko::Situational | Superko::NaturalSituational | Superko::Taylor => {
                    players as u32
                }
            },
        }
    }

    /// How many orbits fit into names.
    pub(crate) fn most_orbits(self) -> usize {
        (1 << (32 - self.shift)) / self.players as usize
    }

    /// Packs a name; `lone` tells whether it is the only name of its coloring.
    #[inline]
    pub(crate) fn pack(
        self,
        orbit: OrbitId,
        lone: bool,
        player: Option<Player>,
        element: Element,
    ) -> RecordId {
        let player = player.map_or(0, |player| player.index() as u32);
        let thing = (orbit * self.players + player) << 1 | u32::from(lone);
        thing << (self.shift - 1) | element.index() as u32
    }

    #[inline]
    pub(crate) fn element(self, record: RecordId) -> Element {
        Element::from_index((record & ((1 << (self.shift - 1)) - 1)) as usize)
    }

    /// Replaces the element of a record: the record's image, not in normal form.
    #[inline]
    pub(crate) fn with_element(self, record: RecordId, element: u16) -> RecordId {
        record >> (self.shift - 1) << (self.shift - 1) | u32::from(element)
    }

    #[inline]
    fn is_lone(self, record: RecordId) -> bool {
        record >> (self.shift - 1) & 1 == 1
    }

    #[inline]
    fn orbit(self, record: RecordId) -> OrbitId {
        (record >> self.shift) / self.players
    }

    #[inline]
    fn player(self, record: RecordId) -> Option<Player> {
        let thing = record >> self.shift;
        match self.players {
            1 => None,
            2 => Some(Player::new((thing & 1) as usize)),
            players => Some(Player::new((thing % players) as usize)),
        }
    }

    /// Returns the normal name of a record.
    #[inline]
    pub(crate) fn normal<C: Contest<N>, const N: usize>(
        self,
        orbits: &Orbits<C, N>,
        record: RecordId,
    ) -> RecordId {
        if self.is_lone(record) {
            return record;
        }
        let orbit = self.orbit(record);
        let element = self.element(record);
        match self.player(record) {
            None => self.pack(orbit, false, None, orbits.normal(orbit, element)),
            Some(player) => {
                let (player, element) = orbits.normal_with_player(orbit, player, element);
                self.pack(orbit, false, Some(player), element)
            }
        }
    }

    /// Tells whether a word is the normal name of a record.
    pub(crate) fn is_name<C: Contest<N>, const N: usize>(
        self,
        orbits: &Orbits<C, N>,
        record: RecordId,
    ) -> bool {
        let orbit = self.orbit(record);
        (orbit as usize) < orbits.len()
            && self.element(record).index() < orbits.symmetry.len()
            && self.is_lone(record) == orbits.get(orbit).lone
            && self.normal(orbits, record) == record
    }

    /// Tells whether two names are of one record.
    #[inline]
    pub(crate) fn same<C: Contest<N>, const N: usize>(
        self,
        orbits: &Orbits<C, N>,
        one: RecordId,
        other: RecordId,
    ) -> bool {
        one == other
            || !self.is_lone(one)
                && self.orbit(one) == self.orbit(other)
                && self.normal(orbits, one) == self.normal(orbits, other)
    }
}

/// A growing bit set of words.
#[derive(Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    #[inline]
    pub(crate) fn contains(&self, bit: u32) -> bool {
        self.0
            .get(bit as usize / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Adds a bit and tells whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, bit: u32) -> bool {
        let index = bit as usize / 64;
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), 0);
        }
        let old = self.0[index];
        self.0[index] |= 1 << (bit % 64);
        old != self.0[index]
    }

    #[inline]
    pub(crate) fn remove(&mut self, bit: u32) {
        self.0[bit as usize / 64] &= !(1 << (bit % 64));
    }
}

/// The history of the current line: every name of every record is marked, so that a record carried over from
/// another frame is looked up without being normalised.
#[derive(Debug, Default)]
pub(crate) struct Path {
    marks: Bits,
    records: Vec<RecordId>,
}

impl Path {
    /// Tells whether the history holds the record, under any of its names.
    #[inline]
    pub(crate) fn contains(&self, record: RecordId) -> bool {
        self.marks.contains(record)
    }

    /// Adds a record and tells whether it is new.
    pub(crate) fn push<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
        record: RecordId,
    ) -> bool {
        if self.marks.contains(record) {
            return false;
        }
        for_names(orbits, packing, record, |name| {
            self.marks.insert(name);
        });
        self.records.push(record);
        true
    }

    /// Takes out the last record that was new.
    pub(crate) fn pop<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
    ) {
        let record = self
            .records
            .pop()
            .expect("only records that were pushed are popped");
        for_names(orbits, packing, record, |name| self.marks.remove(name));
    }

    /// Takes out every record.
    pub(crate) fn clear<C: Contest<N>, const N: usize>(
        &mut self,
        orbits: &Orbits<C, N>,
        packing: Packing,
    ) {
        while !self.records.is_empty() {
            self.pop(orbits, packing);
        }
    }
}

/// Does something with every name of a record.
#[inline]
fn for_names<C: Contest<N>, const N: usize>(
    orbits: &Orbits<C, N>,
    packing: Packing,
    record: RecordId,
    mut act: impl FnMut(RecordId),
) {
    if packing.is_lone(record) {
        return act(record);
    }
    let orbit = packing.orbit(record);
    let player = packing.player(record);
    let products = orbits.symmetry.products_of(packing.element(record));
    for &fixing in &orbits.stabilizer(orbit).elements {
        let player = player.map(|player| orbits.symmetry.player(fixing, player));
        let element = Element::from_index(usize::from(products[fixing.index()]));
        act(packing.pack(orbit, false, player, element));
    }
}
