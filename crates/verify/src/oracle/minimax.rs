//! Minimax over the whole game tree, with alpha-beta and nothing else.

use koproof_rules::{Player, Scoring};

use super::OracleGame;

/// The most turns of a line that are followed: each takes stack.
const DEEPEST: usize = 2_000;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value of the game for a window `(alpha, beta)`: exact if `alpha < value < beta`, an upper bound if
    /// `value <= alpha`, a lower bound if `value >= beta`.
    pub value: i32,
    /// How many states were entered in which somebody is to move, the root included. The end of a game is no
    /// node: the last pass is scored where it is made.
    pub nodes: u64,
    /// How many turns below the root the deepest node lies.
    pub depth: usize,
}

impl OracleGame<'_> {
    /// Finds the value of the game from here on, with the history it has: Black − White under best play, komi not
    /// counted.
    ///
    /// Depth first, passes before plays, plays in the order of their points; a node is left as soon as
    /// `alpha >= beta`. No table, no symmetry, no other pruning. `None` if it takes more than `node_limit` nodes
    /// or a line of more than 2,000 turns, which no game on up to 5 points has.
    ///
    /// # Panics
    /// If the game has more than two players: they have no value in this sense.
    ///
    /// # Complexity
    /// Exponential in the number of colorings: 2x2 takes a millisecond, 2x3 may take hours.
    ///
    /// Source: the counts follow J. Tromp, *Solving 2x2 Go*.
    #[must_use]
    pub fn value(&self, window: (i32, i32), node_limit: Option<u64>) -> Option<Answer> {
        assert_eq!(
            self.oracle.rules.players, 2,
            "minimax is for two players, who want the opposite"
        );
        let mut search = Search {
            game: self.clone(),
            nodes: 0,
            node_limit: node_limit.unwrap_or(u64::MAX),
            depth: 0,
        };
        let value = search.visit(0, window)?;
        Some(Answer {
            value,
            nodes: search.nodes,
            depth: search.depth,
        })
    }

    /// Finds the value with the widest window that matters: no score lies outside it, so the value is exact.
    /// Where prisoners count there is no such window, and every score is inside.
    ///
    /// # Panics
    /// As [`Self::value`].
    #[must_use]
    pub fn exact_value(&self, node_limit: Option<u64>) -> Option<i32> {
        let most = match self.oracle.rules.scoring {
            Scoring::Area | Scoring::Taylor => self.board_points() as i32,
            Scoring::Territory => i32::MAX,
        };
        self.value((-most, most), node_limit)
            .map(|answer| answer.value)
    }
}

struct Search<'o> {
    game: OracleGame<'o>,
    nodes: u64,
    node_limit: u64,
    depth: usize,
}

impl Search<'_> {
    fn visit(&mut self, depth: usize, (mut alpha, mut beta): (i32, i32)) -> Option<i32> {
        if self.game.is_over() {
            return Some(self.game.score());
        }
        if self.nodes == self.node_limit || depth > DEEPEST {
            return None;
        }
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        let black = self.game.to_move() == Player::BLACK;
        let mut best = None;
        for taken in self.game.moves() {
            if self.game.play(taken).is_err() {
                continue;
            }
            let value = self.visit(depth + 1, (alpha, beta))?;
            self.game.undo();
            best = match best {
                Some(best) if black => Some(value.max(best)),
                Some(best) => Some(value.min(best)),
                None => Some(value),
            };
            if black {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
