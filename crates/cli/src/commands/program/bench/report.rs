//! The measurements as JSON, and the lines of the human-readable report.

use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::baseline::Compared;
use super::measure::Measured;
use crate::about::RulesJson;
use crate::words;

/// All measurements.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) rules: RulesJson,
    pub(super) threads: usize,
    pub(super) rungs: Vec<Rung>,
    /// `null` if the baseline was not run.
    pub(super) baseline: Option<Baseline>,
    /// Whether no value contradicts another one.
    pub(super) agrees: bool,
    pub(super) seconds: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Rung {
    pub(super) rung: u8,
    pub(super) boards: Vec<Measured>,
}

#[derive(Debug, Serialize)]
pub(super) struct Baseline {
    pub(super) method: &'static str,
    pub(super) limit_seconds: f64,
    pub(super) boards: Vec<Compared>,
}

/// A description of the baseline.
pub(super) const METHOD: &str = "transposition table over whole histories";

/// Writes the titles of the columns of a rung.
pub(super) fn titles(rung: u8) -> String {
    format!(
        "\nrung {rung:<21}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}",
        "value", "expansions", "claims", "bytes/claim", "time", "expansions/s", "of prototype"
    )
}

/// Writes the titles of the columns of the baseline.
pub(super) fn titles_of_baseline() -> String {
    format!(
        "\nkoproof beside a {METHOD}, one thread each\n  {:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}",
        "", "value", "expansions", "time", "baseline's", "time", "expansions x", "time x"
    )
}

impl Measured {
    /// Writes the cost of a board.
    pub(super) fn line(&self) -> String {
        let name = if self.every_state {
            format!("every state of {}", self.board)
        } else {
            self.board.clone()
        };
        let prototype = self.prototype_expansions.filter(|_| self.exact);
        let prototype = prototype.map_or(String::new(), |count| {
            format!("{:.1} %", 100.0 * self.expansions as f64 / count as f64)
        });
        let remark = match (&self.stopped, self.disagrees(), self.known) {
            (_, true, Some(known)) => {
                format!("  DIFFERS: {known} was known")
            }
            (Some(why), ..) => format!("  stopped: {why}"),
            _ => String::new(),
        };
        format!(
            "  {name:24}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}{remark}",
            self.value,
            HumanCount(self.expansions).to_string(),
            HumanCount(self.claims).to_string(),
            self.bytes_per_claim
                .map_or(String::new(), |bytes| format!("{bytes:.0}")),
            words::seconds(self.seconds),
            HumanCount(self.expansions_per_second as u64).to_string(),
            prototype,
        )
    }
}

impl Compared {
    /// Writes the costs of both, if this was the limit of the baseline.
    pub(super) fn line(&self, limit: Duration) -> String {
        let Self {
            board,
            baseline,
            koproof,
            ..
        } = self;
        let time = words::seconds;
        let at_least = if baseline.finished { "" } else { "> " };
        let limit = limit.as_secs_f64();
        let remark = match &baseline.stopped {
            _ if self.disagrees() => format!("  DIFFERS: the baseline says {}", baseline.value),
            None => String::new(),
            Some(_) if baseline.seconds >= limit => format!("  not finished in {limit} s"),
            Some(why) => format!("  stopped: {why}"),
        };
        format!(
            "  {board:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}{remark}",
            koproof.value,
            HumanCount(koproof.expansions).to_string(),
            time(koproof.seconds),
            HumanCount(baseline.expansions).to_string(),
            time(baseline.seconds),
            format!("{at_least}{}", ratio(self.ratio_of_expansions)),
            format!("{at_least}{}", ratio(self.ratio_of_times)),
        )
    }
}

/// Writes a ratio with its significant digits.
fn ratio(ratio: f64) -> String {
    if ratio < 10.0 {
        format!("{ratio:.1}")
    } else {
        HumanCount(ratio.round() as u64).to_string()
    }
}
