//! What to do about errors in the directory of a batch or of a run that has a leader.

use std::io::{self, ErrorKind};

use koproof_jobs::JobsError;
use koproof_solver::SolverError;
use koproof_store::StoreError;

use crate::exit::{bad_input, refusal};

/// Distinguishes errors about the input from others, and adds a remedy.
pub(super) fn jobs_error(error: JobsError) -> anyhow::Error {
    let cure = match error {
        JobsError::Store(error) => return directory_error(error),
        JobsError::None { .. } => "start one with `koproof batch lead BOARD --out DIRECTORY`",
        JobsError::Led { .. } => "wait for its end, or help it with `koproof batch work DIRECTORY`",
        JobsError::Alone(_) => {
            return anyhow::anyhow!("{error}: continue it, or find out above why they have ended");
        }
        JobsError::Other { .. } | JobsError::Foreign { .. } => "choose another directory",
        JobsError::Damaged { ref path, .. } if path.ends_with("question.json") => {
            "begin again in another directory"
        }
        JobsError::Damaged { ref path, .. } if path.ends_with("value.kpc") => {
            "move it away, and start the leader again, which writes it"
        }
        JobsError::Damaged { .. } => "delete it",
        JobsError::Log { .. } => {
            "copy the file again; or end all workers, and delete it and all later files in log: the run goes on from before it"
        }
        JobsError::NoLog { .. } => {
            "copy it again; or make it, empty: then everything is proved again"
        }
        JobsError::Solver(SolverError::Threads(_)) => return error.into(),
        JobsError::Solver(_) | JobsError::Numbers { .. } | JobsError::Unlocked(_) => {
            return bad_input(error);
        }
        _ => return error.into(),
    };
    refusal!("{error}: {cure}")
}

/// Adds the remedy if a file or a directory of a batch is in the way or may not be used.
pub(super) fn directory_error(error: StoreError) -> anyhow::Error {
    let cure = match &error {
        StoreError::File { cause, .. } => of_place(cause),
        _ => None,
    };
    match cure {
        Some(cure) => refusal!("{error}: {cure}"),
        None => error.into(),
    }
}

/// Returns what to do about a file or a directory that is not as a run has them; `None` if the system is at fault.
fn of_place(cause: &io::Error) -> Option<&'static str> {
    match cause.kind() {
        ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::AlreadyExists => {
            Some("move it away, or choose another directory")
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            Some("allow reading and writing there, or choose another directory")
        }
        ErrorKind::NotFound => {
            Some("begin again if it was removed, and it is made; or choose another directory")
        }
        _ => None,
    }
}
