//! The states that two rule sets disagree on.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Komi, Ruleset, text};
use koproof_tables::Difference;
use serde::Serialize;

use crate::about::{AboutBoard, RulesJson};
use crate::words;

/// A rule set with the name in the command line.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) rules: Ruleset,
}

/// The result of a comparison.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: AboutBoard,
    names: [String; 2],
    rules: [RulesJson; 2],
    /// The number of states: legal colorings with either player to move.
    states: u64,
    /// The number of states with different values.
    differ: usize,
    /// The listed states, smallest first.
    differences: Vec<Row>,
    seconds: f64,
}

/// One state.
#[derive(Debug, Serialize)]
struct Row {
    position: String,
    #[serde(skip)]
    symbols: String,
    stones: usize,
    to_move: String,
    /// Black − White under the one rule set and the other, komi not counted.
    values: [Range; 2],
}

impl super::Args {
    /// Names the two rule sets and lists the states.
    pub(super) fn answer(
        &self,
        named: [&Named; 2],
        states: u64,
        differ: usize,
        listed: &[Difference],
        time: Duration,
    ) -> Answer {
        let board = &self.board;
        let row = |state: &Difference| Row {
            position: text::position(board, &state.coloring),
            symbols: state.coloring.to_symbols(board.points()),
            stones: state.coloring.occupied().len(),
            to_move: state.to_move.to_string(),
            values: state.values.map(|value| Range::exactly(value, Komi::ZERO)),
        };
        Answer {
            about: board.into(),
            names: named.map(|named| named.name.clone()),
            rules: named.map(|named| named.rules.into()),
            states,
            differ,
            differences: listed.iter().map(row).collect(),
            seconds: time.as_secs_f64(),
        }
    }
}

impl Answer {
    /// Writes the states in human-readable form.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [one, other] = &self.names;
        writeln!(out, "{}", self.about)?;
        writeln!(out, "rules: {one} and {other}")?;
        let time = words::seconds(self.seconds);
        let [differ, states] = [self.differ as u64, self.states].map(HumanCount);
        writeln!(
            out,
            "{differ} of {states} states have different values ({time})"
        )?;
        if self.differences.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let position = self.differences.iter().map(|row| row.position.len());
        let width = position.max().unwrap_or(0).max("position".len());
        writeln!(out, "  {:width$}  to move  {one}  {other}", "position")?;
        for row in &self.differences {
            let [a, b] = row.values;
            writeln!(
                out,
                "  {:width$}  {:7}  {a:>one$}  {b:>other$}",
                row.position,
                row.to_move,
                one = one.len(),
                other = other.len(),
            )?;
        }
        let left = self.differ - self.differences.len();
        if left > 0 {
            writeln!(out, "  and {} more", HumanCount(left as u64))?;
        }
        Ok(())
    }

    /// Writes the states as comma-separated values.
    pub(super) fn write_csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut lines = csv::Writer::from_writer(out);
        let [one, other] = &self.names;
        lines.write_record(["position", "to_move", one, other])?;
        for row in &self.differences {
            // Without komi every score is whole.
            let [a, b] = row
                .values
                .map(|value| (value.lo.half_points() / 2).to_string());
            lines.write_record([&row.symbols, &row.to_move, &a, &b])?;
        }
        lines.flush()?;
        Ok(())
    }
}
