//! The evaluation of a coloring: a heuristic that guides the search. No value depends on it.
//!
//! In quarter points, a point of area counts four, a liberty two, a unit of weakness minus two. A chain with one liberty has
//! two units for each stone and two more; a chain with two liberties has one. The weights were found on 3x4, 2x7 and 3x5 and
//! tried on 4x4, 2x8 and 3x6. Halved and doubled weights, stones on points of many neighbours, numbers of chains and eye-like
//! points gained on one board what they lost on another; random playouts took as many expansions and ten times the time.

use koproof_rules::{Coloring, Graph, Player, PointSet};

/// Units of an evaluation that are worth a point of the score.
pub(crate) const UNITS: i16 = 4;

/// The weight of a liberty and of a unit of weakness.
const SAFETY: i16 = 2;

/// Tells whether some points have fewer than three neighbours, as the corners of a grid have.
pub(crate) fn has_rim(graph: &Graph<1>) -> bool {
    (graph.all().into_iter()).any(|point| graph.neighbours(point).len() < 3)
}

/// The features of a coloring that the heuristic sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluation {
    /// How far the prover is ahead, in quarter points.
    pub(crate) lead: i16,
    /// The stones of the largest chain in atari, of Black and of White; at most fifteen.
    pub(crate) in_atari: [u8; 2],
}

impl Evaluation {
    /// Evaluates a coloring by a score alone.
    pub(crate) const fn of_score(score: i16) -> Self {
        Self {
            lead: UNITS * score,
            in_atari: [0; 2],
        }
    }

    /// Evaluates a coloring of two players with this score for Black. Exchanged colors change the sign of the lead.
    ///
    /// # Complexity
    /// One flood fill for each chain.
    pub(crate) fn of_coloring(graph: &Graph<1>, coloring: &Coloring<1, 2>, score: i16) -> Self {
        let [black, white] =
            [Player::BLACK, Player::WHITE].map(|player| Chains::of(graph, coloring, player));
        Self {
            lead: UNITS * score + SAFETY * (black.safety - white.safety),
            in_atari: [black, white].map(|chains| chains.largest_in_atari.min(15) as u8),
        }
    }
}

/// The features of a player's chains that the heuristic sees.
struct Chains {
    /// The liberties minus the penalty for weak chains.
    safety: i16,
    /// The stones of the largest chain with a single liberty.
    largest_in_atari: usize,
}

impl Chains {
    fn of(graph: &Graph<1>, coloring: &Coloring<1, 2>, player: Player) -> Self {
        let (mut all, mut weakness, mut largest_in_atari) = (PointSet::EMPTY, 0, 0);
        for chain in coloring.chains(graph, player) {
            let liberties = coloring.liberties(graph, chain);
            all |= liberties;
            // Three are as good as many: a count of all takes more instructions.
            match liberties.iter().take(3).count() {
                0 | 1 => {
                    weakness += 2 * chain.len() as i16 + 2;
                    largest_in_atari = largest_in_atari.max(chain.len());
                }
                2 => weakness += 1,
                _ => {}
            }
        }
        Self {
            safety: all.len() as i16 - weakness,
            largest_in_atari,
        }
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Scoring};

    use super::*;

    fn of(board: &str, coloring: &str) -> Evaluation {
        let board: Board = board.parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let coloring = Coloring::from_symbols(coloring).expect("a coloring");
        Evaluation::of_coloring(&graph, &coloring, coloring.balance(&graph, Scoring::Area))
    }

    #[test]
    fn the_empty_board_is_even() {
        assert_eq!(of("3x4", "............").lead, 0);
    }

    /// One stone has an area of nine points, and four liberties.
    #[test]
    fn a_stone_alone_counts_its_area_and_its_liberties() {
        assert_eq!(of("3x3", "....X....").lead, 4 * 9 + 2 * 4);
    }

    /// Each player has two points. Black's chain of two has one liberty and weakness six, White's stone two liberties
    /// and weakness one.
    #[test]
    fn chains_with_few_liberties_are_weak() {
        let (black, white) = (1 - 6, 2 - 1);
        assert_eq!(of("path:5", "XX.O.").lead, 2 * (black - white));
    }

    /// In atari are Black's first and last chain, and White's only one.
    #[test]
    fn the_largest_chain_in_atari_counts() {
        assert_eq!(of("path:9", "XX.X.OOX.").in_atari, [2, 2]);
    }

    #[test]
    fn grids_have_a_rim() {
        let boards = ["3x4", "prism:5", "wheel:10", "path:3"];
        let found = boards.map(|name| {
            let board: Board = name.parse().expect("a board");
            has_rim(&Graph::new(&board).expect("a small board"))
        });
        assert_eq!(found, [true, false, false, true]);
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
            let [one, other] = [coloring, &exchanged].map(|coloring| of("3x3", coloring));
            assert_eq!(one.lead, -other.lead, "{coloring}");
            let [black, white] = one.in_atari;
            assert_eq!([white, black], other.in_atari, "{coloring}");
        }
    }
}
