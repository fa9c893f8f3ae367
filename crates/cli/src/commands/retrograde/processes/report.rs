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
    pub(super) finished: Finished,
    /// The peak memory of the whole process in bytes, if the kernel provides it.
    pub(super) peak_bytes: Option<u64>,
}

impl From<Finished> for Share {
    fn from(finished: Finished) -> Self {
        Self {
            finished,
            peak_bytes: crate::memory::peak(),
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
