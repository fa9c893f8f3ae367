//! Games under positional and situational superko.

use std::num::NonZero;

use koproof_rules::{Board, Ruleset, Suicide, Superko};
use koproof_solver::{BigUint, Budget, Games, Nobody, count_games};

use super::graphs::graphs_on;
use super::naive::Naive;
use super::{board, graph};

fn count(board: &Board, players: usize, suicide: Suicide) -> Games {
    count_under(Superko::Positional, board, players, suicide)
}

fn count_under(superko: Superko, board: &Board, players: usize, suicide: Suicide) -> Games {
    let rules = Ruleset {
        superko,
        players,
        suicide,
        ..Ruleset::TROMP_TAYLOR
    };
    count_games(board, &rules, None, Budget::UNLIMITED, &Nobody).expect("nothing limits it")
}

/// Checks numbers and lengths against an enumeration of every game.
fn check(board: &Board, players: usize) {
    for suicide in [Suicide::Allow, Suicide::Forbid] {
        let games = count(board, players, suicide);
        let naive = Naive::new(board, players, suicide).games();
        let expected: Vec<BigUint> = naive.iter().map(|&games| games.into()).collect();
        let name = board.name();
        assert_eq!(
            games.by_length, expected,
            "{name}, {players} players, suicide: {suicide}"
        );
        assert_eq!(games.count, naive.iter().sum::<u64>().into());
    }
}

#[test]
fn linear_boards_agree_with_print() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go, with suicide.
    for (name, expected) in [
        ("1x1", 1_u64),
        ("1x2", 9),
        ("1x3", 907),
        ("1x4", 2_098_407_841),
    ] {
        let games = count(&board(name), 2, Suicide::Allow);
        assert_eq!(games.count, expected.into(), "{name}");
    }
}

/// The longest of these tests by far: half a minute on two processors, and half a gigabyte.
#[test]
fn square_of_four_points_agrees_with_print() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    let games = count(&board("2x2"), 2, Suicide::Allow);
    assert_eq!(games.count, 386_356_909_593_u64.into());
}

#[test]
fn pair_of_points_by_hand() {
    // Four first stones; each is captured from the other point, where it cannot be retaken.
    let games = count(&board("path:2"), 2, Suicide::Allow);
    assert_eq!(games.by_length, [1_u32, 4, 4].map(BigUint::from));
    assert_eq!((games.by_length.len(), games.colorings), (3, 5));
    // Two colors times two points.
    assert_eq!(games.symmetries, 4);
}

#[test]
fn graphs_of_up_to_three_points_are_counted_as_by_playing_every_game() {
    for board in (1..=3).flat_map(graphs_on) {
        check(&board, 2);
    }
}

#[test]
fn three_players_and_more_are_counted_as_by_playing_every_game() {
    for board in (1..=2).flat_map(graphs_on) {
        for players in 3..=5 {
            check(&board, players);
        }
    }
    check(&board("path:3"), 3);
}

/// Checks numbers and lengths under situational superko against every game, passes included.
fn check_situational(board: &Board, players: usize, suicide: Suicide, stalling: bool) {
    let games = count_under(Superko::Situational, board, players, suicide);
    let naive = Naive::new(board, players, suicide).situational_games(stalling);
    let expected: Vec<BigUint> = naive.into_iter().map(BigUint::from).collect();
    let name = board.name();
    assert_eq!(
        games.by_length, expected,
        "{name}, {players} players, suicide: {suicide}"
    );
}

#[test]
fn situational_games_on_up_to_three_points_are_counted_as_by_playing_every_game() {
    for board in (1..=3).flat_map(graphs_on) {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            check_situational(&board, 2, suicide, false);
        }
    }
    for board in (1..=2).flat_map(graphs_on) {
        check_situational(&board, 2, Suicide::Allow, true);
        check_situational(&board, 3, Suicide::Allow, false);
    }
}

#[test]
fn situational_superko_never_has_fewer_games_than_positional() {
    for board in (1..=3).flat_map(graphs_on) {
        let positional = count(&board, 2, Suicide::Forbid);
        let situational = count_under(Superko::Situational, &board, 2, Suicide::Forbid);
        assert!(positional.by_length.len() <= situational.by_length.len());
        for (fewer, more) in positional.by_length.iter().zip(&situational.by_length) {
            assert!(fewer <= more, "{}", board.name());
        }
    }
}

#[test]
fn two_pairs_of_points_are_counted_as_by_playing_every_game() {
    let pairs = graph(4, &[(0, 3), (1, 2)]);
    let games = count(&pairs, 2, Suicide::Forbid);
    let naive = Naive::new(&pairs, 2, Suicide::Forbid).games();
    assert_eq!(
        games.by_length,
        naive.into_iter().map(BigUint::from).collect::<Vec<_>>()
    );
}

#[test]
fn suicide_of_several_stones_makes_games_on_four_points() {
    // On `X.O.` Black can capture two own stones, so there are more games with suicide than without.
    let allowed = count(&board("1x4"), 2, Suicide::Allow);
    let forbidden = count(&board("1x4"), 2, Suicide::Forbid);
    assert!(forbidden.count < allowed.count);
    for (fewer, more) in forbidden.by_length.iter().zip(&allowed.by_length) {
        assert!(fewer <= more);
    }
}

#[test]
fn numbers_of_points_do_not_matter() {
    let star = count(&board("star:4"), 2, Suicide::Allow);
    let renumbered = graph(4, &[(2, 0), (2, 1), (2, 3)]);
    assert_eq!(
        count(&renumbered, 2, Suicide::Allow).by_length,
        star.by_length
    );
}

#[test]
fn number_of_threads_does_not_matter() {
    let count = |threads| {
        let rules = Ruleset::TROMP_TAYLOR;
        let threads = NonZero::new(threads);
        count_games(
            &board("star:4"),
            &rules,
            threads,
            Budget::UNLIMITED,
            &Nobody,
        )
        .expect("nothing limits it")
    };
    assert_eq!(count(1), count(3));
}

#[test]
fn more_players_than_symmetries_are_made_of_are_counted() {
    // One of eight players puts a stone on one of two points; then one of seven others captures it from the other
    // point; then a third player captures that stone, because the first player would recreate the first stone.
    let games = count(&board("path:2"), 8, Suicide::Forbid);
    let expected = [1, 2 * 8, 2 * 8 * 7, 2 * 8 * 7 * 6].map(|games: u32| games.into());
    assert_eq!(games.by_length[..4], expected);
    assert_eq!(games.colorings, 1 + 2 * 8);
    // Two for the board, times the orders of four players.
    assert_eq!(games.symmetries, 2 * 24);
}
