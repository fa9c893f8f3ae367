//! Errors of a run.

use std::io;
use std::path::PathBuf;

use koproof_store::StoreError;

/// The reason why there are no brackets.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The board is too large.
    #[error("{points} points are too many to enumerate their colorings; use at most {limit}")]
    TooManyPoints {
        /// The points of the board.
        points: usize,
        /// The largest number of points.
        limit: usize,
    },
    /// One process cannot number its turns.
    #[error("{0} colorings are too many for one process: use more processes")]
    TooManyTurns(usize),
    /// The directory of checkpoints cannot be used.
    #[error("cannot use the checkpoint directory {}: {cause}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The reason.
        cause: io::Error,
    },
    /// A checkpoint cannot be read or deleted.
    #[error("cannot {action} the checkpoint {}: {cause}", path.display())]
    Checkpoint {
        /// Which file.
        path: PathBuf,
        /// What was tried: "read" or "delete".
        action: &'static str,
        /// The reason.
        cause: io::Error,
    },
    /// A checkpoint or a table cannot be written; the cause names it.
    #[error(transparent)]
    Unwritten(StoreError),
    /// A checkpoint is damaged.
    #[error("checkpoint {}: {cause}; delete this file, and the same command continues from before it", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// The problem.
        cause: StoreError,
    },
    /// A checkpoint is complete but belongs to another run.
    #[error("checkpoint {} is {found}, not {expected}: choose another directory, or delete this one", path.display())]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// The run of the file.
        found: String,
        /// The expected run.
        expected: String,
    },
    /// The directory belongs to a run with more processes, or fewer.
    #[error(
        "{} holds the checkpoints of {found} processes, not of {expected}: continue with as many as before, or choose another directory",
        path.display()
    )]
    Processes {
        /// The directory.
        path: PathBuf,
        /// The processes of the run that it belongs to.
        found: usize,
        /// The processes of this run.
        expected: usize,
    },
    /// A file of brackets cannot be read, or is damaged.
    #[error("{}: {cause}", path.display())]
    Brackets {
        /// Which file.
        path: PathBuf,
        /// The reason.
        cause: StoreError,
    },
    /// A file of brackets is complete but contradicts itself.
    #[error("{} {why}: make it again", path.display())]
    Contradiction {
        /// Which file.
        path: PathBuf,
        /// The problem.
        why: String,
    },
    /// The other processes cannot be reached.
    #[error("process {process} at {address} cannot be reached: {cause}")]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The reason.
        cause: io::Error,
    },
    /// Some processes did not connect in time.
    #[error(
        "waited {seconds} s for the processes {missing:?}, which did not start: start all processes again"
    )]
    Missing {
        /// The waiting time.
        seconds: u64,
        /// The numbers of the missing processes.
        missing: Vec<usize>,
    },
    /// This process cannot listen.
    #[error("cannot listen at {address}: {cause}")]
    Listen {
        /// The place.
        address: String,
        /// The reason.
        cause: io::Error,
    },
    /// Another process has ended.
    #[error(
        "another process ended before the work was done; the same command continues from the last level that all have finished"
    )]
    Lost,
    /// Threads or connections failed at the start.
    #[error("the processes cannot begin: {0}")]
    Begin(String),
    /// The observer stopped the run.
    #[error(
        "stopped before its end; the same command continues from the last level that all processes have finished"
    )]
    Stopped,
}
