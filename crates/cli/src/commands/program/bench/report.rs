//! Prints the measurements line by line, or as JSON at the end.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use koproof_rules::Ruleset;
use serde::Serialize;

use super::baseline::Compared;
use super::measure::Measured;
use crate::about::RulesJson;
use crate::arguments::Format;
use crate::words;

/// Prints each measurement immediately, and keeps it.
pub(super) struct Report<'o> {
    out: &'o mut dyn Write,
    format: Format,
    started: Instant,
    outcome: Outcome,
}

/// All measurements.
#[derive(Debug, Serialize)]
struct Outcome {
    rules: RulesJson,
    threads: usize,
    rungs: Vec<Rung>,
    /// `null` if the baseline was not run.
    baseline: Option<Baseline>,
    /// Whether no value contradicts another one.
    agrees: bool,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Rung {
    rung: u8,
    boards: Vec<Measured>,
}

#[derive(Debug, Serialize)]
struct Baseline {
    method: &'static str,
    limit_seconds: f64,
    boards: Vec<Compared>,
}

/// A description of the baseline.
const METHOD: &str = "transposition table over whole histories";

impl<'o> Report<'o> {
    pub(super) fn new(out: &'o mut dyn Write, format: Format, threads: usize) -> io::Result<Self> {
        let report = Self {
            out,
            format,
            started: Instant::now(),
            outcome: Outcome {
                rules: Ruleset::NSTT.into(),
                threads,
                rungs: Vec::new(),
                baseline: None,
                agrees: true,
                seconds: 0.0,
            },
        };
        if report.format == Format::Text {
            let threads = words::counted(threads, "thread", "threads");
            writeln!(
                report.out,
                "rules: {}\nthreads: {threads}",
                report.outcome.rules
            )?;
            report.out.flush()?;
        }
        Ok(report)
    }

    pub(super) fn begin_rung(&mut self, number: u8) -> io::Result<()> {
        self.outcome.rungs.push(Rung {
            rung: number,
            boards: Vec::new(),
        });
        self.line(&format!(
            "\nrung {number:<21}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}",
            "value", "expansions", "claims", "bytes/claim", "time", "expansions/s", "of prototype"
        ))
    }

    /// Prints the cost of a board.
    pub(super) fn add(&mut self, measured: Measured) -> io::Result<()> {
        let name = if measured.every_state {
            format!("every state of {}", measured.board)
        } else {
            measured.board.clone()
        };
        let prototype = measured
            .prototype_expansions
            .map_or(String::new(), |count| {
                format!("{:.1} %", 100.0 * measured.expansions as f64 / count as f64)
            });
        let remark = match (&measured.stopped, measured.disagrees(), measured.known) {
            (_, true, Some(known)) => {
                format!("  DIFFERS: {known} was known")
            }
            (Some(why), ..) => format!("  stopped: {why}"),
            _ => String::new(),
        };
        self.line(&format!(
            "  {name:24}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}{remark}",
            measured.value,
            HumanCount(measured.expansions).to_string(),
            HumanCount(measured.claims).to_string(),
            measured
                .bytes_per_claim
                .map_or(String::new(), |bytes| format!("{bytes:.0}")),
            words::seconds(measured.seconds),
            HumanCount(measured.expansions_per_second as u64).to_string(),
            if measured.exact {
                prototype
            } else {
                String::new()
            },
        ))?;
        if let Some(rung) = self.outcome.rungs.last_mut() {
            rung.boards.push(measured);
        }
        Ok(())
    }

    pub(super) fn begin_baseline(&mut self, limit: Duration) -> io::Result<()> {
        self.outcome.baseline = Some(Baseline {
            method: METHOD,
            limit_seconds: limit.as_secs_f64(),
            boards: Vec::new(),
        });
        self.line(&format!(
            "\nkoproof beside a {METHOD}, one thread each\n  {:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}",
            "", "value", "expansions", "time", "baseline's", "time", "expansions x", "time x"
        ))
    }

    /// Prints the costs of both.
    pub(super) fn compare(&mut self, compared: Compared) -> io::Result<()> {
        let Compared {
            board,
            baseline,
            koproof,
            ..
        } = &compared;
        let time = words::seconds;
        let at_least = if baseline.finished { "" } else { "> " };
        let remark = if compared.disagrees() {
            format!("  DIFFERS: the baseline says {}", baseline.value)
        } else {
            match &baseline.stopped {
                None => String::new(),
                Some(_) if baseline.seconds >= self.limit() => {
                    format!("  not finished in {} s", self.limit())
                }
                Some(why) => format!("  stopped: {why}"),
            }
        };
        self.line(&format!(
            "  {board:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}{remark}",
            koproof.value,
            HumanCount(koproof.expansions).to_string(),
            time(koproof.seconds),
            HumanCount(baseline.expansions).to_string(),
            time(baseline.seconds),
            format!("{at_least}{}", ratio(compared.ratio_of_expansions)),
            format!("{at_least}{}", ratio(compared.ratio_of_times)),
        ))?;
        if let Some(baseline) = &mut self.outcome.baseline {
            baseline.boards.push(compared);
        }
        Ok(())
    }

    /// Returns the time limit of the baseline in seconds.
    fn limit(&self) -> f64 {
        let baseline = self.outcome.baseline.as_ref();
        baseline.map_or(f64::INFINITY, |baseline| baseline.limit_seconds)
    }

    /// Tells whether a value contradicts a known value or that of the baseline.
    pub(super) fn disagrees(&self) -> bool {
        self.measured().any(Measured::disagrees) || self.compared().any(Compared::disagrees)
    }

    /// Tells whether a board of the ladder was not solved.
    pub(super) fn is_open(&self) -> bool {
        self.measured().any(|measured| !measured.exact)
    }

    fn measured(&self) -> impl Iterator<Item = &Measured> {
        self.outcome.rungs.iter().flat_map(|rung| &rung.boards)
    }

    fn compared(&self) -> impl Iterator<Item = &Compared> {
        let baseline = self.outcome.baseline.iter();
        baseline.flat_map(|baseline| &baseline.boards)
    }

    /// Prints the summary.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let time = self.started.elapsed();
        self.outcome.agrees = !self.disagrees();
        self.outcome.seconds = time.as_secs_f64();
        match self.format {
            Format::Json => writeln!(self.out, "{}", serde_json::to_string(&self.outcome)?),
            Format::Text => writeln!(self.out, "\nall of it took {}", words::time(time)),
        }
    }

    /// Writes a human-readable line immediately, because the next may take minutes.
    fn line(&mut self, text: &str) -> io::Result<()> {
        if self.format == Format::Text {
            writeln!(self.out, "{}", text.trim_end())?;
            self.out.flush()?;
        }
        Ok(())
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
