//! `koproof table solve`: the values of all colorings of a board, into a file.

mod answer;
mod destination;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::builder::TypedValueParser;
use koproof_batch::DataForm;
use koproof_rules::{Board, Ruleset};
use koproof_solver::{RetrogradeError, SolverError};
use koproof_tables::Table;
use koproof_verify::Subject;

use super::data_file::DataFile;
use crate::about::About;
use crate::arguments::{
    CertificateArgs, DuelRulesArgs, FormatArgs, WorkArgs, board, file, solver_error,
};
use crate::certificate::{self, Outcome};
use crate::checkpoint::CheckpointArgs;
use crate::exit::{self, Blame, Exit, refuse};
use crate::interrupt;
use crate::ko_free::{self, KoFree};
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use crate::words;
use answer::Answer;
use destination::TableDestination;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:
  koproof table solve 3x3 --out 3x3.kpt
  koproof table solve 3x3 --export 3x3.parquet             a data set, also without a table
  koproof table solve cycle:7 --rules nstt --out cycle-7.kpt
  koproof table solve 4x4 --out 4x4.kpt --memory 8G --time-limit 10h
  koproof table solve 2x3 --out 2x3.kpt --certificate 2x3.kpc
  koproof table solve 3x3 --out 3x3.kpt --ko-free
  koproof table solve 4x4 --out 4x4.kpt --checkpoint 4x4.kpk             saves what is proved
  koproof table solve 4x4 --out 4x4.kpt --checkpoint 4x4.kpk --resume    continues from there

A value in the table is that of the game that starts with the coloring: Black minus White under best play, komi not counted. The \
same position within a game may have another value; `koproof solve --moves` takes the moves into account.

The table appears when everything is solved, in one step; when a limit or Ctrl-C stops the work, only a checkpoint is \
written. A file that is already there is replaced only by a table of the same board and rules, and only if it has the same \
values; otherwise the new table gets a name beside it, such as 3x3-2.kpt.

With --ko-free each value is compared with the bracket of `koproof retrograde`: the score that each player can force \
without a superko rule, if an endless game counts as a loss for that player. `koproof table export --ko-free` gives these \
brackets state by state.",
    mut_arg("komi", |komi| komi.help(
        "Points that White gets, counted in what is printed; the values in the table are without komi [default: that of --rules]"
    ))
)]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE; up to 17 points
    #[arg(value_parser = board)]
    board: Board,

    /// File for the table
    #[arg(long, value_name = "FILE", value_parser = table_file())]
    out: Option<PathBuf>,

    /// Replace the files of --out and --certificate, whatever they are
    #[arg(long, hide_short_help = true)]
    force: bool,

    /// Write the values to FILE.csv, FILE.jsonl or FILE.parquet, too, and replace an old file
    #[arg(long, value_name = "FILE", value_parser = file())]
    export: Option<PathBuf>,

    /// Count the ko-free states, whose value does not depend on the rule for repetition
    #[arg(long)]
    ko_free: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    certificate: CertificateArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        if self.ko_free {
            ko_free::check(rules).bad_input()?;
        }
        if self.out.is_none() && self.export.is_none() {
            refuse!("name a file for the table with --out, or one for its values with --export");
        }
        // Hours of work must not be lost to a bad path.
        let outputs = self.outputs(rules)?;
        let checkpoint = self.checkpoint.begin()?;
        let archive = checkpoint.archive(self.certificate.path())?;
        let solver = (self.work).solver_for(&self.board, rules, archive)?;
        let ((solved, time), is_saved) = checkpoint.keep(&solver, &self.work, || {
            let started = Instant::now();
            let watcher = Watcher::on(&self.board, "solving all of", self.work.quiet);
            let solved = solver.table(self.work.budget(), &watcher);
            (solved, started.elapsed())
        })?;
        // As if checkpoints took no time.
        let started = Instant::now() - time;
        let (table, stats) = match solved {
            Ok(solved) => solved,
            Err(SolverError::Stopped {
                why, solved, total, ..
            }) => {
                let message = format!(
                    "stopped ({why}) {} after {}: no table was written",
                    words::so_far(solved, total),
                    words::time(time),
                );
                let about = About::new(&self.board, rules);
                let unfinished = Unfinished::new(about, why, started).after(solved, total);
                let stopped = unfinished.tell(&message, self.format.is_json(), out)?;
                return Ok(stopped.if_saved(is_saved));
            }
            Err(error) => return Err(solver_error(error)),
        };
        let mut answer = Answer::new(&table, rules.komi, stats, time);
        answer.resumed_from = self.checkpoint.resumed_from();
        let exit = outputs.place(&table, &mut answer, out).if_saved(is_saved);
        let certify = |destination: &certificate::Destination| {
            let watcher = Watcher::on(&self.board, "certificate of", self.work.quiet);
            let budget = self.work.budget_since(started);
            destination
                .write(|output, form| solver.certify_table(&table, output, form, budget, &watcher))
        };
        let certificate = outputs.certificate.as_ref().map(certify);
        let certified = certificate.as_ref().map_or(Exit::Done, Outcome::report);
        answer.certificate = certificate.map(|made| made.summary().cloned());
        let ko_free = self.ko_free.then(|| self.compare(&table, started));
        answer.ko_free = (ko_free.as_ref()).map(|compared| compared.as_ref().ok().cloned());
        self.format.print(out, &answer, Answer::write)?;
        let compared = ko_free.map_or(Exit::Done, after_comparing);
        Ok(exit.and(certified).and(compared))
    }

    /// Checks the paths of all files that are to be written.
    fn outputs(&self, rules: Ruleset) -> anyhow::Result<Outputs> {
        let table = |path| TableDestination::new(path, &self.board, rules, self.force);
        let data = |path| DataFile::new(Some(path), None, self.work.quiet);
        let (out, export) = (self.out.as_deref(), self.export.as_deref());
        let (table, data) = (out.map(table).transpose()?, export.map(data).transpose()?);
        let names = [("--out", out), ("--export", export)];
        (self.checkpoint).check_names(&self.board, self.certificate.path(), &names)?;
        let subject = Subject::of_table(&self.board, rules);
        Ok(Outputs {
            table,
            data,
            certificate: self.certificate.destination(subject, self.force)?,
        })
    }

    /// Compares the values with retrograde brackets.
    fn compare(&self, table: &Table, started: Instant) -> Result<KoFree, RetrogradeError> {
        let (threads, budget) = (self.work.threads, self.work.budget_since(started));
        let analysis = ko_free::analyse(table, threads, budget, self.work.quiet)?;
        Ok(KoFree::new(table, &analysis))
    }
}

