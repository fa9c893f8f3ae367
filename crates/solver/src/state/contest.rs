//! The two sides of a game: two players, or one player against all others.
//!
//! The search knows two [sides](Side). The prover wants the score to be large and the refuter small; between two
//! players Black is the prover. In a coalition game the hero is the prover, whatever the hero's color, the score is the
//! hero's, and all others are the refuter: several of them move one after the other.

use std::fmt::Debug;

use koproof_rules::{Coloring, Game, Graph, Player, Ruleset, Scoring, Suicide};
use rustc_hash::FxHashSet;

use super::bounds::{Survivors, pass_forever_with_tolls};
use super::evaluation::Evaluation;
use super::side::Side;
use super::toll::Toll;
use crate::bracket::Score;
use crate::options::Proofs;

/// The largest number of colorings that are enumerated for one side of a coalition game that plays alone. Beyond it no
/// bound is assumed.
const MAX_COLORINGS: usize = 1 << 12;

/// A game for two sides on colorings of `N` colors.
pub(crate) trait Contest<const N: usize>: Copy + Debug + Send + Sync {
    /// Whether the sides take turns, so that the next move is always the other side's.
    const ALTERNATES: bool;

    /// The number of players; the same number of consecutive passes ends the game.
    fn players(self) -> usize;

    /// The side that a player is on.
    fn side(self, player: Player) -> Side;

    /// Returns whether a side consists of this player alone.
    fn is_alone(self, player: Player) -> bool;

    /// Returns the score if the game ends here.
    fn score(self, graph: &Graph<1>, rules: &Ruleset, coloring: &Coloring<1, N>) -> i16;

    /// Returns the score of a finished game.
    fn final_score(self, game: &Game<'_, 1, N>) -> Score;

    /// Returns the value of a game minus the tolled value of its state: the prisoners so far minus the stones on the
    /// board, if plays have a cost.
    fn before(self, toll: Toll, game: &Game<'_, 1, N>) -> Score;

    /// Evaluates a coloring with this score for the prover.
    fn evaluation(self, _graph: &Graph<1>, _coloring: &Coloring<1, N>, score: i16) -> Evaluation {
        Evaluation::of_score(score)
    }

    /// Returns the least score of a prover who only passes, and the largest score of a prover whose refuter only
    /// passes. If proofs are kept, both are bounds that a checker can confirm.
    fn pass_forever(
        self,
        graph: &Graph<1>,
        rules: &Ruleset,
        proofs: Proofs,
        coloring: &Coloring<1, N>,
    ) -> (i16, i16);

    /// Returns the range of all possible scores.
    fn range(self, points: usize) -> (i16, i16);
}

/// Two players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duel;

impl Contest<2> for Duel {
    const ALTERNATES: bool = true;

    #[inline]
    fn players(self) -> usize {
        2
    }

    #[inline]
    fn side(self, player: Player) -> Side {
        if player == Player::BLACK {
            Side::Prover
        } else {
            Side::Refuter
        }
    }

    #[inline]
    fn is_alone(self, _player: Player) -> bool {
        true
    }

    fn score(self, graph: &Graph<1>, _rules: &Ruleset, coloring: &Coloring<1, 2>) -> i16 {
        coloring.balance(graph, Scoring::Area)
    }

    fn final_score(self, game: &Game<'_, 1, 2>) -> Score {
        game.score()
    }

    fn before(self, toll: Toll, game: &Game<'_, 1, 2>) -> Score {
        if toll.is_none() {
            return 0;
        }
        // The number of prisoners so far can be much larger than the number of points.
        let lost = |player| game.lost(player) as Score;
        lost(Player::WHITE) - lost(Player::BLACK) - Score::from(toll.stones(game.coloring()))
    }

    fn evaluation(self, graph: &Graph<1>, coloring: &Coloring<1, 2>, score: i16) -> Evaluation {
        Evaluation::of_coloring(graph, coloring, score)
    }

    fn pass_forever(
        self,
        graph: &Graph<1>,
        rules: &Ruleset,
        proofs: Proofs,
        coloring: &Coloring<1, 2>,
    ) -> (i16, i16) {
        let suicide = rules.suicide;
        let bound = |passer| {
            let survivors = Survivors::of(graph, coloring, passer, suicide);
            if proofs == Proofs::Keep && !survivors.is_checkable() {
                survivors.with_suicide().bound()
            } else if Toll::of(rules.scoring).is_none() {
                survivors.bound()
            } else {
                pass_forever_with_tolls(graph, coloring, passer, suicide)
            }
        };
        (bound(Player::BLACK), bound(Player::WHITE))
    }

    fn range(self, points: usize) -> (i16, i16) {
        (-(points as i16), points as i16)
    }
}

/// One player against all others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coalition {
    pub(crate) hero: Player,
    pub(crate) players: usize,
}

impl<const N: usize> Contest<N> for Coalition {
    const ALTERNATES: bool = false;

