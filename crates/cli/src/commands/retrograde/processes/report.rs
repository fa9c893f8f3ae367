//! Messages between a process and the command that started it: one JSON object a line.

use koproof_partition::{Finished, PartitionError};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Report {
    /// It listens at this address.
    Listening(String),
    /// The number of its known values.
    Working {
        done: u64,
        total: u64,
    },
    Done(Share),
    /// It cannot continue.
    Failed(Failure),
}

/// The message to a process: all addresses, and a secret number.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Call {
    pub(super) addresses: Vec<String>,
    pub(super) run: u64,
}

/// The work of one process.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Share {
    pub(super) process: Process,
    /// The level from which it continued.
    pub(super) resumed: Option<u16>,
    pub(super) summary: Option<Summary>,
}

/// The memory of a process, in bytes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Process {
    pub(super) process: usize,
    pub(super) representatives: u64,
    /// The memory for its states.
    pub(super) state_bytes: u64,
    /// The peak memory of the whole process, if the kernel provides it.
    pub(super) peak_bytes: Option<u64>,
}

/// The contents of the table.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Summary {
    pub(super) representatives: u64,
    pub(super) states: u64,
    pub(super) exact: u64,
    pub(super) lo: i32,
    pub(super) hi: i32,
    pub(super) bytes: u64,
}

impl From<Finished> for Share {
    fn from(finished: Finished) -> Self {
        Self {
            process: Process {
                process: finished.process,
                representatives: finished.representatives,
                state_bytes: finished.bytes,
                peak_bytes: crate::memory::peak(),
            },
            resumed: finished.resumed,
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

/// The reason why the work ended early.
#[derive(Clone, Debug, Deserialize, Serialize, thiserror::Error)]
pub(super) enum Failure {
    /// The input or the checkpoints are wrong.
    #[error("{0}")]
    BadInput(String),
    /// Something went wrong: a disk, a process.
    #[error("{0}")]
    Failed(String),
    /// Another process has ended.
    #[error("{}", PartitionError::Lost)]
    Lost,
    /// A signal or a limit stopped the work.
    #[error("{}", PartitionError::Stopped)]
    Stopped,
}

impl From<PartitionError> for Failure {
    fn from(error: PartitionError) -> Self {
        use PartitionError::{
            Damaged, Directory, Listen, Lost, OtherRun, Processes, Stopped, TooManyPoints,
            TooManyTurns,
        };
        match error {
            Damaged { .. }
            | Directory { .. }
            | Listen { .. }
            | OtherRun { .. }
            | Processes { .. }
            | TooManyPoints { .. }
            | TooManyTurns { .. } => Self::BadInput(error.to_string()),
            Lost => Self::Lost,
            Stopped => Self::Stopped,
            other => Self::Failed(other.to_string()),
        }
    }
}
