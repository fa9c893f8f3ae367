//! `koproof compare`: every state of a board to which two rule sets give different values.

mod certificates;

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Board, Komi, Preset, Ruleset, RulesetError, text};
use koproof_solver::{Solver, SolverError};
use koproof_store::scratch_beside;
use koproof_tables::{Difference, Table};
use serde::Serialize;

use crate::about::{AboutBoard, RulesJson};
use crate::arguments::{ListFormat, WorkArgs, board, directory, solver_error};
use crate::exit::{Blame, Exit};
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use crate::words::one_line;
use crate::{limits, words};

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
        value_parser = named,
        required = true,
        help_heading = "Rules"
    )]
    rules: Vec<NamedRules>,

    /// List only this number of states, the smallest first
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(1_usize, 1_000_000))]
    first: Option<usize>,

    /// Write certificates of both values of every listed state into this directory; this may take more than --memory
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
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let [one, other] = self.both()?;
        if let Some(directory) = &self.certificates {
            certificates::prepare(directory)?;
        }
        let started = Instant::now();
        let solvers = [self.solver(one)?, self.solver(other)?];
        let mut tables = Vec::new();
        for (solver, named) in solvers.iter().zip([one, other]) {
            match self.table(solver, named, started) {
                Ok(table) => tables.push(table),
                Err(SolverError::Stopped {
                    why, solved, total, ..
                }) => {
                    let message = format!(
                        "stopped {} under {}: {why}; nothing is compared",
                        words::so_far(solved, total),
                        named.name
                    );
                    let about = Compared::new(&self.board, one, other);
                    let unfinished = Unfinished::new(about, why, started).after(solved, total);
                    return unfinished.tell(&message, self.format == ListFormat::Json, out);
                }
                Err(error) => return Err(solver_error(error)),
            }
        }
        let (total, listed) = tables[0].first_differences(&tables[1], self.first)?;
        let exit =
            self.write_certificates([(&solvers[0], one), (&solvers[1], other)], &listed, started);
        let board = &self.board;
        let row = |state: &Difference| Row {
            position: text::position(board, &state.coloring),
            symbols: state.coloring.to_symbols(board.points()),
            stones: state.coloring.occupied().len(),
            to_move: state.to_move.to_string(),
            values: state.values.map(|value| Range::exactly(value, Komi::ZERO)),
        };
        let answer = Answer {
            about: Compared::new(board, one, other),
            states: 2 * tables[0].representatives().legal_colorings(),
            differ: total,
            differences: listed.iter().map(row).collect(),
            seconds: started.elapsed().as_secs_f64(),
        };
        (self.format).print(out, &answer, Answer::write, answer.lines())?;
        if let Some(directory) = &self.certificates
            && (self.format, exit) == (ListFormat::Text, Exit::Done)
        {
            // One for each of the two values of a state.
            let made = words::counted(2 * listed.len(), "certificate");
            let directory = one_line(&directory.display().to_string());
            writeln!(out, "written: {made} in {directory}")?;
        }
        Ok(exit)
    }

    /// Writes certificates of both values of every listed state, if they are wanted, until one is not written.
    fn write_certificates(
        &self,
        sides: [(&Solver, &NamedRules); 2],
        listed: &[Difference],
        started: Instant,
    ) -> Exit {
        let mut exit = Exit::Done;
        let Some(directory) = &self.certificates else {
            return exit;
        };
        for (which, (solver, named)) in sides.into_iter().enumerate() {
            let values = listed.iter().map(|state| (state, state.values[which]));
            let how = (&self.work, self.force);
            let written = certificates::write(directory, solver, &named.name, values, how, started);
            exit = exit.and(written);
            if matches!(written, Exit::Stopped | Exit::Interrupted) {
                break;
            }
        }
        exit
    }

    fn both(&self) -> anyhow::Result<&[NamedRules; 2]> {
        let found = self.rules.len();
        <&[NamedRules; 2]>::try_from(self.rules.as_slice())
            .map_err(|_| {
                anyhow!("--rules: two rule sets are compared, not {found}; write --rules nstt,nstt-situational")
            })
            .bad_input()
    }

    fn solver(&self, named: &NamedRules) -> anyhow::Result<ManuallyDrop<Solver>> {
        let archive = (self.certificates.as_ref().map(scratch_beside).transpose()).bad_input()?;
        (self.work).solver_for(&self.board, named.rules, archive)
    }

    fn table(
        &self,
        solver: &Solver,
        named: &NamedRules,
        started: Instant,
    ) -> Result<Table, SolverError> {
        let what = format!("all of {} under {}", self.board.name(), named.name);
        let watcher = Watcher::new(what, self.work.quiet);
        solver
            .table(self.work.budget_since(started), &watcher)
            .map(|(table, _)| table)
    }
}

