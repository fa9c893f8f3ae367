//! Prints the comparisons line by line, or as JSON at the end.

use std::io::{self, Write};
use std::time::Instant;

use koproof_answers::Range;
use koproof_rules::{Komi, Margin};
use koproof_solver::Bracket;
use serde::Serialize;

use crate::arguments::FormatArgs;
use crate::words;

/// The heading of the published figures.
const DOCUMENTED: &str = "documented";

/// Prints each comparison immediately, and keeps it.
pub(super) struct Report<'o> {
    out: &'o mut dyn Write,
    format: &'o FormatArgs,
    started: Instant,
    outcome: Outcome,
}

#[derive(Debug, Default, Serialize)]
struct Outcome {
    examples: Vec<Example>,
    left_out: Vec<String>,
    /// Whether no figure differs.
    agrees: bool,
    seconds: f64,
}

/// A documented example, or a collection of figures.
#[derive(Debug, Serialize)]
struct Example {
    number: usize,
    title: String,
    checks: Vec<Check>,
}

impl<'o> Report<'o> {
    pub(super) fn new(out: &'o mut dyn Write, format: &'o FormatArgs) -> Self {
        Self {
            out,
            format,
            started: Instant::now(),
            outcome: Outcome::default(),
        }
    }

    /// Prints an example that has been reproduced.
    pub(super) fn example(&mut self, title: &str, checks: Vec<Check>) -> anyhow::Result<()> {
        let label = longest(checks.iter().map(|check| check.what.as_str()));
        let figure = longest(checks.iter().map(|check| check.documented.as_str()));
        self.print(title, label, figure, checks.into_iter().map(Ok))
    }

    /// Prints the published figures of some rows, and names the rows that are left out.
    pub(super) fn published<T>(
        &mut self,
        title: &str,
        (rows, left_out): (Vec<T>, Vec<T>),
        label: fn(&T) -> String,
        check: impl Fn(&T) -> anyhow::Result<Check>,
    ) -> anyhow::Result<()> {
        let labels: Vec<String> = rows.iter().map(label).collect();
        let width = longest(labels.iter().map(String::as_str));
        self.print(title, width, 0, rows.iter().map(check))?;
        for row in &left_out {
            self.leave_out(format!("{}: use --all", label(row)));
        }
        Ok(())
    }

    /// Prints figures, each beside ours as soon as it is found. `label` and `figure` are the lengths of the longest.
    fn print(
        &mut self,
        title: &str,
        label: usize,
        figure: usize,
        checks: impl Iterator<Item = anyhow::Result<Check>>,
    ) -> anyhow::Result<()> {
        let figure = figure.max(DOCUMENTED.len());
        let number = self.outcome.examples.len() + 1;
        let is_text = !self.format.is_json();
        if is_text {
            if number > 1 {
                writeln!(self.out)?;
            }
            writeln!(self.out, "{number}. {title}")?;
            writeln!(
                self.out,
                "  {:label$}  {DOCUMENTED:>figure$}  {:>figure$}",
                "", "found"
            )?;
        }
        let mut kept = Vec::new();
        for check in checks {
            let check = check?;
            if is_text {
                let Check {
                    what,
                    documented,
                    found,
                    ..
                } = &check;
                let remarks = [&check.source, &check.note].into_iter().flatten();
                let remarks: Vec<&str> = remarks.map(String::as_str).collect();
                let line = format!(
                    "  {what:label$}  {documented:>figure$}  {found:>figure$}  {:7}  {}",
                    check.verdict.word(),
                    remarks.join("; ")
                );
                writeln!(self.out, "{}", line.trim_end())?;
                // Each line may take seconds.
                self.out.flush()?;
            }
            kept.push(check);
        }
        self.outcome.examples.push(Example {
            number,
            title: title.to_owned(),
            checks: kept,
        });
        Ok(())
    }

    /// Names a published figure that was not reproduced.
    pub(super) fn leave_out(&mut self, what: impl Into<String>) {
        self.outcome.left_out.push(what.into());
    }

