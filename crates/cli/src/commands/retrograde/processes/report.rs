//! What a process tells the command that started it, and the other way round: one JSON object a line.

use koproof_partition::{Finished, PartitionError};
use koproof_solver::Progress;
use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// What a process tells.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Report {
    /// It listens at this address.
    Listening(String),
    /// So many of its values are known.
    Working { done: u64, total: u64 },
    /// It is done.
    Done(Share),
    /// It cannot go on.
    Failed(Failure),
}

/// What a process is told: where all of them are, and a number that nobody else knows.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Call {
    pub(super) addresses: Vec<String>,
    pub(super) run: u64,
}

/// What one process did.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Share {
    pub(super) process: usize,
    pub(super) representatives: u64,
    /// What its states took.
    pub(super) state_bytes: u64,
    /// What the whole process took at most, where the kernel tells.
    pub(super) peak_bytes: Option<u64>,
    /// The level that it went on from.
    pub(super) resumed: Option<u16>,
    pub(super) levels: u16,
    pub(super) symmetries: usize,
    pub(super) summary: Option<Summary>,
}

/// What the table says.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Summary {
    pub(super) representatives: u64,
    pub(super) states: u64,
    pub(super) exact: u64,
    pub(super) lo: i32,
    pub(super) hi: i32,
    pub(super) bytes: u64,
}

impl Share {
    pub(super) fn new(run: &koproof_partition::Run, finished: Finished) -> Self {
        Self {
            process: finished.process,
            representatives: finished.representatives,
            state_bytes: finished.bytes,
            peak_bytes: crate::progress::peak_memory(),
            resumed: finished.resumed,
            levels: run.levels(),
            symmetries: run.symmetries(),
            summary: finished.summary.map(|summary| Summary {
                representatives: summary.representatives,
                states: summary.states,
                exact: summary.exact,
                lo: summary.empty.lo,
                hi: summary.empty.hi,
                bytes: summary.bytes,
            }),
        }
    }
}

impl From<&Progress> for Report {
    fn from(progress: &Progress) -> Self {
        Self::Working {
            done: progress.done,
            total: progress.total,
        }
    }
}

impl From<PartitionError> for Report {
    fn from(error: PartitionError) -> Self {
        Self::Failed(error.into())
    }
}
