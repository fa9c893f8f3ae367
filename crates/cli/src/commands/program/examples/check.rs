//! Comparisons of published figures with ours.

use koproof_answers::Range;
use koproof_rules::{Komi, Margin};
use koproof_solver::Bracket;
use serde::Serialize;

/// A published figure compared with ours.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Check {
    /// The subject of the figure.
    pub(super) what: String,
    pub(super) documented: String,
    pub(super) found: String,
    pub(super) verdict: Verdict,
    /// The source of the figure, if it has a separate one.
    pub(super) source: Option<String>,
    /// A remark on the reliability of the figure.
    pub(super) note: Option<String>,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// The figures are equal.
    Ok,
    /// The figures differ.
    Differs,
    /// A limit or a signal stopped the work, and the proved bracket does not contradict the figure.
    Open,
}

impl Verdict {
    /// Returns the word for the output.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Differs => "DIFFERS",
            Self::Open => "open",
        }
    }
}

impl Check {
    /// Compares two figures as texts.
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

    /// Sets the source of the figure.
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
