//! Errors of a run.

use std::path::PathBuf;

use koproof_solver::{CertifyError, SolverError};
use koproof_store::StoreError;

/// The reason why a run cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobsError {
    /// There is no run in the directory.
    #[error("{} holds no run: there is no question.json in it", .0.display())]
    None(PathBuf),
    /// There is another run in the directory.
    #[error("{} holds a run of another question", .0.display())]
    Other(PathBuf),
    /// There is a value or a tree in the directory, but no run that could have found it.
    #[error("{} exists, but no question.json is beside it", .0.display())]
    Foreign(PathBuf),
    /// Another leader leads the run in the directory.
    #[error("another leader is at work in {}", .0.display())]
    Led(PathBuf),
    /// The file system has no locks, and the log ends with a part that another leader may be about to accept.
    #[error(
        "{} has no entry in the log yet, and this file system has no locks: if no other leader is at work, delete that file",
        .0.display()
    )]
    Unlocked(PathBuf),
    /// A file in the directory has a number so large that no number is left for a job.
    #[error(
        "{} has no numbers left for jobs: a file in jobs, results or workers names one near 2^53: delete it",
        .0.display()
    )]
    Numbers(PathBuf),
    /// Another worker of the same name has worked here.
    #[error("a worker called {0} has worked here before: give this one another name")]
    Name(String),
    /// A worker has a name that the files of a run cannot have.
    #[error(
        "no worker can be called {0:?}: the name begins with a dot, ends in .tmp, has a slash in it, is empty, or is that of a leader"
    )]
    BadName(String),
    /// A file of the run is damaged.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// The leader has refused the journal of this worker.
    #[error("the leader refuses the journal of worker {worker} from part {part} on: see {}", refused.display())]
    Refused {
        /// The worker.
        worker: String,
        /// The part.
        part: u64,
        /// The directory of refused files.
        refused: PathBuf,
    },
    /// The log does not fit the journals.
    #[error("{}: {problem}: the log is damaged", path.display())]
    Log {
        /// The file of the log that is at fault.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// The folder of the log is missing.
    #[error("{} is missing, and results of the run rest on it", .0.display())]
    NoLog(PathBuf),
    /// The checker refuses what the leader itself has derived.
    #[error("{}: {problem}: this is an error in koproof: please report it", path.display())]
    Refuted {
        /// The file that was to be written.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// All workers that were to come have ended.
    #[error("all workers of the leader in {} have ended, and the value is open", .0.display())]
    Alone(PathBuf),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}: end other programs, or raise the limit of processes")]
    Thread(std::io::Error),
    /// A file or a directory cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The solver does not support the board or the rules.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A pass of the game was disputed, and the files of a run list only moves.
    #[error(
        "a pass of the game was disputed, and a run cannot say so: start a game at the position after the dispute"
    )]
    Disputed,
    /// A proof cannot be written.
    #[error(transparent)]
    Certify(#[from] CertifyError),
    /// A part of a journal cannot be written down.
    #[error(transparent)]
    Certificate(#[from] koproof_verify::CertificateError),
}
