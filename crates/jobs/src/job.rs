//! Jobs of workers, and their reports.

use koproof_verify::Bound;
use serde::{Deserialize, Serialize};

/// Moves after those of the question: points, `null` for a pass.
pub(crate) type Line = Vec<Option<u16>>;

/// A question for a worker: whether the value after some moves is at least the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number.
    pub number: u64,
    /// The moves after those of the question: points, `null` for a pass.
    pub line: Vec<Option<u16>>,
    /// The target: Black − White.
    pub target: i32,
    /// The most expansions that it may take.
    pub expansions: u64,
}

/// The report of a worker on a job. Only its certificates are evidence; its numbers only guide the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The question.
    pub job: Job,
    /// The worker.
    pub worker: String,
    /// The number of expansions.
    pub expansions: u64,
    /// The time that it took.
    pub seconds: f64,
    /// The proofs: of the answer, or of answers to moves of the position.
    pub proofs: Vec<ProofFile>,
    /// The moves of the position that are still open; empty if the job is answered.
    pub open: Vec<MoveNumbers>,
}

/// A certificate beside a report, and the bound that it proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// The position: moves after those of the question.
    pub line: Vec<Option<u16>>,
    /// Whether the bound is a lower one: the value is at least the score, not at most.
    pub at_least: bool,
    /// The score.
    pub score: i16,
}

impl ProofFile {
    pub(crate) fn new(line: Line, bound: Bound) -> Self {
        Self {
            line,
            at_least: matches!(bound, Bound::AtLeast(_)),
            score: bound.score(),
        }
    }
}

/// A move and the proof numbers after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveNumbers {
    /// The move.
    pub taken: Option<u16>,
    /// The proof number of "the value is at least the target".
    pub proof: u32,
    /// The disproof number of the same.
    pub disproof: u32,
}
