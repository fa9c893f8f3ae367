//! The bounds that a certificate proves, in human-readable form and as JSON.

use std::io::{self, Write};

use indicatif::HumanCount;
use koproof_rules::{Board, text};
use koproof_solver::Bracket;
use koproof_verify::{Checked, Statement};
use serde::Serialize;

use crate::about::About;
use crate::certificate::Bounds;
use crate::checking::{Refusal, Verdict};
use crate::words::{self, one_line};

#[derive(Debug, Serialize)]
pub(super) struct Answer {
    file: String,
    verdict: &'static str,
    /// The place where the certificate is refused: `step 17`, `root 0`, `the header`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    bytes: u64,
    #[serde(flatten)]
    proof: Option<Proof>,
    seconds: f64,
}

/// The proved bounds. Scores are Black − White, without komi.
#[derive(Debug, Serialize)]
pub(super) struct Proof {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    statement: Stated,
    /// The number of proved bounds.
    roots: usize,
    steps: u64,
    most_live_steps: u64,
    most_live_records: u64,
}

#[derive(Debug, Serialize)]
#[serde(tag = "statement", rename_all = "lowercase")]
enum Stated {
    Position {
        /// The given position, and the player to move there.
        position: String,
        to_move: String,
        /// The moves made since.
        history: Vec<String>,
        at_least: Option<i16>,
        at_most: Option<i16>,
        exact: bool,
    },
    Table {
        /// The number of states whose lower and upper bound are equal.
        exact_states: usize,
    },
}

impl Answer {
    pub(super) fn new(verdict: &Verdict) -> Self {
        let refusal = verdict.outcome.as_ref().err();
        Self {
            file: verdict.path.display().to_string(),
            verdict: refusal.map_or("proved", |why| why.verdict().0),
            refused_at: refusal.and_then(|why| match why {
                Refusal::Refused(error) | Refusal::TooLarge(error) => Some(error.spot.to_string()),
                _ => None,
            }),
            reason: refusal.map(Refusal::reason),
            bytes: verdict.bytes,
            proof: verdict.outcome.as_ref().ok().map(Proof::new),
            seconds: verdict.time.as_secs_f64(),
        }
    }

    /// Writes the answer in human-readable form; a refusal is reported elsewhere.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(proof) = &self.proof else {
            return Ok(());
        };
        writeln!(out, "{}: proved", one_line(&self.file))?;
        writeln!(out, "{}", proof.about.indented())?;
        proof.statement.write(out, proof.roots)?;
        writeln!(
            out,
            "  proof: {}, at most {} with {} in use at once, {} bytes, {}",
            words::counted(proof.steps, "step"),
            HumanCount(proof.most_live_steps),
            words::counted(proof.most_live_records, "record"),
            HumanCount(self.bytes),
            words::seconds(self.seconds)
        )
    }
}

impl Proof {
    fn new(checked: &Checked) -> Self {
        let header = &checked.header;
        let board = header.board.usual();
        Self {
            statement: Stated::new(&board, checked),
            about: About::new(&board, header.rules()),
            roots: checked.proved.len(),
            steps: checked.steps,
            most_live_steps: checked.most_live_steps,
            most_live_records: checked.most_live_records,
        }
    }
}

impl Stated {
    fn new(board: &Board, checked: &Checked) -> Self {
        match &checked.header.statement {
            Statement::Position(stated) => Self::Position {
                position: text::position(board, &stated.start),
                to_move: stated.to_move.to_string(),
                history: text::turns(board, stated.to_move, 2, &stated.moves),
                at_least: stated.at_least,
                at_most: stated.at_most,
                exact: stated.at_least.is_some() && stated.at_least == stated.at_most,
            },
            Statement::Table { .. } => Self::Table {
                exact_states: checked.exact_states(),
            },
        }
    }

    fn write(&self, out: &mut dyn Write, roots: usize) -> io::Result<()> {
        match self {
            Self::Position {
                position,
                to_move,
                history,
                at_least,
                at_most,
                ..
            } => {
                writeln!(out, "  position: {position} with {to_move} to move")?;
                if !history.is_empty() {
                    writeln!(out, "  moves made: {}", history.join(", "))?;
                }
                match Bounds::new(*at_least, *at_most) {
                    Bounds(Bracket::ANY) => Ok(()),
                    bounds => writeln!(out, "  value: {bounds}"),
                }
            }
            Self::Table { exact_states } => writeln!(
                out,
                "  table: {}, exact values of {}",
                words::counted(roots, "bound"),
                words::counted(*exact_states, "state")
            ),
        }
    }
}
