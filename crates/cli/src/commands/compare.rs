//! `koproof compare`: every state of a board to which two rule sets give different values.

mod answer;
mod certificates;

use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow};
use indicatif::HumanCount;
use koproof_rules::{Board, Preset, Ruleset};
use koproof_solver::{Solver, SolverError};
use koproof_store::scratch_beside;
use koproof_tables::Table;

use crate::about::About;
use crate::arguments::{ListFormat, WorkArgs, board, directory, solver_error};
use crate::exit::{Blame, Exit};
use crate::limits;
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use answer::Named;

/// The arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof compare 2x3 --rules nstt,nstt-situational
  koproof compare path:6 --rules nstt,nstt-situational --first 1
  koproof compare cycle:5 --rules tromp-taylor,taylor --format csv
  koproof compare path:4 --rules tromp-taylor,aga-like --first 2 --certificates proofs

All colorings are solved under both rule sets, each as the start of a game of its own, and every state to which they \
give different values is listed: fewest stones first, then by the text of the position, then Black to move before \
White. Komi is not counted. The exit code is 0 whether they differ or not.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE; up to 17 points
    #[arg(value_parser = board)]
    board: Board,

    /// The two rule sets, by name (see `koproof rules`)
    #[arg(
        long,
        value_name = "ONE,OTHER",
        value_delimiter = ',',
        required = true,
        help_heading = "Rules"
    )]
    rules: Vec<String>,

    /// List only this number of states, the smallest first
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(0_usize, 1_000_000))]
    first: Option<usize>,

    /// Write certificates of both values of every listed state into this directory
    #[arg(long, value_name = "DIRECTORY", value_parser = directory())]
    certificates: Option<PathBuf>,

    /// Replace the files in the directory of --certificates that have the names of the new ones, whatever they are
    #[arg(long, requires = "certificates")]
    force: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text, help_heading = "Output")]
    format: ListFormat,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    /// Solves all colorings twice and lists the differences.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let [one, other] = self.named()?;
        if let Some(directory) = &self.certificates {
            certificates::prepare(directory)?;
        }
        let started = Instant::now();
        let solvers = [self.solver(&one)?, self.solver(&other)?];
        let mut tables = Vec::new();
        for (solver, named) in solvers.iter().zip([&one, &other]) {
            match self.table(solver, named, started) {
                Ok(table) => tables.push(table),
                Err(SolverError::Stopped {
                    why, solved, total, ..
                }) => {
                    let message = format!(
                        "stopped with {} of {} states up to symmetry solved under {}: {why}; nothing is compared",
                        HumanCount(solved),
                        HumanCount(total),
                        named.name
                    );
                    let about = About::new(&self.board, named.rules);
                    let unfinished = Unfinished::new(about, why, started).after(solved, total);
                    return unfinished.tell(&message, self.format == ListFormat::Json, out);
                }
                Err(error) => return Err(solver_error(error)),
            }
        }
        let mut differences: Vec<_> = tables[0].diff(&tables[1])?.collect();
        differences.sort();
        let total = differences.len();
        let listed = &differences[..self.first.unwrap_or(total).min(total)];
        let mut exit = Exit::Done;
        if let Some(directory) = &self.certificates {
            for (solver, named, which) in [(&solvers[0], &one, 0), (&solvers[1], &other, 1)] {
                let values = listed.iter().map(|state| (state, state.values[which]));
                let how = (&self.work, self.force);
                let written =
                    certificates::write(directory, solver, &named.name, values, how, started);
                exit = exit.and(written);
                if matches!(written, Exit::Stopped | Exit::Interrupted) {
                    break;
                }
            }
        }
        let states = 2 * tables[0].representatives().legal_colorings();
        let answer = self.answer([&one, &other], states, total, listed, started.elapsed());
        match self.format {
            ListFormat::Text => answer.write(out)?,
            ListFormat::Json => writeln!(out, "{}", serde_json::to_string(&answer)?)?,
            ListFormat::Csv => answer.write_csv(out)?,
        }
        Ok(exit)
    }

    /// Returns the two rule sets.
    fn named(&self) -> anyhow::Result<[Named; 2]> {
        let named = |name: &String| {
            let rules = name.parse::<Ruleset>();
            let rules = rules.context("--rules").bad_input()?;
            let preset = Preset::named(name).map_or(name.as_str(), |preset| preset.name);
            Ok(Named {
                name: preset.to_owned(),
                rules,
            })
        };
        let named: Vec<Named> = self
            .rules
            .iter()
            .map(named)
            .collect::<anyhow::Result<_>>()?;
        <[Named; 2]>::try_from(named)
            .map_err(|named| {
                let found = named.len();
                anyhow!("--rules: two rule sets are compared, not {found}; write --rules nstt,nstt-situational")
            })
            .bad_input()
    }

    fn solver(&self, named: &Named) -> anyhow::Result<ManuallyDrop<Solver>> {
        let archive = self.certificates.as_ref().map(scratch_beside).transpose()?;
        (self.work).solver_for(&self.board, named.rules, archive)
    }

    fn table(
        &self,
        solver: &Solver,
        named: &Named,
        started: Instant,
    ) -> Result<Table, SolverError> {
        let what = format!("all of {} under {}", self.board.name(), named.name);
        let watcher = Watcher::new(what, self.work.quiet);
        solver
            .table(self.work.budget_since(started), &watcher)
            .map(|(table, _)| table)
    }
}
