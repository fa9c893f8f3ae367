//! Colorings as numbers.

use crate::color::Player;
use crate::coloring::Coloring;
use crate::points::{Point, PointSet};

/// Reads the eight bits of the index as digits 0 and 1 of a number in base 3.
const IN_BASE_THREE: [u32; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = 3 * table[bits / 2] + bits as u32 % 2;
        bits += 1;
    }
    table
};

impl<const N: usize> Coloring<1, N> {
    /// Returns the code of a coloring with stones of this number of players: the number in base `players` + 1 whose
    /// i-th digit, the last one first, is the color of point i: 0 empty, 1 Black, 2 White and so on.
    ///
    /// # Panics
    /// If the number does not fit: for two players, if a stone lies beyond the first 40 points. If there are more
    /// players than the coloring can have.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Coloring;
    /// let coloring = Coloring::<1, 2>::from_symbols(".XO")?;
    /// assert_eq!(coloring.code(2), 1 * 3 + 2 * 9);
    /// assert_eq!(Coloring::from_code(21, 2), coloring);
    /// # Ok::<(), koproof_rules::ColoringError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn code(&self, players: usize) -> u64 {
        let stones = |player| self.stones(Player::new(player));
        if players == 2 {
            return in_base_three(stones(0)) + 2 * in_base_three(stones(1));
        }
        let base = players as u64 + 1;
        let digits = (0..players).flat_map(|player| {
            let points = stones(player).into_iter();
            points.map(move |point| (player as u64 + 1, point.index() as u32))
        });
        let mut code = Some(0_u64);
        for (color, place) in digits {
            let digit = (base.checked_pow(place)).and_then(|place| place.checked_mul(color));
            code = code.and_then(|code| code.checked_add(digit?));
        }
        code.expect("the code fits into 64 bits")
    }

    /// Returns the coloring with this [`code`](Self::code).
    ///
    /// # Panics
    /// If there are no players, or the code has a stone of a player whom the coloring cannot have.
    #[must_use]
    pub fn from_code(mut code: u64, players: usize) -> Self {
        assert!(players > 0, "without players there is only one coloring");
        let base = players as u64 + 1;
        let mut coloring = Self::EMPTY;
        let mut point = 0;
        while code > 0 {
            let color = (code % base).checked_sub(1);
            let player = color.map(|index| Player::new(index as usize));
            coloring.set(Point::new(point), player);
            code /= base;
            point += 1;
        }
        coloring
    }
}

#[inline]
fn in_base_three(stones: PointSet<1>) -> u64 {
    let [word] = *stones.words();
    assert!(word >> 40 == 0, "the code fits into 64 bits");
    let bytes = word.to_le_bytes();
    bytes[..5].iter().rev().fold(0, |sum, &bits| {
        sum * 6561 + u64::from(IN_BASE_THREE[usize::from(bits)])
    })
}
