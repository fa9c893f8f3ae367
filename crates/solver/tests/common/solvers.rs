//! Solvers with one thread, and their games.

#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses a part of this"
)]

use koproof_rules::{Board, Coloring, Game, Player, Ruleset};
use koproof_solver::{Options, Proofs, Solver};

fn make(board: &str, rules: Ruleset, proofs: Proofs) -> Solver {
    let board: Board = board.parse().expect("a board");
    let options = Options {
        proofs,
        ..Options::one_thread()
    };
    Solver::new(&board, rules, options).expect("a small board")
}

pub(crate) fn solver(board: &str, rules: Ruleset) -> Solver {
    make(board, rules, Proofs::Forget)
}

/// Makes a solver that keeps its proofs.
pub(crate) fn keeping(board: &str, rules: Ruleset) -> Solver {
    make(board, rules, Proofs::Keep)
}

pub(crate) fn empty(solver: &Solver) -> Game<'_, 1, 2> {
    let game = solver.game(Coloring::EMPTY, Player::BLACK);
    game.expect("the empty board is legal")
}
