//! How soon a player can make a game of two players end with a score.

use koproof_rules::Player;

use super::OracleGame;

impl OracleGame<'_> {
    /// Finds the least number of turns, at most `most`, within which a player can make the game end with a score,
    /// whatever the opponent does: Black with at least this score, White with at most this score, Black − White, komi
    /// not counted. `None` if there is no such number.
    ///
    /// Tries 0 turns, 1 turn, and so on. No table, no symmetry, no pruning but that of the first move that decides.
    ///
    /// # Complexity
    /// Exponential in the number of turns.
    #[must_use]
    pub fn remoteness(&self, player: Player, score: i32, most: u32) -> Option<u32> {
        let mut game = self.clone();
        (0..=most).find(|&turns| game.ends_within(turns, player, score))
    }

    fn ends_within(&mut self, turns: u32, player: Player, score: i32) -> bool {
        if self.is_over() {
            return if player == Player::BLACK {
                self.score() >= score
            } else {
                self.score() <= score
            };
        }
        let own = self.to_move() == player;
        if turns == 0 {
            return false;
        }
        for taken in self.moves() {
            if self.play(taken).is_err() {
                continue;
            }
            let ends = self.ends_within(turns - 1, player, score);
            self.undo();
            if ends == own {
                return ends;
            }
        }
        !own
    }
}
