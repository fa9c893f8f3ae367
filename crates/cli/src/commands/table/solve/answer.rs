//! The summary of a table.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::HumanCount;
use koproof_rules::{Komi, Ruleset};
use koproof_solver::Stats;
use koproof_tables::Table;
use serde::Serialize;

use crate::about::About;
use crate::certificate::Summary;
use crate::checkpoint::write_resumed;
use crate::ko_free::KoFree;
use crate::values::{self, Values};
use crate::words::{self, one_line};

/// The summary of the solved table.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: About,
    complete: bool,
    /// `null` if no table was written.
    pub(super) file: Option<String>,
    pub(super) bytes: Option<usize>,
    /// The data set, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exported: Option<String>,
    legal_colorings: u64,
    orbits: usize,
    /// Colorings with a side to move.
    states: u64,
    /// Komi counted.
    empty_board: Values,
    #[serde(skip)]
    komi: Komi,
    /// `null` if one was requested and a limit stopped the work first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Option<Summary>>,
    /// `null` if it was requested and a limit stopped the work first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ko_free: Option<Option<KoFree>>,
    /// The checkpoint on which the values depend, if the run continued from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) resumed_from: Option<String>,
    stats: Cost,
}

impl Answer {
    /// Describes the values, before anything is written.
    pub(super) fn new(table: &Table, komi: Komi, stats: Stats, time: Duration) -> Self {
        let rules = Ruleset {
            komi,
            ..table.rules()
        };
        let representatives = table.representatives();
        Self {
            about: About::new(table.board(), rules),
            complete: true,
            file: None,
            bytes: None,
            exported: None,
            legal_colorings: representatives.legal_colorings(),
            orbits: representatives.len(),
            states: 2 * representatives.legal_colorings(),
            empty_board: Values::of_empty_board(table, komi),
            komi,
            certificate: None,
            ko_free: None,
            resumed_from: None,
            stats: Cost {
                expansions: stats.expansions,
                claims: stats.claims,
                seconds: time.as_secs_f64(),
            },
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        writeln!(
            out,
            "solved: {} states, with either player to move ({}, {})",
            HumanCount(self.states),
            words::counted(self.legal_colorings, "legal coloring"),
            words::counted(self.orbits, "orbit"),
        )?;
        writeln!(
            out,
            "empty board: {}{}",
            self.empty_board,
            values::counted(self.komi)
        )?;
        if let Some(Some(ko_free)) = &self.ko_free {
            ko_free.write(out)?;
        }
        writeln!(
            out,
            "search: {}",
            words::cost(
                self.stats.expansions,
                self.stats.claims,
                words::duration(self.stats.seconds)
            )
        )?;
        if let Some(checkpoint) = &self.resumed_from {
            write_resumed(out, checkpoint)?;
        }
        if let (Some(file), Some(bytes)) = (&self.file, self.bytes) {
            let (file, bytes) = (one_line(file), HumanCount(bytes as u64));
            writeln!(out, "written: {file} ({bytes} bytes)")?;
        }
        if let Some(file) = &self.exported {
            let (file, rows) = (one_line(file), HumanCount(self.states));
            writeln!(out, "written: {file} ({rows} rows)")?;
        }
        match &self.certificate {
            Some(Some(certificate)) => certificate.write(out),
            Some(None) | None => Ok(()),
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Cost {
    expansions: u64,
    claims: u64,
    seconds: f64,
}
