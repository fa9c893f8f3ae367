//! Colorings and states that can be reached from the empty board.

use koproof_rules::{Board, Ruleset, Suicide};
use koproof_solver::{Budget, LegalMethod, Nobody, Reachable, count_legal, count_reachable};

use super::naive::Naive;
use super::{all_graphs, board};

fn count(board: &Board, players: usize, suicide: Suicide) -> Reachable {
    let rules = Ruleset {
        players,
        suicide,
        ..Ruleset::TROMP_TAYLOR
    };
    count_reachable(board, &rules, None, Budget::UNLIMITED, &Nobody).expect("nothing limits it")
}

fn check(board: &Board, players: usize) {
    for suicide in [Suicide::Allow, Suicide::Forbid] {
        let (colorings, states) = Naive::new(board, players, suicide).reachable();
        let expected = Reachable { colorings, states };
        let name = board.name();
        assert_eq!(
            count(board, players, suicide),
            expected,
            "{name}, {players} players"
        );
    }
}

#[test]
fn graphs_of_up_to_four_points_agree_with_making_every_move() {
    for board in (1..=4).flat_map(all_graphs) {
        check(&board, 2);
    }
}

#[test]
fn three_players_agree_with_making_every_move() {
    for board in (1..=3).flat_map(all_graphs) {
        check(&board, 3);
    }
}

#[test]
fn every_legal_coloring_can_be_come_to() {
    // Place its stones one by one: a part of a legal coloring is legal.
    for name in ["2x3", "3x3", "3x4", "cycle:9", "octahedron", "star:7"] {
        let board = board(name);
        let legal = count_legal(
            &board,
            2,
            LegalMethod::Frontier,
            None,
            Budget::UNLIMITED,
            &Nobody,
        );
        let legal = legal.expect("nothing limits it").count;
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            assert_eq!(legal, count(&board, 2, suicide).colorings.into(), "{name}");
        }
    }
}

#[test]
fn pair_of_points_by_hand() {
    // Each player can leave an own stone on either point, and by suicide of two stones the empty board; the game also
    // starts as if White had just made the empty board. After each of these, either no player or one has passed.
    let with = count(&board("path:2"), 2, Suicide::Allow);
    assert_eq!((with.colorings, with.states), (5, 2 * (3 + 3)));
    let without = count(&board("path:2"), 2, Suicide::Forbid);
    assert_eq!((without.colorings, without.states), (5, 2 * (2 + 3)));
}
