//! Arguments that the documentation forbids: they end in a panic, not in a wrong answer.

#[path = "common/solvers.rs"]
mod solvers;

use koproof_rules::{Coloring, Player, Ruleset, Suicide, Superko};
use koproof_solver::{
    Budget, Effort, KoRule, Nobody, Options, Proofs, Retrograde, Solver, SolverError,
};
use koproof_verify::{Bound, Form, State, StatedBound};
use solvers::{empty, solver};

const THIRD: Player = Player::new(2);

/// A solver that can write certificates.
fn prover(name: &str, rules: Ruleset) -> Solver {
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::one_thread()
    };
    let board = name.parse().expect("a board");
    Solver::new(&board, rules, options).expect("it can be solved")
}

#[test]
#[should_panic(expected = "another board or other rules")]
fn proof_numbers_of_another_board_are_refused() {
    let (own, other) = (solver("2x3", Ruleset::NSTT), solver("3x3", Ruleset::NSTT));
    let game = empty(&other);
    let effort = Effort {
        proof: 1,
        disproof: 1,
    };
    own.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
        searcher.assume(&game, 1, effort)
    });
}

#[test]
#[should_panic(expected = "another board or other rules")]
fn the_promise_of_a_move_on_another_board_is_refused() {
    let (own, other) = (solver("2x3", Ruleset::NSTT), solver("3x3", Ruleset::NSTT));
    let game = empty(&other);
    own.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
        searcher.promise(&game)
    });
}

#[test]
#[should_panic(expected = "the table is of other rules")]
fn a_table_of_other_rules_is_not_certified() {
    let positional = solver("path:3", Ruleset::NSTT);
    let (table, _) = positional
        .table(Budget::UNLIMITED, &Nobody)
        .expect("there is no limit");
    let situational = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::NSTT
    };
    let _ = prover("path:3", situational).certify_table(
        &table,
        Vec::new(),
        Form::Text,
        Budget::UNLIMITED,
        &Nobody,
    );
}

#[test]
#[should_panic(expected = "without a pass before")]
fn a_start_after_a_pass_is_not_certified_as_one_without() {
    let state = State {
        coloring: Coloring::EMPTY,
        to_move: Player::BLACK,
        passes: 1,
    };
    let start = StatedBound {
        state,
        bound: Bound::AtLeast(0),
    };
    let solver = prover("path:3", Ruleset::NSTT);
    let _ = solver.certify_starts(&[start], Vec::new(), Form::Text, Budget::UNLIMITED, &Nobody);
}

#[test]
#[should_panic(expected = "player 3 has no part in a game of two")]
fn a_third_player_has_no_remoteness() {
    let solver = solver("1x3", Ruleset::NSTT);
    let _ = solver.remoteness(&empty(&solver), THIRD, 3, Budget::UNLIMITED, &Nobody);
}

#[test]
#[should_panic(expected = "player 3 has no part in a game of two")]
fn a_third_player_has_no_bracket() {
    let solver = solver("1x3", Ruleset::NSTT);
    let all = Retrograde::new(
        solver.graph(),
        Suicide::Forbid,
        KoRule::None,
        None,
        Budget::UNLIMITED,
        &Nobody,
    );
    let _ = all
        .expect("there is no limit")
        .bracket(&Coloring::EMPTY, THIRD, 0);
}

/// A board is named when the solver is made, so the work of hours could only be thrown away.
#[test]
fn a_board_with_the_name_of_another_one_is_refused_before_the_work() {
    let board = koproof_rules::Board::new("path:4", 4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
    let solver = Solver::new(&board, Ruleset::NSTT, Options::one_thread()).expect("a board");
    let why = solver
        .table(Budget::nodes(0), &Nobody)
        .expect_err("it is misnamed");
    assert!(matches!(why, SolverError::Table(_)), "{why}");
}