/// A rule set with its name.
#[derive(Clone, Debug)]
struct NamedRules {
    name: String,
    rules: Ruleset,
}

/// Reads the name of a rule set in a list. For `value_parser`.
fn named(text: &str) -> Result<NamedRules, RulesetError> {
    let text = text.trim();
    let preset = Preset::named(text).map_or(text, |preset| preset.name);
    Ok(NamedRules {
        name: preset.to_owned(),
        rules: text.parse()?,
    })
}

/// What is compared.
#[derive(Debug, Serialize)]
struct Compared {
    #[serde(flatten)]
    board: AboutBoard,
    names: [String; 2],
    rules: [RulesJson; 2],
}

impl Compared {
    fn new(board: &Board, one: &NamedRules, other: &NamedRules) -> Self {
        // The values do not count it.
        let without_komi = |named: &NamedRules| Ruleset {
            komi: Komi::ZERO,
            ..named.rules
        };
        Self {
            board: board.into(),
            names: [one.name.clone(), other.name.clone()],
            rules: [one, other].map(|named| without_komi(named).into()),
        }
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: Compared,
    /// The number of states: legal colorings with either player to move.
    states: u64,
    /// The number of states with different values.
    differ: usize,
    /// The listed states, smallest first.
    differences: Vec<Row>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Row {
    position: String,
    #[serde(skip)]
    symbols: String,
    stones: usize,
    to_move: String,
    /// Black − White under the one rule set and the other, komi not counted.
    values: [Range; 2],
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [one, other] = &self.about.names;
        writeln!(out, "{}", self.about.board)?;
        writeln!(out, "rules: {one} and {other}")?;
        let time = words::seconds(self.seconds);
        let [differ, states] = [self.differ as u64, self.states].map(HumanCount);
        writeln!(
            out,
            "{differ} of {states} states have different values ({time})"
        )?;
        if self.differences.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let position = self.differences.iter().map(|row| row.position.len());
        let width = position.max().unwrap_or(0).max("position".len());
        writeln!(out, "  {:width$}  to move  {one}  {other}", "position")?;
        for row in &self.differences {
            let [a, b] = row.values;
            writeln!(
                out,
                "  {:width$}  {:7}  {a:>one$}  {b:>other$}",
                row.position,
                row.to_move,
                one = one.len(),
                other = other.len(),
            )?;
        }
        let left = self.differ - self.differences.len();
        if left > 0 {
            writeln!(out, "  and {} more", HumanCount(left as u64))?;
        }
        Ok(())
    }

    /// Returns the lines of the list as comma-separated values.
    fn lines(&self) -> impl Iterator<Item = Vec<String>> {
        let [one, other] = self.about.names.clone();
        let titles = vec!["position".to_owned(), "to_move".to_owned(), one, other];
        let lines = self.differences.iter().map(|row| {
            // Without komi every score is whole.
            let [a, b] = (row.values).map(|value| (value.lo.half_points() / 2).to_string());
            vec![row.symbols.clone(), row.to_move.clone(), a, b]
        });
        [titles].into_iter().chain(lines)
    }
}
