//! `koproof table export`: a table as lines of text.

mod lines;
mod sink;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use koproof_solver::{Retrograde, RetrogradeError, Table};
use koproof_store::AtomicFile;

use crate::arguments::TableFileArgs;
use crate::exit::{self, Blame, Exit};
use crate::interrupt;
use crate::ko_free;
use lines::Lines;
use sink::Sink;

/// The arguments of `table export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table export 3x3.kpt --format csv | head
  koproof table export 3x3.kpt --format jsonl --out 3x3.jsonl
  koproof table export 3x3.kpt --ko-free | grep false

Every legal coloring has a line for either player to move, sorted by the bytes of the line. The position is written \
in point order without '/'; the value is that of the game that starts there, Black minus White, komi not counted.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: TableFileArgs,

    /// How the lines are written
    #[arg(long, value_enum, default_value_t = Format::Csv, help_heading = "Output")]
    format: Format,

    /// Add what can be forced if no superko rule looks at the history: lo, hi, and ko_free where both are the same
    #[arg(long, help_heading = "Output")]
    ko_free: bool,

    /// Write to this file, in place of what is there, when everything is written [default: stdout]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
}

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values after a line of their names: position,to_move,value (and lo,hi,ko_free)
    Csv,
    /// One JSON object on each line
    Jsonl,
}

impl Args {
    /// Writes all lines.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let table = self.file.load()?;
        let brackets = match self.brackets(&table)? {
            Ok(brackets) => brackets,
            Err(why) => {
                exit::complain(&why.to_string());
                return Ok(Exit::Interrupted);
            }
        };
        let lines = Lines {
            table: &table,
            brackets: brackets.as_ref(),
        };
        let Some(path) = &self.out else {
            return write(lines, Sink::new(self.format, out));
        };
        self.spare_the_table(path).bad_input()?;
        let mut file = AtomicFile::create(path).bad_input()?;
        let result = write(lines, Sink::new(self.format, &mut file))?;
        if result == Exit::Done {
            file.commit()?;
        } else {
            exit::complain(&format!("interrupted: {} was not written", path.display()));
        }
        Ok(result)
    }

    /// Analyses the board, if that was asked for.
    fn brackets(
        &self,
        table: &Table,
    ) -> anyhow::Result<Result<Option<Retrograde>, RetrogradeError>> {
        if !self.ko_free {
            return Ok(Ok(None));
        }
        ko_free::check(table.rules()).bad_input()?;
        Ok(ko_free::analyse(table, None, None, false)?.map(Some))
    }

    /// Refuses to put the lines in the place of the table.
    fn spare_the_table(&self, path: &Path) -> anyhow::Result<()> {
        let table = fs::canonicalize(self.file.path());
        if matches!((table, fs::canonicalize(path)), (Ok(table), Ok(out)) if table == out) {
            anyhow::bail!("--out is the table itself: name another file");
        }
        Ok(())
    }
}

/// Writes all lines, unless a signal comes first.
fn write(lines: Lines<'_>, mut sink: Sink<'_>) -> anyhow::Result<Exit> {
    interrupt::listen();
    for line in lines.all() {
        if interrupt::requested() {
            return Ok(Exit::Interrupted);
        }
        sink.write(&line)?;
    }
    sink.finish()?;
    Ok(Exit::Done)
}
