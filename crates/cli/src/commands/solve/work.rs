//! The solver's work for one answer, within one limit of time.

use std::time::{Duration, Instant};

use koproof_rules::{Game, IllegalMove, Move, Player};
use koproof_solver::{Bracket, Solution, Solver, Stopped};

use crate::arguments::WorkArgs;
use crate::certificate::{Destination, Summary};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Watcher;

/// A move, and the value of the game after it or why it is illegal.
pub(super) type Judged = (Move, Result<Solution, IllegalMove<1>>);

/// The result of the solver.
#[derive(Debug)]
pub(super) struct Found {
    /// The value of the position, and its cost.
    pub(super) solution: Solution,
    /// How long that took.
    pub(super) time: Duration,
    /// The outcome for the certificate, if one was requested.
    pub(super) certificate: Option<Result<Summary, Stopped>>,
    /// Every move, if that was asked for.
    pub(super) moves: Option<Vec<Judged>>,
    /// The moves that keep the value; `None` if they are not all known.
    pub(super) best: Option<Vec<Move>>,
    /// A line of best play; `None` if the value is not exact.
    pub(super) line: Option<Vec<Move>>,
}

impl Found {
    /// Returns the exit code.
    pub(super) fn exit(&self) -> Exit {
        let moves = self.moves.iter().flatten();
        let mut solutions = moves
            .filter_map(|(_, judged)| judged.as_ref().ok())
            .chain([&self.solution]);
        if interrupt::requested() {
            Exit::Interrupted
        } else if solutions.any(|solution| solution.value.exact().is_none())
            || matches!(self.certificate, Some(Err(_)))
        {
            Exit::Stopped
        } else {
            Exit::Done
        }
    }
}

/// Finds the value, writes its certificate, then finds the moves, then the line of play. All of it together keeps to
/// the limit of time.
pub(super) fn find(
    solver: &Solver,
    game: &Game<'_, 1, 2>,
    work: &WorkArgs,
    all_moves: bool,
    certificate: Option<&Destination>,
) -> anyhow::Result<Found> {
    let name = solver.board().name();
    let watch = |what: &str| Watcher::new(format!("{what} {name}"), work.quiet);
    let started = Instant::now();
    let left = || {
        work.time_limit
            .map(|limit| limit.saturating_sub(started.elapsed()))
    };

    let solution = solver.solve(game, &watch("solving"));
    let time = started.elapsed();
    let certify = |destination: &Destination| {
        let watcher = watch("certificate of").until(left());
        let value = solution.value;
        let written = destination
            .write(|output, form| solver.certify(game, value, output, form, &watcher))?;
        Ok::<_, anyhow::Error>(written.map_err(limit))
    };
    let certificate = certificate.map(certify).transpose()?;
    let moves = all_moves.then(|| {
        let watcher = watch("values of the moves on").until(left());
        let mut moves = solver.solve_moves(game, &watcher);
        for (_, judged) in &mut moves {
            if let Ok(solution) = judged {
                name_the_limit(solution);
            }
        }
        moves
    });
    let value = solution.value.exact();
    let best = value.and_then(|value| match &moves {
        Some(moves) => best_of(game, value, moves),
        None => {
            let watcher = watch("best moves on").until(left());
            solver.best_moves(game, value, &watcher)
        }
    });
    let line = value.map(|value| {
        let watcher = watch("principal variation on").until(left());
        solver.principal_variation(game, value, &watcher)
    });
    Ok(Found {
        solution,
        time,
        certificate,
        moves,
        best,
        line,
    })
}

/// Calls a watcher that ran out of time by its name.
fn name_the_limit(solution: &mut Solution) {
    solution.stopped = solution.stopped.map(limit);
}

fn limit(stopped: Stopped) -> Stopped {
    match stopped {
        Stopped::Observer if !interrupt::requested() => Stopped::Time,
        other => other,
    }
}

/// The moves that keep the value, from the values of all moves; `None` if one is open that might.
fn best_of(game: &Game<'_, 1, 2>, value: i32, moves: &[Judged]) -> Option<Vec<Move>> {
    let mut best = Vec::new();
    for (taken, judged) in moves {
        let Ok(Solution {
            value: Bracket { lo, hi },
            ..
        }) = judged
        else {
            continue;
        };
        // No move is better than the value, so the mover's own side of the bracket decides.
        let (sure, possible) = match game.to_move() {
            Player::BLACK => (*lo >= value, *hi >= value),
            _ => (*hi <= value, *lo <= value),
        };
        if sure {
            best.push(*taken);
        } else if possible {
            return None;
        }
    }
    Some(best)
}
