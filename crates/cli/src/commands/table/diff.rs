//! `koproof table diff`: the states in which two tables differ.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Komi, Player, text};
use koproof_tables::Table;
use serde::Serialize;

use crate::about::{AboutBoard, RulesJson};
use crate::arguments::{FormatArgs, file, load_table};
use crate::exit::{Blame, Exit};
use crate::limits;
use crate::meanwhile::waiting;
use crate::words::{self, one_line};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof table diff 3x3.kpt elsewhere/3x3.kpt
  koproof table diff 2x3.kpt 2x3-situational.kpt --first 10        the ten smallest differences
  koproof table diff 2x3.kpt 2x3-situational.kpt --format json

The tables must be of the same graph; their rules may differ. Differences are listed by the number of stones, then by \
the text of the position, Black to move first. The exit code is 4 if there is a difference.")]
pub(crate) struct Args {
    /// A table that `koproof table solve` wrote
    #[arg(value_name = "A", value_parser = file())]
    one: PathBuf,

    /// Another such table
    #[arg(value_name = "B", value_parser = file())]
    other: PathBuf,

    /// List only this number of differences, the smallest first
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(1_usize, 1_000_000))]
    first: Option<usize>,

    #[command(flatten)]
    format: FormatArgs,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: AboutBoard,
    a: Side,
    b: Side,
    same: bool,
    /// The number of states with different values, also of those that are not listed.
    count: usize,
    differences: Vec<Difference>,
}

#[derive(Debug, Serialize)]
struct Side {
    file: String,
    rules: RulesJson,
}

#[derive(Debug, Serialize)]
struct Difference {
    position: String,
    to_move: Player,
    a: Range,
    b: Range,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let answer = waiting("comparing the tables", self.quiet, || {
            let one = load_table(&self.one)?;
            let other = load_table(&self.other)?;
            self.compare(&one, &other).bad_input()
        })?;
        self.format.print(out, &answer, Answer::write)?;
        Ok(Exit::of_check(answer.same))
    }

    fn compare(&self, one: &Table, other: &Table) -> anyhow::Result<Answer> {
        let board = one.board();
        let (count, listed) = one.first_differences(other, self.first)?;
        let differences = (listed.iter())
            .map(|state| {
                let [a, b] = state.values.map(|value| Range::exactly(value, Komi::ZERO));
                Difference {
                    position: text::position(board, &state.coloring),
                    to_move: state.to_move,
                    a,
                    b,
                }
            })
            .collect();
        Ok(Answer {
            about: board.into(),
            a: Side::new(&self.one, one),
            b: Side::new(&self.other, other),
            same: count == 0,
            count,
            differences,
        })
    }
}

impl Side {
    fn new(path: &Path, table: &Table) -> Self {
        Self {
            file: path.display().to_string(),
            rules: table.rules().into(),
        }
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        for (name, side) in [("A", &self.a), ("B", &self.b)] {
            let file = one_line(&side.file);
            writeln!(out, "{name}: {file} ({})", side.rules)?;
        }
        if self.same {
            return writeln!(out, "the values are the same");
        }
        let values = words::counted(self.count, "value");
        let differ = if self.count == 1 { "differs" } else { "differ" };
        writeln!(out, "{values} {differ}")?;
        let width = |of: fn(&Difference) -> String| {
            let widths = self.differences.iter().map(|one| of(one).len());
            widths.max().unwrap_or(0)
        };
        let a = width(|one| one.a.to_string());
        let b = width(|one| one.b.to_string());
        for one in &self.differences {
            writeln!(
                out,
                "  {} {} to move: {:>a$} in A, {:>b$} in B",
                one.position, one.to_move, one.a, one.b
            )?;
        }
        match self.count - self.differences.len() {
            0 => Ok(()),
            more => writeln!(out, "  and {} more", HumanCount(more as u64)),
        }
    }
}
