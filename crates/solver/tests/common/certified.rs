//! Certificates without a limit.

use koproof_rules::Game;
use koproof_solver::{Bracket, Budget, Nobody, Solver};
use koproof_verify::Form;

/// Writes the certificate of a value that the solver has found.
pub(crate) fn certified(
    solver: &Solver,
    game: &Game<'_, 1, 2>,
    value: Bracket,
    form: Form,
) -> Vec<u8> {
    let unlimited = Budget::UNLIMITED;
    let (certificate, _) = solver
        .certify(game, value, Vec::new(), form, unlimited, &Nobody)
        .expect("it is proved");
    certificate
}
