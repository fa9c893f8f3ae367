//! The solver's work for one answer, within one limit of time.

use std::time::{Duration, Instant};

use koproof_rules::Game;
use koproof_solver::{Analysis, Detail, Solution, Solver, Stopped};

use crate::arguments::WorkArgs;
use crate::certificate::{Destination, Summary};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Watcher;

/// The result of the solver.
#[derive(Debug)]
pub(super) struct Found {
    /// The value of the position, and its cost.
    pub(super) solution: Solution,
    /// The time that it took.
    pub(super) time: Duration,
    /// The outcome for the certificate, if one was requested.
    pub(super) certificate: Option<Result<Summary, Stopped>>,
    /// Whether the values of all moves were requested.
    pub(super) all_moves: bool,
    /// The analysis of the moves.
    pub(super) analysis: Analysis,
}

impl Found {
    /// Returns the exit code.
    pub(super) fn exit(&self) -> Exit {
        let detail = if self.all_moves {
            Detail::Moves
        } else {
            Detail::Value
        };
        if interrupt::requested() {
            Exit::Interrupted
        } else if !self.analysis.is_complete(detail) || matches!(self.certificate, Some(Err(_))) {
            Exit::Stopped
        } else {
            Exit::Done
        }
    }
}

/// Finds the value, writes its certificate, then finds the moves and a line of play. All of this keeps within one limit
/// of time.
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
    let left = || work.budget().after(0, started.elapsed());

    let mut analysis = solver.analyse(game, Detail::Value, left(), &watch("solving"));
    let time = started.elapsed();
    let value = analysis.value();
    let mut solution = Solution {
        value,
        stats: analysis.stats(),
        stopped: analysis.stopped(),
    };
    let certify = |destination: &Destination| {
        let watcher = watch("certificate of");
        destination
            .write(|output, form| solver.certify(game, value, output, form, left(), &watcher))
    };
    let certificate = certificate.map(certify).transpose()?;
    if all_moves || value.exact().is_some() {
        let (detail, what) = match all_moves {
            true => (Detail::Moves, "values of the moves on"),
            false => (Detail::Best, "best moves on"),
        };
        solver.deepen(game, &mut analysis, detail, left(), &watch(what));
        // The analysis of the moves may narrow the bracket.
        solution.value = analysis.value();
        solution.stopped = match solution.value.exact() {
            Some(_) => None,
            None => solution.stopped,
        };
    }
    Ok(Found {
        solution,
        time,
        certificate,
        all_moves,
        analysis,
    })
}
