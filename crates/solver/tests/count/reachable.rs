//! Colorings and states that can be reached from the empty board.

use koproof_rules::{Board, Ruleset, Suicide};
use koproof_solver::{
    BigUint, Budget, LegalMethod, Nobody, Reachable, count_legal, count_reachable,
};

use super::graphs::graphs_on;
use super::naive::Naive;
use super::{board, searched};

fn rules(players: usize, suicide: Suicide) -> Ruleset {
    Ruleset {
        players,
        suicide,
        ..Ruleset::TROMP_TAYLOR
    }
}

fn count(board: &Board, players: usize, suicide: Suicide) -> Reachable {
    let rules = rules(players, suicide);
    count_reachable(board, &rules, None, Budget::UNLIMITED, &Nobody).expect("nothing limits it")
}

/// Compares a count under both rules of suicide with another way to find it.
fn check(board: &Board, players: usize, other: impl Fn(Suicide) -> (u64, u64)) {
    for suicide in [Suicide::Allow, Suicide::Forbid] {
        let found = count(board, players, suicide);
        let (colorings, states) = other(suicide);
        assert_eq!(
            (found.colorings, found.states),
            (colorings.into(), states.into()),
            "{}, {players} players, suicide: {suicide}",
            board.name()
        );
    }
}

fn check_with_search(board: &Board, players: usize) {
    check(board, players, |suicide| {
        searched::reachable(board, &rules(players, suicide))
    });
}

#[test]
fn graphs_of_up_to_four_points_agree_with_making_every_move() {
    for (points, players) in [(1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3), (3, 3)] {
        for board in graphs_on(points) {
            check(&board, players, |suicide| {
                Naive::new(&board, players, suicide).reachable()
            });
        }
    }
}

#[test]
fn graphs_of_up_to_five_points_agree_with_a_search() {
    for (points, max_players) in [(1, 8), (2, 8), (3, 8), (4, 5), (5, 3)] {
        for board in graphs_on(points) {
            for players in 2..=max_players {
                check_with_search(&board, players);
            }
        }
    }
}

#[test]
fn larger_boards_agree_with_a_search() {
    for (name, players) in [
        ("3x3", 2),
        ("2x5", 2),
        ("cycle:9", 2),
        ("star:8", 2),
        ("octahedron", 2),
        ("complete:7", 2),
        ("bipartite:3,4", 2),
        ("2x3", 3),
        ("bipartite:2,4", 3),
        ("1x6", 4),
        ("cycle:5", 5),
        ("2x2", 6),
    ] {
        check_with_search(&board(name), players);
    }
}

#[test]
fn numbers_of_the_search_that_was_here_before() {
    let states = |name, suicide| {
        let found = count(&board(name), 2, suicide);
        found.states.to_string()
    };
    for (name, with, without) in [
        ("2x5", "138280", "136378"),
        ("3x4", "1279432", "1270378"),
        ("cycle:9", "37756", "36266"),
    ] {
        assert_eq!(states(name, Suicide::Allow), with, "{name}");
        assert_eq!(states(name, Suicide::Forbid), without, "{name}");
    }
}

#[test]
fn boards_too_large_for_a_search_have_their_numbers_without_suicide() {
    // 82 points do not fit one machine word.
    for (name, points) in [("6x6", 36), ("2x41", 82)] {
        let board = board(name);
        let found = count(&board, 2, Suicide::Forbid);
        let budget = Budget::UNLIMITED;
        let legal = count_legal(&board, 2, LegalMethod::Frontier, None, budget, &Nobody);
        assert_eq!(found.colorings, legal.expect("nothing limits it").count);
        // Every coloring of one color with an empty point is legal, because the board is connected.
        let one_color = BigUint::from(2_u32).pow(points) - 1_u32;
        assert_eq!(found.states, (found.colorings - one_color) * 4_u32 + 2_u32);
    }
}

#[test]
fn pair_of_points_by_hand() {
    // Each player can leave an own stone on either point, and by suicide of two stones the empty board; the game also
    // starts as if White had just made the empty board. After each of these, either no player or one has passed.
    let count = |suicide| {
        let found = count(&board("path:2"), 2, suicide);
        (found.colorings, found.states)
    };
    let numbers = |colorings: u32, states: u32| (colorings.into(), states.into());
    assert_eq!(count(Suicide::Allow), numbers(5, 2 * (3 + 3)));
    assert_eq!(count(Suicide::Forbid), numbers(5, 2 * (2 + 3)));
}