/// The files that are to be written.
struct Outputs {
    table: Option<TableDestination>,
    data: Option<DataFile>,
    certificate: Option<certificate::Destination>,
}

impl Outputs {
    /// Writes the table and its values. An output that fails does not cost the other one.
    fn place(&self, table: &Table, answer: &mut Answer, out: &mut dyn Write) -> Exit {
        let mut exit = Exit::Done;
        if let Some(destination) = &self.table {
            match destination.place(table) {
                Ok(placed) => {
                    answer.file = Some(placed.path.display().to_string());
                    answer.bytes = Some(placed.bytes);
                    exit = placed.report();
                }
                Err(error) => exit = exit.and(exit::report(&error)),
            }
        }
        if let Some(data) = &self.data {
            let written = super::export::write_values(data, table, None, out);
            let written = written.unwrap_or_else(|error| {
                exit::report(&error);
                Exit::Failed
            });
            if written == Exit::Done {
                answer.exported = data.path.as_ref().map(|path| path.display().to_string());
            }
            exit = exit.and(written);
        }
        exit
    }
}

/// Reads the path of a table. For `value_parser`.
fn table_file() -> impl TypedValueParser<Value = PathBuf> {
    file().try_map(|path| match DataForm::of(&path) {
        Ok(_) => {
            let name = path.display();
            Err(format!(
                "'{name}' would be a table, which only koproof reads: take --export {name}, or another ending such as .kpt"
            ))
        }
        Err(_) => Ok(path),
    })
}

fn after_comparing(compared: Result<KoFree, RetrogradeError>) -> Exit {
    match compared {
        Ok(compared) => Exit::of_check(!compared.is_impossible()),
        Err(why) => {
            exit::complain(&format!("no state was compared: {why}"));
            match why {
                RetrogradeError::Stopped(_) => interrupt::stopped(),
                RetrogradeError::Threads(_) => Exit::Failed,
                _ => Exit::Stopped,
            }
        }
    }
}
