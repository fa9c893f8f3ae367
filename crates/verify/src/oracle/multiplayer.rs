//! Values for three or more players: max^n, or one player against all others.

use koproof_rules::Player;

use super::OracleGame;
use super::minimax::MAX_DEPTH;

impl OracleGame<'_> {
    /// Finds the max^n values: the score of each player if all players always choose the move that is best for
    /// themselves.
    ///
    /// Of equally good moves the first is taken: the pass, then plays in the order of their points. The values depend
    /// on this order. The search cuts no move and plays every game to its end. `None` if that takes more than
    /// `node_limit` nodes, or a line of more than 2,000 moves.
    ///
    /// # Complexity
    /// Every game is played: 6.9 million nodes for three players on the empty 1x3.
    ///
    /// Source: C. Luckhardt and K. Irani, *An algorithmic solution of n-person games*, AAAI 1986.
    #[must_use]
    pub fn max_n(&self, node_limit: Option<u64>) -> Option<Vec<usize>> {
        let mut left = node_limit.unwrap_or(u64::MAX);
        self.clone().max_n_below(0, &mut left)
    }

    fn max_n_below(&mut self, depth: usize, left: &mut u64) -> Option<Vec<usize>> {
        if self.is_over() {
            return Some(
                self.oracle
                    .players()
                    .map(|player| self.points(player))
                    .collect(),
            );
        }
        *left = left.checked_sub(1).filter(|_| depth <= MAX_DEPTH)?;
        let mover = self.to_move().index();
        let mut best: Option<Vec<usize>> = None;
        for taken in self.moves() {
            if self.play(taken).is_err() {
                continue;
            }
            let values = self.max_n_below(depth + 1, left)?;
            self.undo();
            if best.as_ref().is_none_or(|best| values[mover] > best[mover]) {
                best = Some(values);
            }
        }
        best
    }

    /// Finds the score that a player can secure under best play if all others play together against this player.
    ///
    /// Depth first with alpha-beta, as [`Self::value`]; `None` under the same conditions.
    ///
    /// # Panics
    /// If the player does not take part.
    #[must_use]
    pub fn paranoid(&self, player: Player, node_limit: Option<u64>) -> Option<usize> {
        self.oracle
            .check_player(player)
            .expect("the player takes part");
        let points = |game: &Self| game.points(player) as i32;
        let answer = self.minimax(player, points, (0, i32::MAX), node_limit)?;
        Some(answer.value as usize)
    }
}
