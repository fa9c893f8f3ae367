//! Merging results into one data set.

use std::path::{Path, PathBuf};

use koproof_store::StoreError;

use crate::columns::{Cell, Column, columns};
use crate::monitor::Tally;
use crate::outcome::Outcome;
use crate::plan::{Plan, PlanError};
use crate::results::{Damaged, Found, Results};
use crate::unit::Unit;

/// The reason why results cannot be merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is no directory to merge.
    #[error("nothing to merge: name the directories of a batch")]
    Nothing,
    /// There is no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A result cannot be read.
    #[error(transparent)]
    Results(#[from] StoreError),
    /// Two directories belong to different batches.
    #[error(
        "{} and {} are of two batches ({difference}): merge parts of one batch only",
        one.display(),
        other.display()
    )]
    Plans {
        /// A directory.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
        /// The difference.
        difference: String,
    },
    /// A result is damaged.
    #[error("the result of {unit} is damaged: {damaged}; run the batch again")]
    Damaged {
        /// The unit of the result.
        unit: Box<Unit>,
        /// The damaged file, with the problem.
        damaged: Damaged,
    },
    /// A unit has two outcomes.
    #[error(
        "two results of {unit} disagree: {} and {}; delete both, and run the batch again",
        one.display(),
        other.display()
    )]
    Disagree {
        /// The unit.
        unit: Box<Unit>,
        /// A file.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
    },
}

/// The results of a batch in the order of its plan, whatever the order of the directories.
#[derive(Clone, Debug)]
pub struct Merged {
    plan: Plan,
    outcomes: Vec<Outcome>,
    missing: Vec<Unit>,
}

impl Merged {
    /// Reads the results of a batch from the directories of its parts, and checks every one.
    ///
    /// If a unit failed in one directory and has an answer in another, the answer counts.
    ///
    /// # Errors
    /// If the directories belong to different batches, a result is damaged, two results disagree, or something cannot
    /// be read.
    pub fn new<P: AsRef<Path>>(directories: &[P]) -> Result<Self, MergeError> {
        let mut parts = Vec::new();
        for directory in directories {
            let directory = directory.as_ref();
            let plan = Plan::load(directory)?;
            parts.push((directory, plan, Results::list(directory)?));
        }
        let Some((first, plan, _)) = parts.first() else {
            return Err(MergeError::Nothing);
        };
        if let Some((other, theirs, _)) = parts.iter().find(|(_, theirs, _)| theirs != plan) {
            return Err(MergeError::Plans {
                one: first.to_path_buf(),
                other: other.to_path_buf(),
                difference: plan.difference(theirs),
            });
        }
        let mut outcomes = Vec::new();
        let mut missing = Vec::new();
        let units = plan.units();
        let stored = parts.iter().map(|(_, _, results)| results.find_all(&units));
        let mut stored: Vec<_> = stored.collect();
        for unit in &units {
            let mut best = Found::Nothing;
            for found in stored.iter_mut().filter_map(Iterator::next) {
                let found = found?;
                let unit = || Box::new(unit.clone());
                if let Found::Damaged(damaged) = found {
                    return Err(MergeError::Damaged {
                        unit: unit(),
                        damaged,
                    });
                }
                best = best.or(found).map_err(|files| {
                    let [one, other] = *files;
                    MergeError::Disagree {
                        unit: unit(),
                        one,
                        other,
                    }
                })?;
            }
            match best {
                Found::Outcome(outcome, _) => outcomes.push(*outcome),
                _ => missing.push(unit.clone()),
            }
        }
        Ok(Self {
            plan: plan.clone(),
            outcomes,
            missing,
        })
    }

    /// Returns the plan of the batch.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the units without a result.
    #[must_use]
    pub fn missing(&self) -> &[Unit] {
        &self.missing
    }

    /// Counts the units by outcome.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally {
            total: self.outcomes.len() + self.missing.len(),
            ..Tally::default()
        };
        for outcome in &self.outcomes {
            tally.count(outcome.status);
        }
        tally
    }

    /// Returns the columns of the data.
    #[must_use]
    pub fn columns(&self) -> &'static [Column] {
        columns(self.plan.settings().task)
    }

    /// Counts the rows of the data.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.outcomes.iter().map(|outcome| outcome.rows.len()).sum()
    }

    /// Iterates over the rows of the data, each with a cell for every column.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let at = |name| self.columns().iter().position(|column| column.name == name);
        let names = at("names").expect("every task has a column of names");
        let mut classes = self.plan.classes().peekable();
        self.outcomes.iter().flat_map(move |outcome| {
            // Outcomes come in the order of the boards.
            while classes
                .next_if(|class| class[0].canonical != outcome.unit.graph6)
                .is_some()
            {}
            let class = classes.peek().copied().unwrap_or_default();
            let given: Vec<&str> = class.iter().map(|source| source.name.as_str()).collect();
            let given = given.join(" ");
            outcome.rows.iter().cloned().map(move |mut row| {
                row[names] = given.as_str().into();
                row
            })
        })
    }
}
