//! Certificates of differing values.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use koproof_solver::{Bracket, Score, Solver};
use koproof_tables::Difference;
use koproof_verify::Subject;

use crate::arguments::WorkArgs;
use crate::certificate::{Destination, Outcome};
use crate::exit::{self, Blame, Exit};
use crate::interrupt;
use crate::progress::Watcher;

/// Makes the directory, or refuses it before any work is done.
pub(super) fn prepare(directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))
        .bad_input()
}

/// Writes a certificate of each value into a directory: `2x3-OOO.X.-white-nstt.kpc`. A stop ends the work, and so
/// does the first that cannot be written: the others would fare no better. Returns the exit code.
pub(super) fn write<'s>(
    directory: &Path,
    solver: &Solver,
    rules: &str,
    values: impl Iterator<Item = (&'s Difference, Score)>,
    (work, force): (&WorkArgs, bool),
    started: Instant,
) -> Exit {
    let points = solver.board().points();
    let board = solver.board().name();
    // A name may be a path, or as long as a graph.
    let plain = |symbol: char| symbol.is_ascii_alphanumeric();
    let board: String = board
        .chars()
        .filter(|&symbol| plain(symbol))
        .take(40)
        .collect();
    let mut exit = Exit::Done;
    for (state, value) in values {
        let budget = work.budget_since(started);
        // A certificate can be too short for a look at the clock or at signals.
        if interrupt::requested() || budget.time == Some(Duration::ZERO) {
            exit::complain("stopped before every certificate was written");
            return exit.and(interrupt::stopped());
        }
        let side = state.to_move;
        let symbols = state.coloring.to_symbols(points);
        let name = format!("{board}-{symbols}-{side}-{rules}.kpc");
        let path = directory.join(name);
        let watcher = Watcher::new(format!("certificate {}", path.display()), work.quiet);
        let outcome = solver
            .game(state.coloring, state.to_move)
            .map_err(anyhow::Error::from)
            .and_then(|game| {
                let subject = Subject::of_game(solver.board(), &game);
                let destination = Destination::new(&path, None, subject, force)?;
                let value = Bracket::exactly(value);
                Ok(destination.write(|output, form| {
                    solver.certify(&game, value, output, form, budget, &watcher)
                }))
            });
        drop(watcher);
        match outcome {
            Ok(Outcome::Stopped(why)) => {
                exit::complain(&format!("stopped before everything was proved: {why}"));
                return exit.and(interrupt::stopped());
            }
            Ok(outcome) => exit = exit.and(outcome.report()),
            Err(error) => exit = exit::report(&error),
        }
        if exit != Exit::Done {
            break;
        }
    }
    exit
}
