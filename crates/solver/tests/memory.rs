//! A solver that drops claims when memory is short finds the same values.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Coloring, Player, Ruleset};
use koproof_solver::{Budget, Nobody, Options, Solver};

/// Without a limit the tables of 4x4 take half as much again. Value: van der Werf's table (`cli/data`).
#[test]
fn four_by_four_is_solved_in_less_memory_than_its_tables_would_take() {
    let board: Board = "4x4".parse().expect("a board");
    let options = Options {
        threads: Some(NonZeroUsize::MIN),
        ..Options::default()
    };
    let solver = Solver::new(&board, Ruleset::NSTT, options).expect("one thread can be had");
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("the empty board is legal");
    let budget = Budget {
        memory: Some(32 << 20),
        ..Budget::nodes(2_000_000)
    };
    let solution = solver.solve(&game, budget, &Nobody);
    assert_eq!(solution.value.exact(), Some(2), "{solution:?}");
    assert!(solver.proof_table_size().claims < solution.stats.claims);
}
