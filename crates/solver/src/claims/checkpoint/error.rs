//! Why a checkpoint could not be written or read.

use koproof_store::StoreError;

/// Why a checkpoint could not be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be written, or is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file cannot be opened.
    #[error("cannot open the checkpoint {path}: {error}")]
    Open {
        /// Which file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file is about something else.
    #[error("the checkpoint is of {found}, this run is of {expected}")]
    Other {
        /// What the file is about.
        found: String,
        /// What it should be about.
        expected: String,
    },
    /// The content makes no sense.
    #[error("the checkpoint was not written by this program: {0}; delete it and begin anew")]
    Content(&'static str),
    /// The solver keeps proofs, which a checkpoint does not hold.
    #[error("a checkpoint does not hold proofs: ask for the certificate without one")]
    Proofs,
    /// The solver has begun.
    #[error("a checkpoint can only be read before the solver begins")]
    Begun,
}
