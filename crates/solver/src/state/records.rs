//! Records of the history, each in one word.

use koproof_rules::{Element, Player, Superko};

use super::index::OrbitId;

/// A record by name: orbit, player where the superko rule looks at players, whether the coloring is asymmetric
/// (its stabiliser is trivial, so the name is the only one), and element, in one word.
pub(crate) type RecordId = u32;

/// The place of a record: its orbit and sometimes more, the same for all images under the symmetries.
pub(crate) type Place = u32;

/// The packing of records into words, which depends on the superko rule and the number of symmetries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    /// The bits of the element. The bit above them marks an asymmetric coloring.
    elements: u32,
    /// The lowest bit of orbit and player.
    shift: u32,
    /// The lowest bit of the place.
    place: u32,
    players: u32,
}

impl Packing {
    pub(crate) fn new(superko: Superko, players: usize, symmetries: usize) -> Self {
        let elements = symmetries.next_power_of_two();
        let players = match superko {
            Superko::Positional => 1,
            Superko::Situational | Superko::NaturalSituational | Superko::Taylor => players as u32,
        };
        // One bit more for the mark of an asymmetric coloring.
        let shift = elements.trailing_zeros() + 1;
        Self {
            elements: elements as u32 - 1,
            shift,
            // Symmetries exchange players only if there are two.
            place: shift + u32::from(players == 2),
            players,
        }
    }

    /// Returns the largest number of orbits that fit into names.
    pub(crate) fn max_orbits(self) -> usize {
        (1 << (32 - self.shift)) / self.players as usize
    }

    /// Packs a name; `asymmetric` tells whether it is the only name of its coloring.
    #[inline]
    pub(crate) fn pack(
        self,
        orbit: OrbitId,
        asymmetric: bool,
        player: Option<Player>,
        element: Element,
    ) -> RecordId {
        let player = player.map_or(0, |player| player.index() as u32);
        let mark = if asymmetric { self.mark() } else { 0 };
        (orbit * self.players + player) << self.shift | mark | element.index() as u32
    }

    /// Returns the bit that marks an asymmetric coloring.
    #[inline]
    fn mark(self) -> u32 {
        self.elements + 1
    }

    #[inline]
    pub(crate) fn element(self, record: RecordId) -> Element {
        Element::from_index((record & self.elements) as usize)
    }

    /// Returns the place of a record.
    #[inline]
    pub(crate) fn place(self, record: RecordId) -> Place {
        record >> self.place
    }

    #[inline]
    pub(super) fn is_asymmetric(self, record: RecordId) -> bool {
        record & self.mark() != 0
    }

    #[inline]
    pub(crate) fn orbit(self, record: RecordId) -> OrbitId {
        (record >> self.shift) / self.players
    }

    #[inline]
    pub(super) fn player(self, record: RecordId) -> Option<Player> {
        let thing = record >> self.shift;
        match self.players {
            1 => None,
            2 => Some(Player::new((thing & 1) as usize)),
            players => Some(Player::new((thing % players) as usize)),
        }
    }

    /// Replaces the element of a record by the product with a symmetry, given by its row of products. The result may not be in
    /// normal form.
    #[inline]
    pub(crate) fn image(self, record: RecordId, products: &[u16]) -> RecordId {
        record & !self.elements | u32::from(products[self.element(record).index()])
    }
}
