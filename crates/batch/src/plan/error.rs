//! Errors of plans.

use std::path::{Path, PathBuf};

use koproof_store::StoreError;

use crate::boards::MAX_POINTS;

/// The reason why there is no plan.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There is no preset with this name.
    #[error(transparent)]
    Rules(#[from] koproof_rules::RulesetError),
    /// There is nothing to do.
    #[error("a batch needs a board, a rule set and a node limit of at least 1")]
    Nothing,
    /// A board is too large.
    #[error("board {name} has {points} points, a batch takes up to {MAX_POINTS}: leave it out")]
    TooManyPoints {
        /// Its name, as one short line.
        name: String,
        /// Its points.
        points: usize,
    },
    /// The node limit does not fit into the data sets, whose numbers are signed.
    #[error("a node limit of {0} is too large: give at most {most}", most = i64::MAX)]
    Nodes(u64),
    /// A comparison needs two rule sets.
    #[error("a comparison takes two rule sets or more, not {0}")]
    Comparison(usize),
    /// There is no batch in the directory.
    #[error("{} holds no batch: there is no batch.json in it", .0.display())]
    None(PathBuf),
    /// There is another batch in the directory.
    #[error(
        "{} holds another batch ({difference})",
        directory.display()
    )]
    Other {
        /// The directory.
        directory: PathBuf,
        /// The difference.
        difference: String,
    },
    /// A file of the plan is damaged.
    #[error("{}: {problem}; the plan is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is another list of boards in the directory, and no readable settings.
    #[error("{} lists other boards, and there is no sound batch.json beside it", .0.display())]
    Foreign(PathBuf),
    /// A file has the name of the settings, and neither boards nor results are beside it.
    #[error("{} is not the plan of a batch", .0.display())]
    NoPlan(PathBuf),
    /// Another version of this crate has stored the plan in another way.
    #[error(
        "{} is of version {version}, which this one, {}, cannot read",
        path.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// The list of boards takes more bytes than a plan may have.
    #[error(
        "a list of {0} boards is too long for one batch: split it into several, each with a directory of its own"
    )]
    TooLong(usize),
}

/// Makes the error for a damaged file.
pub(super) fn damaged(path: &Path, problem: impl Into<String>) -> PlanError {
    PlanError::Damaged {
        path: path.to_owned(),
        problem: problem.into(),
    }
}
