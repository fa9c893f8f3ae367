//! Certificates of boards on which a player alone can reach more colorings than a checker enumerates.

#[path = "common/solvers.rs"]
mod solvers;

use koproof_rules::{Coloring, Player, Ruleset, Scoring, Suicide};
use koproof_solver::{Bracket, Budget, Nobody};
use koproof_verify::{Form, check, never_stop};
use solvers::keeping;

/// Solves a position with proofs kept, and checks the certificate of the result.
fn certified(board: &str, rules: Ruleset, start: &str, to_move: Player) -> Bracket {
    let budget = Budget::nodes(2_000);
    let solver = keeping(board, rules);
    let start = Coloring::from_symbols(start).expect("a coloring");
    let game = solver.game(start, to_move).expect("a legal start");
    let value = solver.solve(&game, budget, &Nobody).value;
    let (certificate, written) = solver
        .certify(&game, value, Vec::new(), Form::Text, budget, &Nobody)
        .expect("what was found is proved");
    let checked = check(certificate.as_slice(), &mut never_stop);
    let checked = checked.unwrap_or_else(|refused| panic!("{board}: {refused}"));
    let bounds: Vec<i32> = (checked.proved.iter())
        .map(|proved| proved.bound.score().into())
        .collect();
    assert_eq!(bounds, [value.lo, value.hi]);
    assert_eq!(written.steps, checked.steps);
    value
}

#[test]
fn the_star_of_twenty_one_points_has_a_certificate_that_is_accepted() {
    let rules = Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    };
    certified("star:21", rules, &".".repeat(21), Player::BLACK);
}

#[test]
fn a_bound_that_only_a_large_closure_proves_is_weakened() {
    let rules = Ruleset {
        suicide: Suicide::Forbid,
        ..Ruleset::TROMP_TAYLOR
    };
    let start = format!("O.X.O{}", ".".repeat(30));
    for to_move in Player::BOTH {
        certified("path:5+path:30", rules, &start, to_move);
    }
}
