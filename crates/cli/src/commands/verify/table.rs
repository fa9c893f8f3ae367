//! A comparison of the values of a table with a certificate.

use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanCount;
use koproof_rules::{Board, Player, text};
use koproof_tables::Table;
use koproof_verify::{Bound, Checked, Proved, Statement};
use serde::Serialize;

use crate::about::About;
use crate::checking::Verdict;
use crate::words;

const PLAYERS: [Player; 2] = [Player::BLACK, Player::WHITE];

/// The result of comparing a table with a certificate.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// The number of values that are not proved, and of bounds that contradict a value.
    pub(super) flaws: u64,
    /// The first of them.
    pub(super) first_flaw: Option<String>,
    /// The number of values with proved lower and upper bounds.
    proved: u64,
}

impl Compared {
    fn flaw(&mut self, say: impl FnOnce() -> String) {
        self.flaws += 1;
        self.first_flaw.get_or_insert_with(say);
    }
}

/// The best proved bounds of a value.
#[derive(Clone, Copy, Debug, Default)]
struct Bracket {
    at_least: Option<i16>,
    at_most: Option<i16>,
}

/// Compares every value of a table with the bounds that a certificate proves for games that start there.
///
/// Symmetric positions have the same value, so one of each orbit is enough.
pub(super) fn compare(table: &Table, checked: &Checked) -> Compared {
    let mut compared = Compared::default();
    if let Some(why) = mismatch(table, checked) {
        compared.flaw(|| why);
        return compared;
    }
    let representatives = table.representatives();
    let symmetry = representatives.symmetry();
    let mut known = vec![[Bracket::default(); 2]; representatives.len()];
    for Proved { state, bound } in &checked.proved {
        let Some((rank, element)) = representatives.find(&state.coloring) else {
            continue;
        };
        let player = symmetry.player(element, state.to_move);
        let bound = if symmetry.swaps_colors(element) {
            bound.swapped()
        } else {
            *bound
        };
        let bracket = &mut known[rank][player.index()];
        match bound {
            Bound::AtLeast(score) => {
                bracket.at_least = Some(bracket.at_least.map_or(score, |old| old.max(score)));
            }
            Bound::AtMost(score) => {
                bracket.at_most = Some(bracket.at_most.map_or(score, |old| old.min(score)));
            }
        }
    }
    for (coloring, brackets) in representatives.iter().zip(known) {
        let values = table
            .values(&coloring)
            .expect("representatives are legal colorings");
        for ((player, value), bracket) in PLAYERS.into_iter().zip(values).zip(brackets) {
            match flaw(value, bracket) {
                None => compared.proved += 1,
                Some(what) => compared.flaw(|| {
                    let position = text::position(table.board(), &coloring);
                    format!("{position} with {player} to move is {value} in the table, but {what}")
                }),
            }
        }
    }
    compared
}

/// Describes the problem with the proof of a value, if there is one.
fn flaw(value: i32, bracket: Bracket) -> Option<String> {
    let at_least = bracket.at_least.map(Bound::AtLeast);
    let at_most = bracket.at_most.map(Bound::AtMost);
    let exactly = |bound: Bound| i32::from(bound.score()) == value;
    if at_least.is_some_and(exactly) && at_most.is_some_and(exactly) {
        return None;
    }
    let bounds: Vec<String> = [at_least, at_most]
        .into_iter()
        .flatten()
        .map(|bound| bound.to_string())
        .collect();
    Some(match bounds.as_slice() {
        [] => "the certificate proves nothing of it".to_owned(),
        bounds => format!("the certificate proves {}", bounds.join(" and ")),
    })
}

/// Returns the reason why a certificate does not belong to a table, if there is one.
fn mismatch(table: &Table, checked: &Checked) -> Option<String> {
    let header = &checked.header;
    let rules = table.rules();
    let board = table.board();
    let differs = |what: &str, table: &str, certificate: &str| {
        Some(format!(
            "the table is of {what} {table}, the certificate of {what} {certificate}: they do not belong together"
        ))
    };
    if !same_graph(board, &header.board) {
        let (table, certificate) = (board.to_graph6(), header.board.to_graph6());
        return differs("graph", &table, &certificate);
    }
    if rules.superko != header.superko {
        let (table, certificate) = (rules.superko.to_string(), header.superko.to_string());
        return differs("superko", &table, &certificate);
    }
    if rules.suicide != header.suicide {
        let (table, certificate) = (rules.suicide.to_string(), header.suicide.to_string());
        return differs("suicide", &table, &certificate);
    }
    if rules.scoring != header.scoring {
        let (table, certificate) = (rules.scoring.to_string(), header.scoring.to_string());
        return differs("scoring", &table, &certificate);
    }
    match &header.statement {
        Statement::Position { moves, .. } if !moves.is_empty() => Some(
            "the certificate is about a position within a game, the table about games that start: they do not belong together"
                .to_owned(),
        ),
        Statement::Position { .. } | Statement::Table { .. } => None,
    }
}

fn same_graph(one: &Board, other: &Board) -> bool {
    one.points() == other.points() && one.edges() == other.edges()
}

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
    #[serde(skip)]
    time: String,
}

impl Answer {
    pub(super) fn new(path: &Path, table: &Table, verdict: &Verdict, compared: &Compared) -> Self {
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
            time: words::time(verdict.time),
        }
    }

    /// Writes the answer in human-readable form; an error in the proof is reported elsewhere.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.table, self.verdict)?;
        writeln!(out, "{}", self.about.indented())?;
        writeln!(
            out,
            "  values: {} of {} proved (one of each orbit, either side to move)",
            HumanCount(self.proved),
            HumanCount(self.total)
        )?;
        writeln!(
            out,
            "  certificate: {} ({} steps, {} bytes, {})",
            self.certificate,
            HumanCount(self.steps),
            HumanCount(self.bytes),
            self.time
        )
    }
}
