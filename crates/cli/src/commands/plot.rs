//! `koproof plot`: histograms and series, as pictures.

mod rows;
mod series;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use koproof_picture::Histogram;
use koproof_rules::{Coloring, Player};
use koproof_tables::Table;

use crate::about::RulesJson;
use crate::arguments::{PictureArgs, beginning, file, load_table};
use crate::exit::{self, Blame, Exit, refusal, refuse};
use crate::meanwhile::waiting;
use crate::words::{self, one_line};
use rows::Rows;
use series::ColumnsArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof plot 3x3.kpt --out values.svg              how often each value occurs among all colorings
  koproof plot path-1.kpt path-2.kpt path-3.kpt --out paths.png
  koproof plot solved.jsonl --out values.svg         lines of `koproof solve --format json`
  koproof plot atlas.csv --out atlas.svg             what `koproof batch merge` writes
  koproof plot atlas.csv --brackets --out all.svg    the same, with the bounds of open values
  koproof plot ladder.csv --x points --y seconds --by threads --out times.svg
  koproof plot 3x3.csv --kind histogram --y value    what `koproof table export` writes
  koproof plot atlas.csv --kind spread --x edges --where rules=nstt --out edges.svg

A table alone gives the histogram of its values with Black to move. Several tables, or rows of CSV or JSON, give a series: \
the value of each board against its number of points, with a line for each family of boards. --x, --y and --by name other \
columns (in JSON with dots: value.lo). Rows without a value are left out, and their number is printed on stderr; --brackets \
draws an open value as a stroke from its lower to its upper bound. A spread shows, at each number of the horizontal axis, \
how often each value occurs, as circles, and the means as a line.")]
pub(crate) struct Args {
    /// Tables that `koproof table solve` wrote; or files of CSV (.csv) or JSON Lines (.jsonl, .json)
    #[arg(value_name = "FILE", value_parser = file(), required = true)]
    files: Vec<PathBuf>,

    /// The kind of chart [default: a histogram of one table, a series of anything else]
    #[arg(long, value_enum)]
    kind: Option<Kind>,

    #[command(flatten)]
    columns: ColumnsArgs,

    #[command(flatten)]
    picture: PictureArgs,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// How often each value occurs
    Histogram,
    /// Values against numbers, one line for each family
    Series,
    /// How often each value occurs at each number of the horizontal axis
    Spread,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        self.picture.check()?;
        let (svg, left_out) =
            waiting("reading the files and drawing", self.quiet, || self.drawn())?;
        if left_out > 0 {
            let lines = words::counted(left_out, "line");
            let have = if left_out == 1 { "has" } else { "have" };
            exit::complain(&format!(
                "{lines} {have} no value and no place in the chart"
            ));
        }
        self.picture.write(&svg, Exit::Done, self.quiet, out)?;
        Ok(Exit::Done)
    }

    /// Draws the files; also returns the number of rows without a value.
    fn drawn(&self) -> anyhow::Result<(String, usize)> {
        let tables = self.files.iter().filter(|file| !rows::is_text(file));
        match (tables.count(), self.files.as_slice()) {
            (1, [file]) if self.kind.is_none_or(|kind| kind == Kind::Histogram) => {
                Ok((self.of_a_table(file)?, 0))
            }
            (0, files) => {
                let mut all = Rows::default();
                for file in files {
                    all.read(file).bad_input()?;
                }
                all.keep(&self.columns.filters).bad_input()?;
                self.of_rows(&all)
            }
            (tables, files) if tables == files.len() => self.of_rows(&self.of_tables()?),
            _ => {
                refuse!(
                    "a chart takes tables, or files of CSV and JSON lines, not both: plot them separately"
                )
            }
        }
    }

    /// Draws the histogram of a table's values.
    fn of_a_table(&self, file: &Path) -> anyhow::Result<String> {
        let table = table(file)?;
        self.columns.refuse().bad_input()?;
        let bars = table.histogram().into_iter();
        let histogram = Histogram {
            title: self.columns.title.clone().unwrap_or_else(|| {
                let rules = RulesJson::from(table.rules());
                let name = one_line(table.board().name());
                format!("All colorings of {name}, {rules}")
            }),
            across: "value with black to move".to_owned(),
            up: "legal colorings".to_owned(),
            bars: bars.map(|(value, [black, _])| (value, black)).collect(),
        };
        Ok(histogram.to_svg())
    }

    /// Returns the values of the empty boards of tables, a row for each.
    fn of_tables(&self) -> anyhow::Result<Rows> {
        self.columns.refuse().bad_input()?;
        let mut all = Rows::default();
        for file in &self.files {
            let table = table(file)?;
            let value = table.value(&Coloring::EMPTY, Player::BLACK);
            let columns = [
                (series::OF_TABLE, series::family(table.board())),
                ("points", table.board().points().to_string()),
                ("rules", RulesJson::from(table.rules()).to_string()),
                (
                    "value",
                    value.map_or_else(String::new, |value| value.to_string()),
                ),
            ];
            all.add(file, columns);
        }
        Ok(all)
    }

    fn of_rows(&self, rows: &Rows) -> anyhow::Result<(String, usize)> {
        match self.kind {
            Some(Kind::Histogram) => self.columns.histogram(rows),
            Some(Kind::Spread) => self.columns.spread(rows),
            Some(Kind::Series) | None => self.columns.series(rows),
        }
        .bad_input()
    }
}

/// Reads a table. The error for a file that is not koproof's, such as one of text or of Parquet, tells how files of
/// rows are named.
fn table(file: &Path) -> anyhow::Result<Table> {
    load_table(file).map_err(|error| {
        // Every file of koproof begins with these letters.
        match beginning(file) {
            Ok(found) if !found.starts_with(b"KP") => {
                refusal!("{error}; files of rows end in .csv, .jsonl or .json")
            }
            _ => error,
        }
    })
}
