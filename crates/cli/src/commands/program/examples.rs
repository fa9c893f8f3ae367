//! `koproof self examples`: reproduces published values and compares them.

mod computed;
mod replayed;
mod report;

use std::io::Write;

use crate::arguments::{FormatArgs, WorkArgs};
use crate::exit::Exit;
use crate::interrupt;
use computed::{Count, Counted, Reproducer, Value};
use report::{Report, Verdict};

/// The most points of a board whose values are reproduced without `--all`.
const SMALL: usize = 12;

/// A published example that cannot be reproduced.
const LOST: &str = "the 5x5 game against the program Cosumi: its diagrams have not survived";

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof self examples                     boards of up to 12 points, quick counts: seconds
  koproof self examples --all               every figure that can be reproduced: minutes
  koproof self examples --format json

Documented games are replayed, published values are solved again, and counts are computed; each published figure is \
printed beside koproof's. The exit code is 4 if one of them differs.")]
pub(crate) struct Args {
    /// Include values on boards of more than 12 points, and all counts
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let reproducer = Reproducer::new(&self.work);
        let mut report = Report::new(out, &self.format);
        report.example(
            "2x2: a game that White wins by 4",
            replayed::checks("two by two"),
        )?;
        report.example(
            "2x3, OX./.X., White to move: what the suicide rule changes",
            [replayed::checks("suicide"), reproducer.perfect_play()?].concat(),
        )?;
        report.example("2x2, the empty board", reproducer.two_by_two()?)?;
        report.example(
            "three players: a lone stone in a corner falls before its owner moves again",
            replayed::checks("corners"),
        )?;
        report.example(
            "two one-point eyes: a play in one of them changes nothing and is illegal",
            replayed::checks("eyes"),
        )?;
        report.example(
            "what superko and suicide do not forbid, and a ko",
            replayed::checks("small print"),
        )?;
        self.published(&reproducer, &mut report)?;
        report.leave_out(LOST);
        report.finish()?;
        let is_whole = !report.has(Verdict::Open) && !interrupt::requested();
        let checked = Exit::of_check(!report.has(Verdict::Differs));
        Ok(checked.and(interrupt::done_or_stopped(is_whole)))
    }

    /// Compares the rows of the data files.
    fn published(
        &self,
        reproducer: &Reproducer<'_>,
        report: &mut Report<'_>,
    ) -> anyhow::Result<()> {
        let most = if self.all { usize::MAX } else { SMALL };
        let values = computed::values().into_iter();
        report.published(
            "published values, by board, rules, position and side to move",
            values.partition(|row| row.board.points() <= most),
            Value::label,
            |row| reproducer.value(row),
        )?;
        let counts = computed::counts().into_iter();
        let counts = counts.filter(|row| row.what != Counted::SearchNodes);
        report.published(
            "published counts",
            counts.partition(|row| self.all || row.is_quick()),
            Count::label,
            |row| reproducer.count(row),
        )
    }
}
