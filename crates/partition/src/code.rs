//! Colorings as numbers.

use koproof_rules::{Coloring, Player, Point};

/// The most points of a board that is partitioned.
///
/// It is not what ends first: 5x5 has 414 billion legal colorings.
pub const MOST_POINTS: usize = 25;

/// Returns the number whose digit for 3^i is the colour of point i: 0 empty, 1 Black, 2 White.
pub(crate) fn code(coloring: &Coloring<1, 2>, points: usize) -> u64 {
    (0..points as u16).rev().fold(0, |code, point| {
        let colour = coloring.at(Point::new(point));
        3 * code + colour.map_or(0, |player| player.index() as u64 + 1)
    })
}

/// Returns the coloring with this code.
pub(crate) fn decode(mut code: u64, points: usize) -> Coloring<1, 2> {
    let mut coloring = Coloring::EMPTY;
    for point in 0..points as u16 {
        let colour = (code % 3).checked_sub(1);
        coloring.set(
            Point::new(point),
            colour.map(|index| Player::new(index as usize)),
        );
        code /= 3;
    }
    coloring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_a_coloring_has_its_colours_as_digits() {
        let coloring = Coloring::from_symbols(".XO......X").expect("a coloring");
        assert_eq!(code(&coloring, 10), 3 + 2 * 9 + 3u64.pow(9));
        let last = Coloring::from_symbols(&"O".repeat(MOST_POINTS)).expect("a coloring");
        assert_eq!(code(&last, MOST_POINTS), 3u64.pow(MOST_POINTS as u32) - 1);
    }

    #[test]
    fn decoding_undoes_coding() {
        for number in (0..3u64.pow(MOST_POINTS as u32)).step_by(9_999_999_967) {
            assert_eq!(code(&decode(number, MOST_POINTS), MOST_POINTS), number);
        }
    }
}
