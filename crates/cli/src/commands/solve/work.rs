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
    /// What was requested.
    pub(super) detail: Detail,
    /// The analysis of the moves.
    pub(super) analysis: Analysis,
}

impl Found {
    /// Returns the exit code.
    pub(super) fn exit(&self) -> Exit {
        // Best moves that are not all known leave the value exact.
        let detail = match self.detail {
            Detail::Best => Detail::Value,
            detail => detail,
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

/// Finds the value, writes its certificate, then finds the moves and a line of play, if `detail` says so. All of this
/// keeps within one limit of time.
pub(super) fn find(
    solver: &Solver,
    game: &Game<'_, 1, 2>,
    work: &WorkArgs,
    detail: Detail,
    certificate: Option<&Destination>,
) -> anyhow::Result<Found> {
    let name = solver.board().name();
    let watch = |what: &str| Watcher::new(format!("{what} {name}"), work.quiet);
    let started = Instant::now();
    let left = || work.budget_since(started);

    let mut analysis = solver.analyse(game, Detail::Value, left(), &watch("solving"));
    let time = started.elapsed();
    let value = analysis.value();
    let mut solution = Solution {
        value,
        stats: analysis.stats,
        stopped: analysis.stopped,
    };
    let certify = |destination: &Destination| {
        let watcher = watch("certificate of");
        destination
            .write(|output, form| solver.certify(game, value, output, form, left(), &watcher))
    };
    let certificate = certificate.map(certify).transpose()?;
    let more = match detail {
        Detail::Value => None,
        Detail::Best => value.exact().map(|_| "best moves on"),
        Detail::Moves | Detail::Lines => Some("values of the moves on"),
    };
    if let Some(what) = more {
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
        detail,
        analysis,
    })
}
