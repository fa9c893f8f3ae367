//! The value of every first move.

use koproof_rules::{ColorSwap, Coloring, IllegalMove, Move, Player, Point, Symmetry};
use koproof_solver::Observer;

use super::{Halt, Question, Result, reason};
use crate::outcome::{Outcome, Status};

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let solver = question.solver(question.rules[0])?;
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .map_err(Halt::failed)?;
    let symmetry = Symmetry::new(&question.graph, ColorSwap::Excluded);
    let orbit = |point: Point| {
        let images = symmetry.elements();
        let images = images.map(|element| symmetry.point(element, point).index());
        images.min().map(|least| least as i64)
    };
    let mut rows = Vec::new();
    let mut spent = 0;
    let mut whole = Status::Done;
    for (taken, judged) in solver.solve_moves(&game, observer) {
        let mut row = question.row();
        match taken {
            Move::Pass => row.set("move", "pass"),
            Move::Play(point) => row
                .set("move", point.index().to_string())
                .set("orbit", orbit(point)),
        };
        match judged {
            Ok(solution) => {
                let why = reason(solution.stopped)?;
                let value = solution.value;
                let status = match value.exact() {
                    Some(_) => Status::Done,
                    None => Status::Open,
                };
                if status == Status::Open {
                    whole = Status::Open;
                }
                // The solver counts the expansions of all moves so far.
                let expansions = solution.stats.expansions - spent;
                spent = solution.stats.expansions;
                row.set("value", value.exact().map(i64::from))
                    .set("lo", i64::from(value.lo))
                    .set("hi", i64::from(value.hi))
                    .set("expansions", expansions as i64)
                    .status(status, why);
            }
            // There is no value, and nothing is left to find out.
            Err(illegal) => {
                row.status(Status::Done, Some(illegal_move(&illegal)));
            }
        }
        rows.push(row);
    }
    Ok(Outcome::new(question.unit, whole, rows))
}

fn illegal_move(error: &IllegalMove<1>) -> String {
    match error {
        IllegalMove::Suicide { .. } => "suicide is illegal",
        IllegalMove::Superko { .. } => "superko: the play leaves the board as it is",
        _ => "illegal",
    }
    .to_owned()
}
