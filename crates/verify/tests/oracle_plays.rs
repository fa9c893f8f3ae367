//! Facts about every play of the oracle, on every small board.

mod common;

use std::collections::HashMap;

use common::all_positions;
use common::graphs::all_graphs;
use koproof_rules::{Player, Ruleset, Superko};
use koproof_verify::{Oracle, OracleMove};

/// Rules under which every play at an empty point is legal in a new game: its record names the player to move, and the
/// only record so far names the other player.
const ANYTHING: Ruleset = Ruleset {
    superko: Superko::NaturalSituational,
    ..Ruleset::TROMP_TAYLOR
};

/// Returns the stones of `before` that are not in `after`, by symbol, and the new ones.
fn lost_and_new(before: &str, after: &str) -> (Vec<char>, Vec<char>) {
    let differing = |from: &str, to: &str| {
        from.chars()
            .zip(to.chars())
            .filter(|(from, to)| *from != '.' && from != to)
            .map(|(from, _)| from)
            .collect()
    };
    (differing(before, after), differing(after, before))
}

#[test]
fn every_play_on_every_small_board_keeps_the_facts() {
    for (board, players) in all_graphs(4).flat_map(|board| [(board.clone(), 2), (board, 3)]) {
        let oracle = Oracle::new(
            &board,
            Ruleset {
                players,
                ..ANYTHING
            },
        )
        .expect("small");
        for position in all_positions(board.points(), players) {
            let mut results = HashMap::new();
            for player in (0..players).map(Player::new) {
                let Ok(game) = oracle.start(&position, player) else {
                    continue;
                };
                for taken in game.legal_moves() {
                    let OracleMove::Play(point) = taken else {
                        continue;
                    };
                    let what = format!("{} {position} {player} {point}", board.name());
                    let after = game.after(taken).expect("legal");
                    assert!(oracle.start(&after, player).is_ok(), "{what}: {after}");
                    let (lost, new) = lost_and_new(&position, &after);
                    let own = player.symbol();
                    assert!(
                        lost.iter().all(|&stone| stone == own)
                            || lost.iter().all(|&stone| stone != own),
                        "{what}: both sides lose stones in {after}"
                    );
                    // The new stone disappears exactly if its own color is cleared.
                    let suicide = new.is_empty();
                    assert!(suicide || new == [own], "{what}: {after}");
                    assert!(!suicide || lost.iter().all(|&stone| stone == own), "{what}");
                    assert_eq!(after == position, suicide && lost.is_empty(), "{what}");
                    if after != position {
                        let other = results.insert(after.clone(), (player, point));
                        assert_eq!(other, None, "{what}: also leads to {after}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_empty_point_may_be_played_from_a_fresh_start_under_the_natural_rule() {
    // The assumption of the facts above.
    for board in all_graphs(4) {
        let oracle = Oracle::new(&board, ANYTHING).expect("small");
        for position in all_positions(board.points(), 2) {
            if let Ok(game) = oracle.start(&position, Player::WHITE) {
                let empty = position.matches('.').count();
                assert_eq!(game.legal_moves().len(), empty + 1, "{position}");
            }
        }
    }
}
