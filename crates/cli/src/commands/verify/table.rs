//! The answer about a table and its certificate.

use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanCount;
use koproof_answers::ProvedTable;
use koproof_tables::Table;
use serde::Serialize;

use crate::about::About;
use crate::checking::Verdict;
use crate::exit::one_line;
use crate::words;

/// The comparisons.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    table: String,
    certificate: String,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    about: About,
    /// The number of representatives' values with proved lower and upper bounds, out of all.
    proved: u64,
    total: u64,
    steps: u64,
    bytes: u64,
    seconds: f64,
}

impl Answer {
    pub(super) fn new(
        path: &Path,
        table: &Table,
        verdict: &Verdict,
        compared: &ProvedTable,
    ) -> Self {
        let steps = verdict.outcome.as_ref().map_or(0, |checked| checked.steps);
        Self {
            table: path.display().to_string(),
            certificate: verdict.path.display().to_string(),
            verdict: if compared.flaws == 0 {
                "proved"
            } else {
                "refused"
            },
            reason: compared.first_flaw.clone(),
            about: About::new(table.board(), table.rules()),
            proved: compared.proved,
            total: 2 * table.representatives().len() as u64,
            steps,
            bytes: verdict.bytes,
            seconds: verdict.time.as_secs_f64(),
        }
    }

    /// Writes the answer in human-readable form; an error in the proof is reported elsewhere.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", one_line(&self.table), self.verdict)?;
        writeln!(out, "{}", self.about.indented())?;
        writeln!(
            out,
            "  values: {} of {} proved (one of each orbit, with either player to move)",
            HumanCount(self.proved),
            HumanCount(self.total)
        )?;
        writeln!(
            out,
            "  certificate: {} ({} steps, {} bytes, {})",
            one_line(&self.certificate),
            HumanCount(self.steps),
            HumanCount(self.bytes),
            words::seconds(self.seconds)
        )
    }
}
