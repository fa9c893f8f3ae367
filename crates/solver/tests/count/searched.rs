//! Reachable colorings and states by a breadth-first search with the plays of the rules.

use std::collections::HashSet;

use koproof_rules::{Board, Coloring, Graph, Player, Ruleset};

/// A coloring for any number of players.
type Stones = Coloring<1, { Player::MAX }>;

/// Counts the colorings, and the states of unfinished games, that moves can reach from the empty board.
pub(crate) fn reachable(board: &Board, rules: &Ruleset) -> (u64, u64) {
    let graph = Graph::new(board).expect("the board is small");
    let mut met = HashSet::from([Stones::EMPTY]);
    // A game starts as if the last player had just made the empty board.
    let mut made = HashSet::from([(rules.players - 1, Stones::EMPTY)]);
    let mut left = vec![Stones::EMPTY];
    while let Some(coloring) = left.pop() {
        for player in 0..rules.players {
            for (_, play) in coloring.plays(&graph, Player::new(player), rules.suicide) {
                let next = play.coloring;
                if next == coloring {
                    continue;
                }
                made.insert((player, next));
                if met.insert(next) {
                    left.push(next);
                }
            }
        }
    }
    // After a play, all players but one may pass before the game is over.
    (met.len() as u64, (made.len() * rules.players) as u64)
}
