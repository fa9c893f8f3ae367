//! `koproof certificate compose`: joins several certificates into one.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use koproof_answers::Range;
use koproof_rules::{Board, Game, Graph};
use koproof_solver::{Budget, CertifyError, LearnError, Options, Proofs, Solver, Written};
use koproof_verify::{CertificateReader, Form, StatedBound, Subject, check_within, never_stop};
use serde::Serialize;

use crate::arguments::{FormatArgs, RecordLimitArgs, StartArgs, board, file, solver_error};
use crate::certificate::{Destination, Outcome, Summary, form};
use crate::checking::{self, Checking, Refusal};
use crate::exit::{Blame, Exit, refuse};
use crate::progress::Watcher;
use crate::words::counted;
use crate::{interrupt, limits};

#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  koproof certificate compose low.kpc high.kpc --out value.kpc      both bounds in one file
  koproof certificate compose reply-*.kpc --out after.kpc --board 3x3 --moves \"b b2\"
  koproof certificate compose opening-*.kpc --out openings.kpc --table

The certificates are of one board and one rule set. Each is checked first; then a step of one file can serve as a step \
of another, and a step that several files have is written once. Missing steps between them, such as the step from the \
proofs of all replies to the position before, are searched for, within --node-limit. The result is checked before it \
is written.

A certificate that is already there is replaced only if the new one is about the same game or table, and its bounds \
are at least as strong.

With --table each position for which the files prove a bound is the start of a game of its own, and the result states \
the strongest bounds of all files. If the proof of a bound depends on the moves before its position, another proof is \
searched for, within --node-limit. A bound that is false for such a game is refused.")]
pub(crate) struct Args {
    /// Certificates in either form
    #[arg(required = true, value_name = "FILE", value_parser = file())]
    files: Vec<PathBuf>,

    /// File for the joined certificate
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,

    /// Replace the FILE of --out, whatever it is
    #[arg(long)]
    force: bool,

    /// The form of the joined certificate [default: text for a FILE that ends in .txt, binary for others]
    #[arg(long, value_parser = form())]
    form: Option<Form>,

    /// Write a table: every bound of the files as that of a game that starts at its position
    #[arg(long, conflicts_with_all = ["position", "to_move", "moves"])]
    table: bool,

    /// The board, so that moves and positions can be written with its names [default: that of the certificates]
    #[arg(long, value_parser = board)]
    board: Option<Board>,

    #[command(flatten)]
    start: StartArgs,

    /// Search for missing steps with at most this number of expansions
    #[arg(long, value_name = "NUMBER", value_parser = limits::count, default_value_t = 100_000, help_heading = "Work")]
    node_limit: u64,

    #[command(flatten)]
    records: RecordLimitArgs,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,

    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct Answer {
    files: usize,
    /// The steps of all files together.
    steps: u64,
    /// The proved bracket of the position; none for a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Range>,
    /// `null` if none was written.
    certificate: Option<Summary>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let first = match CertificateReader::open(checking::open_twice(&self.files[0])?) {
            Ok(reader) => reader.header().clone(),
            Err(error) => return Ok(Refusal::of_header(error).report(&self.files[0])),
        };
        let rules = first.rules();
        // A certificate names no points.
        let board = self.board.clone().unwrap_or_else(|| first.board.usual());
        let board = &board;
        let graph = Graph::<1>::new(board).bad_input()?;
        let game = self.start.game(board, &graph, rules)?;
        if game.is_over() {
            return Err(CertifyError::Over).bad_input();
        }
        let subject = match self.table {
            true => Subject::of_table(board, rules),
            false => Subject::of_game(board, &game),
        };
        let destination = Destination::new(&self.out, self.form, subject, self.force)?;
        let options = Options {
            proofs: Proofs::Keep,
            ..Options::one_thread()
        };
        let solver = Solver::new(board, rules, options).map_err(solver_error)?;
        let mut answer = Answer {
            files: self.files.len(),
            steps: 0,
            value: None,
            certificate: None,
        };
        let starts = match self.learn(&solver, &mut answer)? {
            Ok(starts) => starts,
            Err(refused) => return Ok(refused),
        };
        if self.table && starts.is_empty() {
            refuse!("no file proves a bound for the start of a game: leave --table out");
        }
        let form = destination.form;
        let outcome = match self.join(&solver, &game, &starts, form, &mut answer) {
            Ok((bytes, written)) => {
                check_within(bytes.as_slice(), self.records.limit, &mut never_stop)
                    .context("the joined certificate is wrong and is not written")?;
                destination.make(|mut output| {
                    output.write_all(&bytes)?;
                    Ok((output, written))
                })
            }
            Err(CertifyError::Stopped(why)) => Outcome::Stopped(why),
            Err(why @ CertifyError::Refuted { .. }) => {
                refuse!("{why}; leave --table out, and name the moves of the position");
            }
            Err(why) => return Err(why.into()),
        };
        answer.certificate = outcome.summary().cloned();
        let written = outcome.report();
        self.format.print(out, &answer, Answer::write)?;
        let is_exact = answer.value.is_none_or(|value| value.exact().is_some());
        Ok(written.and(interrupt::done_or_stopped(is_exact)))
    }

    /// Writes a certificate with a solver that has learned the claims, and the value of the game if it is not one of a
    /// table.
    fn join(
        &self,
        solver: &Solver,
        game: &Game<'_, 1, 2>,
        starts: &[StatedBound],
        form: Form,
        answer: &mut Answer,
    ) -> Result<(Vec<u8>, Written), CertifyError> {
        let watcher = Watcher::on(solver.board(), "joining certificates of", self.quiet);
        let started = Instant::now();
        let budget = Budget::nodes(self.node_limit);
        if self.table {
            return solver.certify_starts(starts, Vec::new(), form, budget, &watcher);
        }
        let solution = solver.solve(game, budget, &watcher);
        answer.value = Some(Range::new(solution.value, game.rules().komi));
        let left = budget.after(solution.stats.expansions, started.elapsed());
        solver.certify(game, solution.value, Vec::new(), form, left, &watcher)
    }

    /// Teaches a solver the claims of all files. Returns the strongest bounds that they state of starts of games, or
    /// the exit code for a file that is refused.
    fn learn(
        &self,
        solver: &Solver,
        answer: &mut Answer,
    ) -> anyhow::Result<Result<Vec<StatedBound>, Exit>> {
        let mut starts = Vec::new();
        let checking = Checking::new(&self.files, self.records.limit, self.quiet);
        for path in &self.files {
            match checking.learn(&open(path)?, solver) {
                Ok((checked, _)) => {
                    answer.steps += checked.steps;
                    starts.extend(checked.starts());
                }
                Err(LearnError::Refused(why)) => return Ok(Err(Refusal::of(why).report(path))),
                Err(why) => {
                    return Err(why)
                        .with_context(|| path.display().to_string())
                        .bad_input();
                }
            }
        }
        Ok(Ok(StatedBound::strongest(starts)))
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let files = counted(self.files, "certificate");
        let steps = counted(self.steps, "step");
        writeln!(out, "joined: {files} of {steps}")?;
        if let Some(value) = self.value {
            let open = if value.exact().is_some() {
                ""
            } else {
                "open, from "
            };
            writeln!(out, "value: {open}{value}")?;
        }
        match &self.certificate {
            Some(certificate) => certificate.write(out),
            None => Ok(()),
        }
    }
}

fn open(path: &Path) -> anyhow::Result<File> {
    checking::open(path).cannot_read(path.display())
}
