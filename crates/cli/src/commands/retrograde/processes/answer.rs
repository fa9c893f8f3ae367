//! The result and its cost.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use koproof_answers::Range;
use koproof_partition::Run;
use koproof_rules::{Board, Komi, Suicide};
use serde::Serialize;

use super::report::Share;
use crate::about::{AboutBoard, rules_without_superko};
use crate::words::{self, one_line};

/// The result and its cost. Scores are Black − White.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: AboutBoard,
    suicide: Suicide,
    symmetries: usize,
    /// `null` unless this process has written it.
    table: Option<Table>,
    levels: u16,
    /// The level from which the run continued.
    resumed: Option<u16>,
    processes: Vec<Process>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Table {
    file: String,
    bytes: u64,
    representatives: u64,
    states: u64,
    exact: u64,
    /// The bracket of the empty board, Black to move.
    empty: Range,
}

/// The memory of a process, in bytes.
#[derive(Debug, Serialize)]
struct Process {
    process: usize,
    representatives: u64,
    /// The memory for its states.
    state_bytes: u64,
    peak_bytes: Option<u64>,
}

impl Answer {
    pub(super) fn new(
        board: &Board,
        suicide: Suicide,
        run: &Run,
        out: &Path,
        shares: &[Share],
        time: Duration,
    ) -> Self {
        let summary = shares.iter().find_map(|share| share.finished.summary);
        let process = |Share {
                           finished,
                           peak_bytes,
                       }: &Share| Process {
            process: finished.process,
            representatives: finished.representatives,
            state_bytes: finished.bytes,
            peak_bytes: *peak_bytes,
        };
        Self {
            about: board.into(),
            suicide,
            symmetries: run.symmetries(),
            table: summary.map(|summary| Table {
                file: out.display().to_string(),
                bytes: summary.bytes,
                representatives: summary.representatives,
                states: summary.states,
                exact: summary.exact,
                empty: Range::new(summary.empty, Komi::ZERO),
            }),
            levels: run.levels(),
            resumed: shares.first().and_then(|share| share.finished.resumed),
            processes: shares.iter().map(process).collect(),
            seconds: time.as_secs_f64(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        let rules = rules_without_superko("no superko", self.suicide);
        writeln!(out, "rules: {rules}")?;
        if let Some(table) = &self.table {
            writeln!(out, "bracket of the empty board: {}", table.empty)?;
            let noun = "states, with either player to move";
            let share = words::share(table.exact, table.states, noun);
            writeln!(out, "ko-free: {share}")?;
        }
        if let Some(level) = self.resumed {
            writeln!(out, "went on from level {level} of {}", self.levels)?;
        }
        for process in &self.processes {
            write!(
                out,
                "process {}: {}, {} for their states",
                process.process,
                words::counted(process.representatives, "coloring"),
                HumanBytes(process.state_bytes)
            )?;
            match process.peak_bytes {
                Some(bytes) => writeln!(out, ", {} at most in all", HumanBytes(bytes))?,
                None => writeln!(out)?,
            }
        }
        if let Some(table) = &self.table {
            writeln!(
                out,
                "written: {} ({} entries, {})",
                one_line(&table.file),
                HumanCount(table.representatives),
                HumanBytes(table.bytes)
            )?;
        }
        writeln!(
            out,
            "work: {}, {}",
            words::counted(self.levels, "level"),
            words::seconds(self.seconds)
        )
    }
}
