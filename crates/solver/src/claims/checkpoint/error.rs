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
        /// The file.
        path: String,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file belongs to another solver.
    #[error(
        "the checkpoint is of {found}, this run is of {expected}: give one of this run, or start without"
    )]
    Other {
        /// The board, rules and symmetries of the file.
        found: String,
        /// The board, rules and symmetries of the solver.
        expected: String,
    },
    /// The content is inconsistent.
    #[error("the checkpoint was not written by this program: {0}; delete it and start again")]
    Content(&'static str),
    /// The solver keeps proofs, but in no archive. A checkpoint does not hold them.
    #[error(
        "a checkpoint does not hold proofs: keep them in an archive, or create a solver that forgets them"
    )]
    Proofs,
    /// The file of the archive cannot be written or read.
    #[error("cannot keep the proofs of the checkpoint: {0}")]
    Archive(std::io::Error),
    /// The file of the archive does not have the steps that the checkpoint names.
    #[error("its proofs are of another run, or damaged: go on without them, or start again")]
    OtherArchive,
    /// The solver keeps proofs, and the file has none.
    #[error("it has no proofs: go on without a certificate, or start again")]
    NoProofs,
    /// The claims and orbits of the file do not fit into the memory that is allowed, in bytes.
    #[error(
        "its claims and orbits do not fit into {} MiB of memory: allow more, or some would be lost",
        .0 >> 20
    )]
    Memory(u64),
    /// The solver is not new.
    #[error("a checkpoint can only be read before the solver begins")]
    Begun,
}
