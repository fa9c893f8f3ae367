//! Random numbers and moves from a seed, the same on every machine and in every release.

use koproof_rules::{Board, Game, IllegalMove, Move, Player, Point, text};

/// The generator SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators* (2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Begins the sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns a number below a limit that is not 0. Limits are tiny compared with 2^64, so no number is noticeably
    /// more likely.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Makes one of the legal moves of a game, the pass among them, all with equal probability.
    ///
    /// The game has the type that fits every board, so that all code of a turn is compiled in this crate, which is
    /// optimised, and not in the command line, which is not.
    ///
    /// # Panics
    /// If the game is over.
    pub fn turn(&mut self, board: &Board, game: &mut Game<'_, 8, { Player::MAX }>) -> RandomTurn {
        let mover = game.to_move();
        let verdicts = game.verdicts();
        let points = verdicts.iter().enumerate();
        let legal = points.filter(|(_, verdict)| verdict.is_ok());
        let plays = legal.map(|(index, _)| Move::Play(Point::new(index as u16)));
        let moves: Vec<Move> = plays.chain([Move::Pass]).collect();
        let taken = moves[self.below(moves.len())];
        game.play(taken).expect("only legal moves are picked from");
        RandomTurn {
            mover,
            verdicts,
            taken,
            position: text::position(board, game.coloring()),
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = self.state;
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// A turn with a random move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTurn {
    /// The player whose turn it is.
    pub mover: Player,
    /// Whether a play at each point is legal, or else why not, in point order.
    pub verdicts: Vec<Result<(), IllegalMove<8>>>,
    /// The move.
    pub taken: Move,
    /// The text of the position after the move.
    pub position: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the seed 1234567, as the public domain `splitmix64.c` by S. Vigna gives them.
    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([random.next(), random.next()], first);
    }
}