    /// Returns whether any figure has this outcome.
    pub(super) fn has(&self, verdict: Verdict) -> bool {
        self.outcome.count(verdict) > 0
    }

    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        self.outcome.seconds = self.started.elapsed().as_secs_f64();
        self.outcome.agrees = !self.has(Verdict::Differs);
        self.format.print(self.out, &self.outcome, Outcome::write)
    }
}

impl Outcome {
    fn count(&self, verdict: Verdict) -> usize {
        let checks = self.examples.iter().flat_map(|one| &one.checks);
        checks.filter(|check| check.verdict == verdict).count()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        if !self.left_out.is_empty() {
            writeln!(out, "left out")?;
            for what in &self.left_out {
                writeln!(out, "  {what}")?;
            }
            writeln!(out)?;
        }
        let verdicts = [Verdict::Ok, Verdict::Differs, Verdict::Open];
        let [ok, differ, open] = verdicts.map(|verdict| self.count(verdict));
        let figures = words::counted(ok + differ + open, "figure");
        let open = match open {
            0 => String::new(),
            open => format!(", {open} open"),
        };
        let time = words::seconds(self.seconds);
        writeln!(out, "{figures}: {ok} ok, {differ} differ{open}, {time}")
    }
}

/// Returns the number of characters of the longest text.
fn longest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// A published figure compared with ours.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Check {
    pub(super) what: String,
    pub(super) documented: String,
    pub(super) found: String,
    pub(super) verdict: Verdict,
    /// The source of the figure, if it has a separate one.
    pub(super) source: Option<String>,
    /// A remark on the reliability of the figure.
    pub(super) note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Ok,
    Differs,
    /// A limit or a signal stopped the work, and the proved bracket does not contradict the figure.
    Open,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Differs => "DIFFERS",
            Self::Open => "open",
        }
    }
}

impl Check {
    pub(super) fn of(
        what: impl Into<String>,
        documented: impl ToString,
        found: impl ToString,
    ) -> Self {
        let (documented, found) = (documented.to_string(), found.to_string());
        let verdict = if documented == found {
            Verdict::Ok
        } else {
            Verdict::Differs
        };
        Self {
            what: what.into(),
            documented,
            found,
            verdict,
            source: None,
            note: None,
        }
    }

    /// Compares a value with its proved bracket.
    pub(super) fn of_value(what: impl Into<String>, documented: i32, found: Bracket) -> Self {
        let verdict = match found.exact() {
            Some(value) if value == documented => Verdict::Ok,
            None if (found.lo..=found.hi).contains(&documented) => Verdict::Open,
            _ => Verdict::Differs,
        };
        Self {
            verdict,
            ..Self::of(
                what,
                Margin::new(documented, Komi::ZERO),
                Range::new(found, Komi::ZERO),
            )
        }
    }

    pub(super) fn from(mut self, source: &str, note: &str) -> Self {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        self.source = some(source);
        self.note = some(note);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(documented: i32, lo: i32, hi: i32) -> Verdict {
        Check::of_value("2x2", documented, Bracket { lo, hi }).verdict
    }

    #[test]
    fn a_doctored_figure_differs() {
        assert_eq!(Check::of("nodes", 1446, 1446).verdict, Verdict::Ok);
        assert_eq!(Check::of("nodes", 1447, 1446).verdict, Verdict::Differs);
        assert_eq!(
            Check::of("stones", "X./..", ".X/..").verdict,
            Verdict::Differs
        );
    }

    #[test]
    fn a_value_differs_unless_it_is_the_one() {
        assert_eq!(verdict(1, 1, 1), Verdict::Ok);
        assert_eq!(verdict(-1, 1, 1), Verdict::Differs);
    }

    #[test]
    fn an_open_value_differs_only_if_the_figure_is_outside_its_bracket() {
        assert_eq!(verdict(1, 0, 2), Verdict::Open);
        assert_eq!(verdict(2, 0, 2), Verdict::Open);
        assert_eq!(verdict(3, 0, 2), Verdict::Differs);
    }
}
