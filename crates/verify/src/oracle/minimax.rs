//! Minimax over the whole game tree, with alpha-beta as the only cut.

use koproof_rules::{Player, Scoring};

use super::OracleGame;

/// The most turns of a line, because each takes stack.
pub(super) const MAX_DEPTH: usize = 2_000;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value of the game for a window `(alpha, beta)`: exact if `alpha < value < beta`, an upper bound if
    /// `value <= alpha`, a lower bound if `value >= beta`.
    pub value: i32,
    /// The number of nodes: states in which a player is to move, including the root. The end of a game is no node,
    /// because the last pass is scored at its parent.
    pub nodes: u64,
    /// The depth of the deepest node, in turns below the root.
    pub depth: usize,
}

impl OracleGame<'_> {
    /// Finds the value of the game from here on, with its history: Black − White under best play, komi not counted.
    ///
    /// Depth first, passes before plays, plays in the order of their points; a node is left as soon as
    /// `alpha >= beta`. No table, no symmetry, no other pruning. `None` if it takes more than `node_limit` nodes
    /// or a line of more than 2,000 turns, which no game on up to 5 points has.
    ///
    /// # Panics
    /// If the game has more than two players, where such a value does not exist.
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
        self.minimax(Player::BLACK, Self::score, window, node_limit)
    }

    /// Finds the largest result that a player can reach if all others want the smallest one.
    pub(super) fn minimax(
        &self,
        player: Player,
        result: impl Fn(&Self) -> i32,
        window: (i32, i32),
        node_limit: Option<u64>,
    ) -> Option<Answer> {
        let mut search = Search {
            game: self.clone(),
            player,
            result,
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

    /// Finds the value with a window that contains every possible score, so the value is exact. If prisoners count, the
    /// window has no limits.
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

struct Search<'o, R> {
    game: OracleGame<'o>,
    player: Player,
    result: R,
    nodes: u64,
    node_limit: u64,
    depth: usize,
}

impl<'o, R: Fn(&OracleGame<'o>) -> i32> Search<'o, R> {
    fn visit(&mut self, depth: usize, (mut alpha, mut beta): (i32, i32)) -> Option<i32> {
        if self.game.is_over() {
            return Some((self.result)(&self.game));
        }
        if self.nodes == self.node_limit || depth > MAX_DEPTH {
            return None;
        }
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        let own = self.game.to_move() == self.player;
        let mut best = None;
        for taken in self.game.moves() {
            if self.game.play(taken).is_err() {
                continue;
            }
            let value = self.visit(depth + 1, (alpha, beta))?;
            self.game.undo();
            best = match best {
                Some(best) if own => Some(value.max(best)),
                Some(best) => Some(value.min(best)),
                None => Some(value),
            };
            if own {
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
