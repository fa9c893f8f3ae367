//! Failures of the work of several processes.

use std::fmt;

use koproof_partition::PartitionError;
use serde::{Deserialize, Serialize};

/// The reason why the work ended early.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Failure {
    /// The input or the checkpoints are wrong.
    BadInput(String),
    /// Something went wrong: a disk, a process.
    Failed(String),
    /// Another process has ended.
    Lost,
    /// A signal or a limit stopped the work.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadInput(why) | Self::Failed(why) => f.write_str(why),
            Self::Lost => PartitionError::Lost.fmt(f),
            Self::Stopped => PartitionError::Stopped.fmt(f),
        }
    }
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
