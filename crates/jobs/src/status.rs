//! The status of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use koproof_solver::{Effort, Score};
use serde::Deserialize;

use crate::directory::{RunDirectory, Sign};
use crate::error::JobsError;
use crate::job::Job;
use crate::question::Question;
use crate::tree::Snapshot;

/// The status of a run, as its files tell it. Only the certificate of the value is a proof.
#[derive(Clone, Debug)]
pub struct Status {
    /// The question of the run.
    pub question: Question,
    /// The value that the certificate states, if it is there. It is not checked.
    pub value: Option<Score>,
    /// The path of the certificate, which is there in the end.
    pub certificate: PathBuf,
    /// The latest tree of the leader.
    pub tree: Option<Snapshot>,
    /// The workers that have given signs of life and have not ended. The leader removes those that are lost.
    pub workers: Vec<Sign>,
    /// The assigned jobs.
    pub open: Vec<Job>,
    /// The number of reports, without refused ones.
    pub reports: usize,
    /// The number of refused files.
    pub refused: usize,
    /// The expansions of all reports.
    pub expansions: u64,
    /// An estimate of the remaining expansions if the tree does not change, from the lower to the upper quartile of the
    /// cost of a leaf; `None` without data.
    pub left: Option<(u64, u64)>,
}

/// A report without its estimates, which are almost all of it.
#[derive(Deserialize)]
struct Told {
    job: Job,
    expansions: u64,
    left: Option<Effort>,
}

/// Reads the status of the run in a directory, also while others work on it.
///
/// # Errors
/// If there is no run, something cannot be read, or the certificate is not of a value of its question.
pub fn status(directory: &Path) -> Result<Status, JobsError> {
    let (run, question) = RunDirectory::open(directory)?;
    // Files may appear and disappear meanwhile.
    let numbers = run.numbers("results", ".json")?.into_iter();
    let reports = numbers.filter_map(|number| run.read(&run.report(number)).ok());
    let reports: Vec<Told> = reports.collect();
    // Entries that do not fit the question are left out: any worker may have written them. A tree with a position twice
    // could be drawn with more branches than there are atoms.
    let tree: Option<Snapshot> = run.read(&run.tree()).ok();
    let tree = tree.filter(|tree| {
        let (mut positions, mut lines) = (tree.positions.iter(), BTreeSet::new());
        let fit = [tree.lo, tree.hi, tree.target].into_iter().all(is_score);
        fit && (tree.positions.first()).is_some_and(|root| root.line.is_empty())
            && positions.all(|position| {
                question.is_on_board(&position.line) && lines.insert(&position.line)
            })
    });
    let value = run.stated_value(&question)?;
    let mut costs = costs(&reports);
    costs.sort_unstable();
    let quarter = |part: usize| costs.get(costs.len() * part / 4).copied();
    let left = match (&tree, quarter(1), quarter(3)) {
        (Some(tree), Some(low), Some(high)) if value.is_none() => {
            // Workers may report any numbers, so nothing here may overflow.
            Some((
                tree.left.saturating_mul(low),
                tree.left.saturating_mul(high),
            ))
        }
        _ => None,
    };
    Ok(Status {
        value,
        certificate: run.value(),
        tree,
        workers: run.signs()?,
        open: (run.numbers("jobs", ".json")?.into_iter())
            .filter_map(|number| run.read::<Job>(&run.job(number)).ok())
            .filter(|job| is_score(job.target) && question.is_on_board(&job.line))
            .collect(),
        reports: reports.len(),
        refused: run.files("refused")?.len(),
        expansions: (reports.iter()).fold(0, |sum, report| sum.saturating_add(report.expansions)),
        left,
        question,
    })
}

/// Tells whether a number is a score that a certificate can state.
fn is_score(number: Score) -> bool {
    i16::try_from(number).is_ok()
}

/// The cost of each answered position: the expansions of all jobs that asked it.
fn costs(reports: &[Told]) -> Vec<u64> {
    let mut spent = BTreeMap::new();
    for report in reports {
        let asked = (report.job.target, &report.job.line);
        let (expansions, is_answered) = spent.entry(asked).or_insert((0, false));
        *expansions = u64::saturating_add(*expansions, report.expansions);
        *is_answered |= report.left.is_none();
    }
    let answered = spent.into_values().filter(|(_, is_answered)| *is_answered);
    answered.map(|(expansions, _)| expansions).collect()
}
