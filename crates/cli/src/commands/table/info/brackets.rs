//! The description of a table of brackets.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_partition::BracketFile;
use koproof_rules::{Coloring, Komi, Suicide};
use koproof_solver::Bracket;
use serde::Serialize;

use super::described::Described;
use crate::about::rules_without_superko;
use crate::exit::Blame;
use crate::histogram;
use crate::words;

/// The description of a table of brackets. Scores are Black − White.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    table: Described,
    suicide: Suicide,
    legal_colorings: u64,
    /// Colorings that have an entry: one of each orbit.
    entries: u64,
    symmetries: usize,
    /// Colorings with a side to move, before any pass.
    states: u64,
    /// States whose bracket is one number.
    ko_free: u64,
    /// The bracket of the empty board, Black to move.
    empty_board: Range,
    /// States by the width of their bracket.
    histogram: Vec<Bar>,
}

/// The number of states with a bracket of one width.
#[derive(Debug, Serialize)]
struct Bar {
    width: i32,
    states: u64,
}

impl Answer {
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let table = BracketFile::open(path).bad_input()?;
        let mut about = Self {
            table: Described::new("brackets", path, table.format_version(), table.board())?,
            suicide: table.suicide(),
            legal_colorings: 0,
            entries: table.representatives(),
            symmetries: table.symmetries(),
            states: 0,
            ko_free: 0,
            empty_board: Range::new(Bracket { lo: 0, hi: 0 }, Komi::ZERO),
            histogram: Vec::new(),
        };
        let mut widths = BTreeMap::new();
        let read = table.read(|entry| {
            about.legal_colorings += entry.orbit;
            for [fresh, _] in entry.brackets {
                about.states += entry.orbit;
                *widths.entry(fresh.hi - fresh.lo).or_insert(0) += entry.orbit;
            }
            if entry.coloring == Coloring::EMPTY {
                about.empty_board = Range::new(entry.brackets[0][0], Komi::ZERO);
            }
            Ok::<_, anyhow::Error>(())
        });
        read.bad_input()?;
        about.ko_free = widths.get(&0).copied().unwrap_or(0);
        let bars = widths.into_iter();
        about.histogram = bars.map(|(width, states)| Bar { width, states }).collect();
        Ok(about)
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.table)?;
        let rules = rules_without_superko("no superko", self.suicide);
        writeln!(out, "rules: {rules}")?;
        writeln!(
            out,
            "legal colorings: {} ({} states, with either player to move)",
            HumanCount(self.legal_colorings),
            HumanCount(self.states)
        )?;
        writeln!(
            out,
            "entries: {} ({}, exchange of colors included)",
            HumanCount(self.entries),
            words::counted(self.symmetries, "symmetry")
        )?;
        writeln!(out, "bracket of the empty board: {}", self.empty_board)?;
        let share = words::share(self.ko_free, self.states, "states");
        writeln!(out, "ko-free: {share}")?;
        writeln!(out, "\nstates by the width of their bracket, in points")?;
        let bars = self.histogram.iter();
        let rows: Vec<_> = bars
            .map(|bar| (bar.width.to_string(), bar.states))
            .collect();
        write!(out, "{}", histogram::bars(&rows, histogram::width()))
    }
}
