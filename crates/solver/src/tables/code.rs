//! Colorings as numbers.

use koproof_rules::{Coloring, Player, Point, PointSet};

/// The most points of a board whose colorings are put in a [`Table`](crate::Table).
///
/// With so many points there are 3^17 = 129,140,163 colorings, legal or not, and a bit for each of them takes 16 MiB.
pub const MAX_TABLE_POINTS: usize = 17;

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

/// Counts the codes of a board: one more than the largest.
pub(crate) fn codes(points: usize) -> usize {
    3usize.pow(points as u32)
}

/// Returns the code of a coloring: the number whose digit for 3^i is the colour of point i, with 0 for empty, 1 for
/// Black and 2 for White.
///
/// All stones lie on the first [`MAX_TABLE_POINTS`] points.
pub(crate) fn code(coloring: &Coloring<1, 2>) -> usize {
    (in_base_three(coloring.stones(Player::BLACK))
        + 2 * in_base_three(coloring.stones(Player::WHITE))) as usize
}

fn in_base_three(stones: PointSet<1>) -> u32 {
    let [low, middle, high, ..] = stones.words()[0].to_le_bytes();
    [high, middle, low]
        .into_iter()
        .fold(0, |sum, bits| sum * 6561 + IN_BASE_THREE[usize::from(bits)])
}

/// Returns the coloring with this code.
pub(crate) fn decode(mut code: usize) -> Coloring<1, 2> {
    let mut coloring = Coloring::EMPTY;
    for index in 0..MAX_TABLE_POINTS {
        let colour = (code % 3).checked_sub(1).map(Player::new);
        coloring.set(Point::new(index as u16), colour);
        code /= 3;
    }
    coloring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_a_coloring_has_its_colours_as_digits() {
        let coloring = Coloring::from_symbols(".XO......X.......").expect("symbols of a coloring");
        assert_eq!(code(&coloring), 3 + 2 * 9 + 3usize.pow(9));
        let last =
            Coloring::from_symbols(&"O".repeat(MAX_TABLE_POINTS)).expect("symbols of a coloring");
        assert_eq!(code(&last), codes(MAX_TABLE_POINTS) - 1);
    }

    #[test]
    fn decoding_undoes_coding() {
        for number in (0..codes(MAX_TABLE_POINTS)).step_by(997) {
            assert_eq!(code(&decode(number)), number);
        }
    }
}
