//! `koproof table export`: a table as a data set.

use std::io::Write;
use std::path::PathBuf;

use koproof_solver::{Budget, Retrograde, RetrogradeError};
use koproof_tables::Table;

use super::data_file::{DataFile, FormName};
use super::rows;
use crate::answer::end_unread;
use crate::arguments::{TableFileArgs, VALUES_OR_BRACKETS, unless_stdout};
use crate::exit::{self, Blame, Exit};
use crate::ko_free;

/// The arguments of `table export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table export 3x3.kpt | head
  koproof table export 3x3.kpt --out 3x3.parquet
  koproof table export 3x3.kpt --format jsonl > 3x3.jsonl
  koproof table export 3x3.kpt --ko-free | grep false

A table of values has two rows for every legal coloring, Black to move first, in the order of the positions. The position is \
written in point order without '/'; the value is that of the game that starts there, Black minus White, komi not counted.

A table of brackets, which `koproof retrograde --out` wrote, has four rows for each entry: either player to move, after no \
pass and after one. Column orbit counts the colorings that the entry stands for.",
    mut_arg("path", |file| file.help(VALUES_OR_BRACKETS)))]
pub(crate) struct Args {
    #[command(flatten)]
    file: TableFileArgs,

    /// The form of the rows [default: by the ending of --out; csv on stdout]
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<FormName>,

    /// Add the retrograde brackets, without superko: lo, hi, and ko_free, true if both are equal
    #[arg(long, help_heading = "Output")]
    ko_free: bool,

    /// Write to FILE.csv, FILE.jsonl or FILE.parquet, in one step, and replace an old file; - is stdout [default: -]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Args {
    /// Writes all rows.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        let data = DataFile::new(unless_stdout(&self.out), self.format)?;
        #[cfg(feature = "distribute")]
        if self.file.has_brackets() {
            return self.brackets_only(&data, out);
        }
        let table = self.file.load()?;
        if !self.ko_free {
            return write_values(&data, &table, None, out);
        }
        ko_free::check(table.rules()).bad_input()?;
        match ko_free::analyse(&table, None, Budget::UNLIMITED, self.quiet) {
            Ok(brackets) => write_values(&data, &table, Some(&brackets), out),
            Err(why @ RetrogradeError::Stopped(_)) => {
                exit::complain(&why.to_string());
                Ok(Exit::Interrupted)
            }
            Err(why) => Err(why.into()),
        }
    }

    /// Writes the rows of a table of brackets.
    #[cfg(feature = "distribute")]
    fn brackets_only(&self, data: &DataFile, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if self.ko_free {
            exit::refuse!("--ko-free: the file has brackets already: leave it out");
        }
        let file = self.file.load_brackets()?;
        let points = file.board().points();
        data.write(out, &rows::columns_of_brackets(), |write| {
            let read =
                file.read(|entry| rows::of_entry(&entry, points).try_for_each(|row| write(&row)));
            read.map_err(damaged)
        })
    }
}

/// Writes the rows of a table of values.
pub(super) fn write_values(
    data: &DataFile,
    table: &Table,
    brackets: Option<&Retrograde>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let columns = rows::columns_of_values(brackets.is_some());
    data.write(out, &columns, |write| {
        rows::of_values(table, brackets).try_for_each(|row| write(&row))
    })
}

/// Reports an error of a table of brackets as bad input.
#[cfg(feature = "distribute")]
fn damaged(error: anyhow::Error) -> anyhow::Error {
    match error.is::<koproof_partition::PartitionError>() {
        true => exit::bad_input(error),
        false => error,
    }
}
