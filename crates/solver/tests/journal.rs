//! Journals are certificates, however they are cut into parts.

use koproof_rules::{Board, Coloring, Move, Player, Ruleset};
use koproof_solver::{Budget, Nobody, Options, Proofs, Solver};
use koproof_verify::check;

/// The claims about an answered position are written again. Claims of the same part that rest on them come before.
#[test]
fn a_part_that_repeats_what_its_other_steps_rest_on_is_accepted() {
    let board: Board = "2x3".parse().expect("a board");
    let options = Options {
        proofs: Proofs::Keep,
        ..Options::default()
    };
    let solver = Solver::new(&board, Ruleset::NSTT, options).expect("a small board");
    let start = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("an empty board");
    let mut journal = solver.journal().expect("a journal begins");
    solver.solve(&start, Budget::UNLIMITED, &Nobody);
    let moves: Vec<Move> = start.legal_moves().collect();
    let mut written = Vec::new();
    for taken in moves {
        let after = start.after(taken).expect("a legal move");
        solver.solve(&after, Budget::UNLIMITED, &Nobody);
        written.extend(journal.part(1, Some(&after)).expect("a part"));
    }
    let steps = journal.steps();
    written.extend(journal.end().expect("an end"));
    let checked = check(written.as_slice(), &mut |_| ()).expect("every step is derived");
    assert_eq!(checked.steps, steps);
    assert!(steps > 100, "only {steps} steps");
}
