//! The value of every first move.

use koproof_rules::{Coloring, IllegalMove, Move, Player};
use koproof_solver::{Detail, Observer};

use super::{Halt, Question, Result, reason};
use crate::outcome::{Outcome, Status};

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let solver = question.solver(question.rules[0])?;
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .map_err(Halt::failed)?;
    let orbits = &question.group.orbits;
    let analysis = solver.analyse(&game, Detail::Moves, question.budget(), observer);
    let stopped = reason(analysis.stopped)?;
    let mut rows = Vec::new();
    for (taken, judged) in analysis.every_move() {
        let mut row = question.row();
        match taken {
            Move::Pass => row.set("move", "pass"),
            Move::Play(point) => row
                .set("move", point.index().to_string())
                .set("orbit", Some(orbits[point.index()] as i64)),
        };
        match judged {
            Ok(known) => {
                row.value(known.value, known.expansions, stopped.clone());
            }
            // An illegal move has no value.
            Err(illegal) => {
                row.status(Status::Done, Some(illegal_move(illegal)));
            }
        }
        rows.push(row);
    }
    let whole = match analysis.stopped {
        None => Status::Done,
        Some(_) => Status::Open,
    };
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
