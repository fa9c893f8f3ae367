//! Where a run stands.

use std::path::Path;

use crate::error::JobsError;
use crate::job::{Job, Report};
use crate::question::Question;
use crate::room::{Beat, Room};
use crate::tree::Snapshot;

/// Where a run stands.
#[derive(Clone, Debug)]
pub struct Status {
    /// Its subject.
    pub question: Question,
    /// Whether the value is found.
    pub done: bool,
    /// The tree, as the leader wrote it last.
    pub tree: Option<Snapshot>,
    /// The workers that have given signs of life and have not ended.
    pub workers: Vec<Beat>,
    /// The jobs that are out.
    pub open: Vec<Job>,
    /// How many reports there are, those that were refused left out.
    pub reports: usize,
    /// How many files were refused.
    pub refused: usize,
    /// The expansions of all reports.
    pub expansions: u64,
    /// The expansions that are left if the tree stays as it is: from the cheaper to the dearer quarter of what a
    /// leaf has cost; `None` as long as there is nothing to judge by.
    pub left: Option<(u64, u64)>,
}

/// Reads where the run in a directory stands, also while others work on it.
///
/// # Errors
/// If there is no run, or something cannot be read.
pub fn status(directory: &Path) -> Result<Status, JobsError> {
    let (room, question) = Room::open(directory)?;
    // Files may come and go meanwhile.
    let read_all = |folder: &str| -> Result<Vec<Report>, JobsError> {
        let numbers = room.numbers(folder, ".json")?.into_iter();
        Ok(numbers
            .filter_map(|number| room.read(&room.report(number)).ok())
            .collect())
    };
    let reports = read_all("results")?;
    let beats = room.files("workers")?;
    let tree: Option<Snapshot> = room.read(&room.tree()).ok();
    let done = room.value().exists();
    let mut costs: Vec<u64> = reports.iter().map(|report| report.expansions).collect();
    costs.sort_unstable();
    let quarter = |part: usize| costs.get(costs.len() * part / 4).copied();
    let left = match (&tree, quarter(1), quarter(3)) {
        (Some(tree), Some(low), Some(high)) if !done => Some((tree.left * low, tree.left * high)),
        _ => None,
    };
    Ok(Status {
        done,
        tree,
        workers: beats
            .iter()
            .filter_map(|path| room.read(path).ok())
            .collect(),
        open: (room.numbers("jobs", ".json")?.into_iter())
            .filter_map(|number| room.read(&room.job(number)).ok())
            .collect(),
        reports: reports.len(),
        refused: room.files("refused")?.len(),
        expansions: reports.iter().map(|report| report.expansions).sum(),
        left,
        question,
    })
}
