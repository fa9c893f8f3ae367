//! Solvers with one thread, and their games.

use std::num::NonZero;

use koproof_rules::{Board, Coloring, Game, Player, Ruleset};
use koproof_solver::{Options, Solver};

pub(crate) fn solver(board: &str, rules: Ruleset) -> Solver {
    let board: Board = board.parse().expect("a board");
    let options = Options {
        threads: Some(NonZero::<usize>::MIN),
        ..Options::default()
    };
    Solver::new(&board, rules, options).expect("a small board")
}

pub(crate) fn empty(solver: &Solver) -> Game<'_, 1, 2> {
    let game = solver.game(Coloring::EMPTY, Player::BLACK);
    game.expect("the empty board is legal")
}