    fn players(self) -> usize {
        self.players
    }

    fn side(self, player: Player) -> Side {
        if player == self.hero {
            Side::Prover
        } else {
            Side::Refuter
        }
    }

    fn is_alone(self, player: Player) -> bool {
        player == self.hero || self.players == 2
    }

    fn score(self, graph: &Graph<1>, rules: &Ruleset, coloring: &Coloring<1, N>) -> i16 {
        coloring
            .scoring_points(graph, self.hero, rules.scoring)
            .len() as i16
    }

    fn final_score(self, game: &Game<'_, 1, N>) -> Score {
        game.points(self.hero) as Score
    }

    /// Prisoners do not count in these games.
    fn before(self, _toll: Toll, _game: &Game<'_, 1, N>) -> Score {
        0
    }

    /// While the hero passes, this bound lets the others play in any order, which is more than their turns allow.
    /// While the others pass, the hero plays alone. In both cases history only forbids plays.
    fn pass_forever(
        self,
        graph: &Graph<1>,
        rules: &Ruleset,
        _proofs: Proofs,
        coloring: &Coloring<1, N>,
    ) -> (i16, i16) {
        let others: Vec<Player> = (0..self.players)
            .map(Player::new)
            .filter(|&player| player != self.hero)
            .collect();
        let score = |built: &Coloring<1, N>| self.score(graph, rules, built);
        let (least, most) = <Self as Contest<N>>::range(self, graph.points());
        // As large a number as the others make small.
        let saved = |built: &Coloring<1, N>| -score(built);
        let suicide = rules.suicide;
        (
            -largest(graph, suicide, coloring, &others, (-least, &saved)),
            largest(graph, suicide, coloring, &[self.hero], (most, &score)),
        )
    }

    fn range(self, points: usize) -> (i16, i16) {
        (0, points as i16)
    }
}

/// Returns the largest number for a coloring that some players can build while all others pass, in any order of turns. No
/// number is larger than `most`; this is the answer where there are too many colorings to look at.
fn largest<const N: usize>(
    graph: &Graph<1>,
    suicide: Suicide,
    coloring: &Coloring<1, N>,
    movers: &[Player],
    (most, number): (i16, &dyn Fn(&Coloring<1, N>) -> i16),
) -> i16 {
    let mut largest = number(coloring);
    let mut seen = FxHashSet::default();
    seen.insert(*coloring);
    // The newest first: mostly it soon leads to the largest number of all, after which nothing is left to find.
    let mut open = vec![*coloring];
    while let Some(from) = open.pop()
        && largest < most
    {
        for &mover in movers {
            for (_, play) in from.plays(graph, mover, suicide) {
                if seen.insert(play.coloring) {
                    largest = largest.max(number(&play.coloring));
                    open.push(play.coloring);
                }
            }
        }
        if seen.len() > MAX_COLORINGS {
            return most;
        }
    }
    largest
}
