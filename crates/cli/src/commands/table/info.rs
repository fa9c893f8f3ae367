//! `koproof table info`: the contents of a table.

#[cfg(feature = "distribute")]
mod brackets;
mod described;

use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanCount;
use koproof_rules::{Komi, Margin};
use koproof_tables::Table;
use serde::Serialize;

use crate::about::RulesJson;
use crate::arguments::{FormatArgs, TableFileArgs, VALUES_OR_BRACKETS, load_aloud};
use crate::exit::Exit;
use crate::histogram;
use crate::values::Values;
use crate::words;
use described::Described;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table info 3x3.kpt
  koproof table info 3x3.kpt --format json
  koproof table info 3x4.kpb                     brackets, in a build with --features distribute

Only a build with --features distribute writes tables of brackets, with `koproof retrograde --out`, and reads them. \
A file that is cut short or altered, even by one bit, is refused with the reason.",
    mut_arg("path", |file| file.help(VALUES_OR_BRACKETS)))]
pub(crate) struct Args {
    #[command(flatten)]
    file: TableFileArgs,

    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        #[cfg(feature = "distribute")]
        if crate::arguments::has_brackets(&self.file.path) {
            let about = brackets::Answer::new(&self.file.path)?;
            self.format.print(out, &about, brackets::Answer::write)?;
            return Ok(Exit::Done);
        }
        let table = load_aloud(&self.file.path, false)?;
        let about = TableAnswer::new(&table, &self.file.path)?;
        self.format.print(out, &about, TableAnswer::write)?;
        Ok(Exit::Done)
    }
}

#[derive(Debug, Serialize)]
struct TableAnswer {
    #[serde(flatten)]
    table: Described,
    rules: RulesJson,
    legal_colorings: u64,
    orbits: usize,
    symmetries: usize,
    /// The number of states: colorings with a player to move.
    states: u64,
    empty_board: Values,
    histogram: Vec<Bar>,
}

/// The number of colorings with one value.
#[derive(Debug, Serialize)]
struct Bar {
    score: i32,
    black_to_move: u64,
    white_to_move: u64,
}

impl TableAnswer {
    fn new(table: &Table, path: &Path) -> anyhow::Result<Self> {
        let representatives = table.representatives();
        Ok(Self {
            table: Described::new("values", path, table.format_version(), table.board())?,
            rules: table.rules().into(),
            legal_colorings: representatives.legal_colorings(),
            orbits: representatives.len(),
            symmetries: representatives.symmetry().len(),
            states: 2 * representatives.legal_colorings(),
            empty_board: Values::of_empty_board(table, Komi::ZERO),
            histogram: table
                .histogram()
                .into_iter()
                .map(|(score, [black_to_move, white_to_move])| Bar {
                    score,
                    black_to_move,
                    white_to_move,
                })
                .collect(),
        })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.table)?;
        writeln!(out, "rules: {}", self.rules)?;
        writeln!(
            out,
            "legal colorings: {} ({} states, with either player to move)",
            HumanCount(self.legal_colorings),
            HumanCount(self.states)
        )?;
        writeln!(
            out,
            "orbits: {} ({}, exchange of colors included)",
            HumanCount(self.orbits as u64),
            words::counted(self.symmetries, "symmetry")
        )?;
        writeln!(out, "empty board: {}", self.empty_board)?;
        writeln!(
            out,
            "\ncolorings by value with black to move (with white to move: the mirror image)"
        )?;
        let name = |bar: &Bar| Margin::new(bar.score, Komi::ZERO).to_string();
        let bars = self.histogram.iter();
        let rows: Vec<_> = bars.map(|bar| (name(bar), bar.black_to_move)).collect();
        write!(out, "{}", histogram::bars(&rows, histogram::width()))
    }
}
