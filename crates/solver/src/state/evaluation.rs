//! The evaluation of a coloring: a heuristic that guides the search. No value depends on it.
//!
//! A lead in area counts four, a liberty two, and weakness costs two for each unit: a chain with one liberty is as weak
//! as twice its stones and two more, one with two liberties as weak as one unit. The weights were found on 3x4, 2x7 and
//! 3x5 and tried on 4x4, 2x8 and 3x6. Halved and doubled weights, stones on points of many neighbours, numbers of
//! chains and eye-like points gained on one board what they lost on another; random playouts took as many expansions
//! and ten times the time.

use koproof_rules::{Coloring, Graph, Player, PointSet};

/// Units of an evaluation that are worth a point of the score.
pub(crate) const UNITS: i16 = 4;

/// The weight of a liberty and of a unit of weakness.
const SAFETY: i16 = 2;

/// Evaluates a coloring of two players, whose area is `lead`, for Black, in units of a quarter point. Exchanged colors
/// change the sign.
///
/// # Complexity
/// One flood fill for each chain.
pub(crate) fn evaluation(graph: &Graph<1>, coloring: &Coloring<1, 2>, lead: i16) -> i16 {
    let black = safety(graph, coloring, Player::BLACK);
    let white = safety(graph, coloring, Player::WHITE);
    UNITS * lead + SAFETY * (black - white)
}

/// Returns the liberties of a player minus the penalty for weak chains.
fn safety(graph: &Graph<1>, coloring: &Coloring<1, 2>, player: Player) -> i16 {
    let (mut all, mut weakness) = (PointSet::EMPTY, 0);
    for chain in coloring.chains(graph, player) {
        let liberties = coloring.liberties(graph, chain);
        all |= liberties;
        weakness += match liberties.len() {
            0 | 1 => 2 * chain.len() as i16 + 2,
            2 => 1,
            _ => 0,
        };
    }
    all.len() as i16 - weakness
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Scoring};

    use super::*;

    fn of(board: &str, coloring: &str) -> i16 {
        let board: Board = board.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let coloring = Coloring::from_symbols(coloring).expect("a coloring");
        evaluation(&graph, &coloring, coloring.balance(&graph, Scoring::Area))
    }

    #[test]
    fn the_empty_board_is_even() {
        assert_eq!(of("3x4", "............"), 0);
    }

    /// One stone has an area of nine points, and four liberties.
    #[test]
    fn a_stone_alone_counts_its_area_and_its_liberties() {
        assert_eq!(of("3x3", "....X...."), 4 * 9 + 2 * 4);
    }

    /// Each player has two points. Black's chain of two has one liberty and weakness six, White's stone two liberties
    /// and weakness one.
    #[test]
    fn chains_with_few_liberties_are_weak() {
        let (black, white) = (1 - 6, 2 - 1);
        assert_eq!(of("path:5", "XX.O."), 2 * (black - white));
    }

    #[test]
    fn exchanged_colors_change_the_sign() {
        for coloring in ["XX.O..O..", ".X.XO.O..", "....O...."] {
            let exchanged: String = (coloring.chars())
                .map(|symbol| match symbol {
                    'X' => 'O',
                    'O' => 'X',
                    other => other,
                })
                .collect();
            assert_eq!(of("3x3", coloring), -of("3x3", &exchanged), "{coloring}");
        }
    }
}
