//! Prisoners as tolls: territory is area where every play costs its player a point.
//!
//! **Lemma.** Let a game continue from a coloring `p` with `b` plays by Black and `w` plays by White and end at `q`.
//! Then the territory of `q` plus the prisoners taken on the way, Black − White, is
//! ```text
//! area(q) − (b − w) − stones(p)
//! ```
//! where `area(q)` is Black's area minus White's, and `stones(p)` the black stones on the board minus the white ones.
//!
//! *Proof.* A play by Black adds a black stone, and removes white stones or (in a suicide) black ones: `stones` grows
//! by 1 plus the prisoners of the play. For White's plays the same holds with −1. So the prisoners of all plays are
//! `stones(q) − stones(p) − (b − w)`, and `stones(q)` plus the territory of `q` is `area(q)`. ∎
//!
//! The solver searches for `area(q) − (b − w)`, the *tolled* value. Its absolute value is at most the number of
//! points: a player who only passes pays nothing while the other player does. The toll paid on a line of play depends
//! on the number of passes of each player, not on the captures, so a state occurs with few different amounts.
//!
//! **How much a line pays.** Let `n` be the number of points and `s` the target at the root, `|s| <= n + 2`. At a state
//! where the line has paid `d`, the target is `s − d`. Targets at most `−n` or above `n` are settled without search,
//! whatever the options are (`Shared::settled`). So the search goes on only where `|d| <= 2n + 2`, and no line pays
//! more than `2n + 3`, which is at most 131: an `i16` is enough however long lines are.

use koproof_rules::{Coloring, Player, Scoring};

/// The cost of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Toll(i16);

impl Toll {
    /// The toll that turns area into the score of the rules.
    pub(crate) fn of(scoring: Scoring) -> Self {
        match scoring {
            Scoring::Area | Scoring::Taylor => Self(0),
            Scoring::Territory => Self(1),
        }
    }

    /// Returns whether plays are free.
    #[inline]
    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the amount that a play adds to Black − White.
    #[inline]
    pub(crate) fn shift(self, mover: Player) -> i16 {
        -mover.sees(self.0)
    }

    /// Returns the tolled value minus the score to come: the stones on the board, Black − White, if plays cost,
    /// otherwise 0.
    pub(crate) fn stones(self, coloring: &Coloring<1, 2>) -> i16 {
        let count = |player| coloring.stones(player).len() as i16;
        self.0 * (count(Player::BLACK) - count(Player::WHITE))
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Game, Graph, Move, Point, Ruleset};

    use super::*;

    /// The lemma, play by play, on random games with captures and suicides.
    #[test]
    fn prisoners_are_what_the_stones_grew_by_less_the_plays() {
        let mut dice = 0x2545_F491_4F6C_DD1D_u64;
        let (mut captures, mut games) = (0, 0);
        for name in ["path:5", "2x3", "complete:5", "star:5", "3x3"] {
            let board: Board = name.parse().expect("a board");
            let graph = Graph::new(&board).expect("a small board");
            for _ in 0..200 {
                let rules = Ruleset {
                    scoring: Scoring::Territory,
                    ..Ruleset::TROMP_TAYLOR
                };
                let mut game = Game::<1, 2>::new(&graph, rules, Coloring::EMPTY, Player::BLACK)
                    .expect("an empty board");
                let toll = Toll::of(rules.scoring);
                let mut paid = 0;
                for _ in 0..30 {
                    dice ^= dice << 13;
                    dice ^= dice >> 7;
                    dice ^= dice << 17;
                    let point = Point::new((dice % graph.points() as u64) as u16);
                    let mover = game.to_move();
                    if game.play(Move::Play(point)).is_ok() {
                        paid += toll.shift(mover);
                    } else if game.play(Move::Pass).is_err() {
                        break;
                    }
                    let area = game.coloring().balance(&graph, Scoring::Area);
                    let points = |player| game.points(player) as i16;
                    let score = points(Player::BLACK) - points(Player::WHITE);
                    assert_eq!(score, area + paid, "{name}");
                    captures += game.lost(Player::BLACK) + game.lost(Player::WHITE);
                }
                games += 1;
            }
        }
        assert!(captures > 1000 && games == 1000, "{captures}");
    }
}
