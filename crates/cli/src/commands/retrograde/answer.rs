//! The result of the analysis for a position.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Board, Coloring, Komi, Margin, Suicide, text};
use koproof_solver::{KoRule, Repetition, Retrograde};
use serde::Serialize;

use super::Rule;
use crate::about::{AboutBoard, rules_without_superko};
use crate::draw;
use crate::words;

/// The question and the result. Scores are Black − White.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: AboutBoard,
    rules: Rules,
    position: String,
    to_move: String,
    /// The scores that can be forced if an endless game is lost for the player who forces.
    bracket: Range,
    /// Whether the bracket is one number.
    exact: bool,
    /// The same, if it implies values under superko: `null` under basic ko.
    ko_free: Option<bool>,
    repetition: Option<String>,
    /// The value under it.
    value: Option<Range>,
    share: Share,
    stats: Stats,
    #[serde(skip)]
    rule: Option<Rule>,
}

#[derive(Debug, Serialize)]
struct Rules {
    /// Always `null`, because no rule depends on the history.
    superko: Option<&'static str>,
    basic_ko: bool,
    suicide: Suicide,
    scoring: &'static str,
}

/// The number of the board's states whose bracket is a single number.
#[derive(Debug, Serialize)]
struct Share {
    exact: u64,
    states: u64,
}

#[derive(Debug, Serialize)]
struct Stats {
    legal_colorings: u64,
    orbits: usize,
    turns: u64,
    plays: u64,
    seconds: f64,
}

impl super::Args {
    /// Looks the position up in the analysis.
    pub(super) fn answer(
        &self,
        coloring: &Coloring<1, 2>,
        suicide: Suicide,
        analysis: &Retrograde,
        time: Duration,
    ) -> Answer {
        let (board, rule) = (&self.board, self.repetition);
        let bracket = analysis
            .bracket(coloring, self.to_move, 0)
            .expect("a position that was read is a legal coloring of the board");
        let ko = rule.map(|rule| rule.ko).unwrap_or_default();
        let representatives = analysis.representatives();
        let value = rule.map(|rule| rule.repetition.value(bracket));
        let exact = bracket.exact().is_some();
        Answer {
            about: board.into(),
            rules: Rules {
                superko: None,
                basic_ko: ko == KoRule::Basic,
                suicide,
                scoring: "area",
            },
            position: text::position(board, coloring),
            to_move: self.to_move.to_string(),
            bracket: Range::new(bracket, Komi::ZERO),
            exact,
            ko_free: (ko == KoRule::None).then_some(exact),
            repetition: rule.map(|rule| rule.to_string()),
            value: value.map(|value| Range::exactly(value, Komi::ZERO)),
            share: Share {
                exact: analysis.exact_states(),
                states: 2 * representatives.legal_colorings(),
            },
            stats: Stats {
                legal_colorings: representatives.legal_colorings(),
                orbits: representatives.len(),
                turns: analysis.turns,
                plays: analysis.plays,
                seconds: time.as_secs_f64(),
            },
            rule,
        }
    }
}

impl Answer {
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        coloring: &Coloring<1, 2>,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        let ko = if self.rules.basic_ko {
            "basic ko, no superko"
        } else {
            "no superko"
        };
        let rules = rules_without_superko(ko, self.rules.suicide);
        writeln!(out, "rules: {rules}")?;
        writeln!(out, "\n{}", draw::coloring(board, coloring))?;
        writeln!(out, "to move: {}", self.to_move)?;
        let kind = match (self.ko_free, self.exact) {
            (Some(true), _) => "ko-free",
            (Some(false), _) => "ko-dependent",
            (None, true) => "whatever long cycles score",
            (None, false) => "it depends on what long cycles score",
        };
        writeln!(out, "bracket: {} ({kind})", self.bracket)?;
        if let (Some(rule), Some(value)) = (self.rule, self.value) {
            let (outcome, cycles) = (value.lo.outcome(), in_words(rule));
            writeln!(out, "value: {value} ({outcome}) if {cycles}")?;
        }
        let Share { exact, states } = self.share;
        let kind = match self.ko_free {
            Some(_) => "ko-free",
            None => "independent of long cycles",
        };
        let share = words::share(exact, states, "states, with either player to move");
        writeln!(out, "{kind}: {share}")?;
        writeln!(
            out,
            "analysis: {} states up to symmetry, {} plays, {}",
            HumanCount(self.stats.turns),
            HumanCount(self.stats.plays),
            words::seconds(self.stats.seconds)
        )
    }
}

fn in_words(rule: Rule) -> String {
    match rule.repetition {
        Repetition::BlackLoses => "an endless game is lost for Black".to_owned(),
        Repetition::WhiteLoses => "an endless game is lost for White".to_owned(),
        Repetition::Score(0) => "an endless game is a tie".to_owned(),
        Repetition::Score(score) => {
            let score = Margin::new(score, Komi::ZERO);
            format!("an endless game scores {score}")
        }
    }
}
