//! The JSON that a page shows about a proof.

use koproof_answers::{About, GameText, RulesText, State};
use koproof_verify::{CertificateError, CheckError, Reason};
use serde::Serialize;

/// The bounds that a certificate proves.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    pub(super) about: About,
    pub(super) rules: RulesText,
    /// Whether the certificate is one of a table, not of one position.
    pub(super) is_table: bool,
    /// The given position; `None` for a table, each of whose bounds has a position of its own.
    pub(super) start: Option<String>,
    /// The moves made since, each with its player: `b a2`.
    pub(super) history: Vec<String>,
    pub(super) steps: u64,
    /// The number of proved bounds.
    pub(super) roots: usize,
    /// The number of states whose lower and upper bound are equal.
    pub(super) exact_states: usize,
    pub(super) goals: Vec<Goal>,
    /// The number of all goals; a long list is cut.
    pub(super) all_goals: usize,
}

/// A bound that can be played for.
#[derive(Debug, Serialize)]
pub(super) struct Goal {
    /// The position after the moves made.
    pub(super) position: String,
    pub(super) to_move: String,
    pub(super) prover: String,
    /// The bound in the notation of certificates: `>= 3`.
    pub(super) bound: String,
}

/// The state of a game against the proof.
#[derive(Debug, Serialize)]
pub(crate) struct Stand {
    pub(super) state: State,
    /// The whole game, in the form of the explorer.
    pub(super) game: GameText,
    /// The number of its moves that come from the certificate.
    pub(super) given: usize,
    pub(super) prover: String,
    /// The bound that the prover plays for.
    pub(super) bound: String,
    /// The prover's move, if it is the prover's turn.
    pub(super) answer: Option<String>,
    /// The step that proves the bound here; `None` if the prover only passes from here on, or the game is over.
    pub(super) step: Option<u64>,
    /// The claim of that step, if it was kept.
    pub(super) claim: Option<Shown>,
    /// Whether the bound is met, if the game is over.
    pub(super) met: Option<bool>,
}

/// A claim in the frame of the game.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    pub(super) step: u64,
    pub(super) rule: &'static str,
    pub(super) bound: String,
    pub(super) avoid: Vec<Recorded>,
    pub(super) need: Vec<Recorded>,
}

/// A record of a claim.
#[derive(Debug, Serialize)]
pub(super) struct Recorded {
    pub(super) position: String,
    /// The player of the record, if the rule depends on the player.
    pub(super) player: Option<String>,
    /// The turn of the game that made it; 0 is the start.
    pub(super) turn: Option<usize>,
}

/// The verdict on a certificate that is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// A step does not follow: the file proves nothing.
    Refused,
    /// The file does not begin like a certificate.
    NoCertificate,
    /// It is a certificate of another version, or one that was cut off before it names its version.
    Unsupported,
    /// The check needs more memory than a page has: the file may well be a proof.
    TooLarge,
    /// The checker accepts the file, but a page cannot show it.
    Failed,
}

/// The reason why a certificate is not accepted.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    pub(crate) error: String,
    pub(super) verdict: Verdict,
}

impl From<CheckError> for Refused {
    fn from(error: CheckError) -> Self {
        let (said, verdict) = match &error.reason {
            Reason::TooManyRecords(_) => (error.to_string(), Verdict::TooLarge),
            // No header is refused where there is none.
            Reason::Unreadable(why) if matches!(**why, CertificateError::Unknown { .. }) => {
                (why.to_string(), Verdict::NoCertificate)
            }
            Reason::Unreadable(why) if why.is_unsupported() => {
                (why.to_string(), Verdict::Unsupported)
            }
            _ => (error.to_string(), Verdict::Refused),
        };
        Self {
            error: said,
            verdict,
        }
    }
}

impl Refused {
    /// An accepted certificate that cannot be shown.
    pub(super) fn failed(error: impl ToString) -> Self {
        Self {
            error: error.to_string(),
            verdict: Verdict::Failed,
        }
    }
}
