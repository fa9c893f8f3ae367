//! A table that is stopped, saved and resumed: `cargo run -p koproof-solver --example stop_and_resume`.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;

use koproof_rules::{Board, Ruleset};
use koproof_solver::{Budget, Nobody, Options, Solver, SolverError};

fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = "2x3".parse()?;
    let checkpoint = std::env::temp_dir().join(format!("koproof-{}.kpk", std::process::id()));
    let first = Solver::new(&board, Ruleset::NSTT, Options::default())?;
    match first.table(Budget::nodes(100), &Nobody) {
        Err(SolverError::Stopped {
            why, solved, total, ..
        }) => {
            println!("{why}: {solved} of {total} states up to symmetry solved");
        }
        other => println!("solved at once: {}", other.is_ok()),
    }
    first.save_checkpoint(&checkpoint)?;
    let second = Solver::new(&board, Ruleset::NSTT, Options::default())?;
    second.load_checkpoint(&checkpoint, None)?;
    let (table, stats) = second.table(Budget::UNLIMITED, &Nobody)?;
    println!("{} more expansions", stats.expansions);
    println!("{} colorings", table.representatives().legal_colorings());
    std::fs::remove_file(checkpoint)?;
    Ok(())
}
