//! `koproof table`: the values of all colorings of a board, into a file.

mod answer;
mod destination;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use koproof_rules::Board;
use koproof_solver::{Options, Proofs, Solver, SolverError, Stopped};

use crate::arguments::{CertificateArgs, FormatArgs, RulesArgs, WorkArgs, board, solver_error};
use crate::certificate::{self, none_written};
use crate::checkpoint::CheckpointArgs;
use crate::exit::{self, BadInput, Exit};
use crate::interrupt;
use crate::progress::Watcher;
use answer::{Answer, Cost, Unfinished};
use destination::{Compared, Destination};

/// The arguments of `table`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:
  koproof table 3x3 --out 3x3.kpt
  koproof table cycle:7 --rules nstt --out cycle-7.kpt
  koproof table 4x4 --out 4x4.kpt --memory 8G --time-limit 10h
  koproof table 2x3 --out 2x3.kpt --certificate 2x3.kpc
  koproof table 4x4 --out 4x4.kpt --checkpoint 4x4.kpk --resume

Each value is that of the game that starts with the coloring: Black minus White under best play, komi not \
counted. A position met within a game may be worth something else; `koproof solve --moves` knows.

FILE appears when everything is solved, in one step; when a limit or Ctrl-C stops the work, nothing is written. A file \
that is already there is replaced only by a table of the same board and rules, and only if it has the same values.",
    mut_arg("komi", |komi| komi.help(
        "Points that White gets, counted in what is printed; the values in the table are without komi [default: 0]"
    ))
)]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE; up to 17 points
    #[arg(value_parser = board)]
    board: Board,

    /// Where the table goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace FILE, whatever it is
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    certificate: CertificateArgs,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl Args {
    /// Solves all colorings, writes the table and prints a summary of it.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.ruleset();
        // Nobody waits for hours to hear that the result has no place.
        let destination = Destination::new(&self.out, &self.board, rules, self.force)?;
        if self.certificate.path() == Some(&self.out) {
            let why = "--out and --certificate name the same file: name two";
            return Err(BadInput::new(anyhow!(why)).into());
        }
        let certificate = self.certificate.destination()?;
        let options = Options {
            proofs: certificate
                .as_ref()
                .map_or(Proofs::Forget, |_| Proofs::Keep),
            ..self.work.options()
        };
        let solver = Solver::new(&self.board, rules, options).map_err(solver_error)?;
        let started = Instant::now();
        let watcher = Watcher::new(
            format!("solving all of {}", self.board.name()),
            self.work.quiet,
        );
        let solved = self.checkpoint.keep(&solver, || solver.table(&watcher))?;
        let time = started.elapsed();
        drop(watcher);
        let (table, stats) = match solved {
            Ok(solved) => solved,
            Err(SolverError::Stopped { why, solved, total }) => {
                let unfinished = Unfinished::new(&self.board, rules, why, (solved, total), time);
                return self.stopped(out, &unfinished, why);
            }
            Err(error) => return Err(solver_error(error)),
        };
        if let Compared::Differs(how) = destination.compare(&table) {
            exit::complain(&how);
            return Ok(Exit::CheckFailed);
        }
        let bytes = destination.write(&table)?;
        let certify = |destination: &certificate::Destination| {
            let watcher = Watcher::new(
                format!("certificate of {}", self.board.name()),
                self.work.quiet,
            );
            destination.write(|output, form| solver.certify_table(&table, output, form, &watcher))
        };
        let certificate = certificate.as_ref().map(certify).transpose()?;
        let cost = Cost::new(stats, time);
        let answer = Answer::new(
            &table,
            rules.komi,
            (&self.out, bytes),
            cost,
            certificate.as_ref().map(|written| written.as_ref().ok()),
        );
        self.format
            .print(out, &answer, |out, answer| answer.write(out, &table))?;
        match certificate {
            Some(Err(why)) => {
                exit::complain(&none_written(why));
                Ok(stopped_by(why))
            }
            Some(Ok(_)) | None => Ok(Exit::Done),
        }
    }

    fn stopped(
        &self,
        out: &mut dyn Write,
        unfinished: &Unfinished,
        why: Stopped,
    ) -> anyhow::Result<Exit> {
        exit::complain(&unfinished.to_string());
        self.format.print(out, unfinished, |_, _| Ok(()))?;
        Ok(stopped_by(why))
    }
}

fn stopped_by(why: Stopped) -> Exit {
    match why {
        Stopped::Observer if interrupt::requested() => Exit::Interrupted,
        _ => Exit::Stopped,
    }
}
