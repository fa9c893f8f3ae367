//! A solver that drops claims when memory is short finds the same values.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Coloring, Player, Ruleset};
use koproof_solver::{Budget, Nobody, Options, Proofs, Solver};
use koproof_verify::{Form, check};

/// Without a limit the tables of 4x4 take three times as much. Value: van der Werf's table (`cli/data`).
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
        memory: Some(16 << 20),
        ..Budget::nodes(2_000_000)
    };
    let solution = solver.solve(&game, budget, &Nobody);
    assert_eq!(solution.value.exact(), Some(2), "{solution:?}");
    assert!(solver.proof_table_size().claims < solution.stats.claims);
}

/// The claims that a table was found with are mostly gone at its end. The certificate contains them all the same.
#[test]
fn a_table_whose_claims_were_dropped_is_certified_without_another_search() {
    let board: Board = "3x3".parse().expect("a board");
    let options = Options {
        threads: Some(NonZeroUsize::MIN),
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let solver = Solver::new(&board, Ruleset::NSTT, options).expect("one thread can be had");
    let scarce = Budget {
        memory: Some(1 << 20),
        ..Budget::UNLIMITED
    };
    let (table, stats) = solver.table(scarce, &Nobody).expect("it is enough");
    let kept = solver.proof_table_size().claims;
    assert!(kept < stats.claims / 4, "{kept} of {}", stats.claims);

    let (certificate, _) = solver
        .certify_table(&table, Vec::new(), Form::Text, Budget::nodes(1), &Nobody)
        .expect("nothing is searched for");
    let checked = check(certificate.as_slice(), &mut |_| ()).expect("it is a proof");
    let states = 2 * table.representatives().len();
    assert_eq!(checked.proved.len(), 2 * states);
}
