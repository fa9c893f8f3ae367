//! Workers that take turns in one process.

use std::num::NonZeroUsize;

use koproof_jobs::{JobsError, Question, Simulated, simulate};
use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Ruleset};
use koproof_solver::Bracket;

fn of(name: &str, workers: usize, job: u64) -> Simulated {
    let board: Board = name.parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    let workers = NonZeroUsize::new(workers).expect("there are workers");
    let question = Question::new(&board, &game, job).expect("nothing is disputed");
    simulate(&question, workers, 0).expect("a small board")
}

#[test]
fn four_workers_on_4x4_take_at_most_four_tenths_more_than_one_and_half_of_the_rounds() {
    let (one, four) = (of("4x4", 1, 5_000), of("4x4", 4, 5_000));
    assert_eq!(
        (one.value, four.value),
        (Bracket::exactly(2), Bracket::exactly(2))
    );
    assert!(5 * four.expansions < 7 * one.expansions, "{one:?} {four:?}");
    assert!(2 * four.rounds < one.rounds, "{one:?} {four:?}");
}

/// In the fights of these boards the leader's tree follows one line after the other, and finds nothing.
#[test]
fn dense_boards_are_solved_by_one_worker_and_by_several() {
    for (name, value) in [("complete:6", 1), ("g6:E~~o", 1), ("2x2", 1)] {
        for workers in [1, 4] {
            let found = of(name, workers, 20_000);
            assert_eq!(found.value, Bracket::exactly(value), "{name}");
            assert!(found.expansions < 200_000, "{name}: {found:?}");
        }
    }
}

#[test]
fn more_workers_than_there_is_work_for_find_the_value() {
    assert_eq!(of("2x3", 30, 500).value, Bracket::exactly(0));
}

#[test]
fn a_disputed_game_is_no_question() {
    let board: Board = "2x2".parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let mut game =
        Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    for _ in 0..2 {
        game.play(Move::Pass).expect("legal");
    }
    assert!(game.dispute());
    let refused = Question::new(&board, &game, 1);
    assert!(matches!(refused, Err(JobsError::Disputed)));
}
