//! Workers that take turns in one process.

use std::num::NonZeroUsize;

use koproof_jobs::{Question, Simulated, simulate};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
use koproof_solver::Bracket;

fn of(name: &str, workers: usize) -> Simulated {
    let board: Board = name.parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    let workers = NonZeroUsize::new(workers).expect("there are workers");
    simulate(&Question::new(&board, &game, 500), workers).expect("a small board")
}

/// It was 2.4 times when the leader sorted moves by their proof numbers.
#[test]
fn four_workers_take_less_than_twice_the_expansions_of_one_on_3x4() {
    let (one, four) = (of("3x4", 1), of("3x4", 4));
    assert_eq!(
        (one.value, four.value),
        (Bracket::exactly(4), Bracket::exactly(4))
    );
    assert!(four.expansions < 2 * one.expansions, "{one:?} {four:?}");
    assert!(2 * four.rounds < one.rounds, "{one:?} {four:?}");
}

#[test]
fn more_workers_than_there_is_work_for_find_the_value() {
    assert_eq!(of("2x3", 30).value, Bracket::exactly(0));
}
