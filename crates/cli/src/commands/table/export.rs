//! `koproof table export`: a table as a data set.

use std::io::Write;
use std::path::PathBuf;

use koproof_batch::{Cell, table_columns};
#[cfg(feature = "distribute")]
use koproof_partition::{BracketEntry, BracketFile, PartitionError};
use koproof_rules::Player;
use koproof_solver::{Bracket, Budget, Retrograde, RetrogradeError};
use koproof_tables::Table;

use super::data_file::{DataFile, FormName};
use crate::arguments::{TableFileArgs, VALUES_OR_BRACKETS, load_aloud, unless_stdout};
use crate::exit::{self, Blame, Exit};
use crate::ko_free;
use crate::stdout::end_unread;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table export 3x3.kpt | head
  koproof table export 3x3.kpt --out 3x3.parquet
  koproof table export 3x3.kpt --format jsonl > 3x3.jsonl
  koproof table export 3x3.kpt --ko-free | grep false

A table of values has two rows for every legal coloring, Black to move first, in the order of the positions. The position is \
written in point order without '/'; the value is that of the game that starts there, Black minus White, komi not counted.

Only a build with --features distribute writes tables of brackets, with `koproof retrograde --out`, and reads them. Such a \
table has four rows for each entry: either player to move, after no pass and after one. Column orbit counts the colorings that the entry stands for.",
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

    /// Show no progress; without --out no progress of the rows is shown in any case
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        let data = DataFile::new(unless_stdout(&self.out), self.format, self.quiet)?;
        #[cfg(feature = "distribute")]
        if crate::arguments::has_brackets(&self.file.path) {
            return self.brackets_only(&data, out);
        }
        let table = load_aloud(&self.file.path, self.quiet)?;
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
        let file = BracketFile::open(&self.file.path).bad_input()?;
        let points = file.board().points();
        let rows = file.representatives().saturating_mul(4);
        data.write(out, &table_columns("brackets"), rows, |write| {
            let read = file.read(|entry| of_entry(&entry, points).try_for_each(|row| write(&row)));
            read.map_err(|error: anyhow::Error| match error.is::<PartitionError>() {
                true => exit::bad_input(error),
                false => error,
            })
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
    let columns = match brackets {
        Some(_) => "values-with-brackets",
        None => "values",
    };
    let rows = 2 * table.representatives().legal_colorings();
    data.write(out, &table_columns(columns), rows, |write| {
        of_values(table, brackets).try_for_each(|row| write(&row))
    })
}

/// Iterates over the rows of a table of values. All positions of a board have the same length, so the order of their
/// texts is the byte order of the lines in CSV and JSON Lines.
fn of_values<'t>(
    table: &'t Table,
    brackets: Option<&'t Retrograde>,
) -> impl Iterator<Item = Vec<Cell>> + use<'t> {
    let points = table.board().points();
    table.in_text_order().flat_map(move |(coloring, values)| {
        let position = coloring.to_symbols(points);
        let players = Player::BOTH;
        players.into_iter().zip(values).map(move |(player, value)| {
            let mut row: Vec<Cell> = vec![
                position.clone().into(),
                player.to_string().into(),
                i64::from(value).into(),
            ];
            if let Some(brackets) = brackets {
                row.extend(match brackets.bracket(&coloring, player, 0) {
                    Some(bracket) => cells(bracket),
                    None => [Cell::Null, Cell::Null, Cell::Null],
                });
            }
            row
        })
    })
}

/// Returns the rows of one entry of a table of brackets.
#[cfg(feature = "distribute")]
fn of_entry(entry: &BracketEntry, points: usize) -> impl Iterator<Item = Vec<Cell>> {
    let position = entry.coloring.to_symbols(points);
    let orbit = entry.orbit as i64;
    let players = Player::BOTH.into_iter().zip(entry.brackets);
    players.flat_map(move |(player, by_passes)| {
        let position = position.clone();
        (0_i64..).zip(by_passes).map(move |(passes, bracket)| {
            let mut row: Vec<Cell> = vec![
                position.clone().into(),
                player.to_string().into(),
                passes.into(),
            ];
            row.extend(cells(bracket));
            row.push(orbit.into());
            row
        })
    })
}

fn cells(bracket: Bracket) -> [Cell; 3] {
    [
        i64::from(bracket.lo).into(),
        i64::from(bracket.hi).into(),
        bracket.exact().is_some().into(),
    ]
}
