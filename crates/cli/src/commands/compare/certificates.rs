//! Certificates of differing values.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use koproof_solver::{Bracket, Score, Solver, Stopped};
use koproof_tables::Difference;

use crate::arguments::WorkArgs;
use crate::certificate::{Destination, FormName};
use crate::exit::Blame;
use crate::progress::Watcher;

/// Writes a certificate of each value into a directory: `2x3-OOO.X.-white-nstt.kpc`. Returns the reason if a limit
/// stopped the work.
pub(super) fn write<'s>(
    directory: &Path,
    solver: &Solver,
    rules: &str,
    values: impl Iterator<Item = (&'s Difference, Score)>,
    work: &WorkArgs,
    started: Instant,
) -> anyhow::Result<Option<Stopped>> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))
        .bad_input()?;
    let points = solver.board().points();
    let board = solver.board().name();
    // A name may be a path, or as long as a graph.
    let plain = |symbol: char| symbol.is_ascii_alphanumeric();
    let board: String = board
        .chars()
        .filter(|&symbol| plain(symbol))
        .take(40)
        .collect();
    for (state, value) in values {
        let side = state.to_move;
        let symbols = state.coloring.to_symbols(points);
        let name = format!("{board}-{symbols}-{side}-{rules}.kpc");
        let path = directory.join(name);
        let game = solver.game(state.coloring, state.to_move)?;
        let destination = Destination::new(
            &path,
            FormName::of(None, &path),
            solver.board(),
            *game.rules(),
        )?;
        let watcher = Watcher::new(format!("certificate {}", path.display()), work.quiet);
        let value = Bracket::exactly(value);
        let budget = work.budget_since(started);
        let written = destination
            .write(|output, form| solver.certify(&game, value, output, form, budget, &watcher))?;
        if let Err(why) = written {
            return Ok(Some(why));
        }
    }
    Ok(None)
}
