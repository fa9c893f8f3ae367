//! The status of the batch in a directory.

use std::collections::BTreeSet;
use std::path::Path;

use crate::merge::MergeError;
use crate::monitor::Tally;
use crate::outcome::Status;
use crate::plan::Plan;
use crate::results::{Damaged, Found, Results};
use crate::running::{Process, processes};
use crate::shard::Shard;
use crate::unit::Unit;

/// The status of the batch in a directory.
#[derive(Clone, Debug)]
pub struct BatchStatus {
    /// The plan of the batch.
    pub plan: Plan,
    /// The units by outcome.
    pub tally: Tally,
    /// Those whose budget ran out, or that failed, with the reason.
    pub unsolved: Vec<(Unit, String)>,
    /// Units without a stored result.
    pub missing: Vec<Unit>,
    /// Those whose result is damaged.
    pub damaged: Vec<(Unit, Damaged)>,
    /// The numbers of the missing and damaged units, from which shards are made.
    left: Vec<usize>,
    /// The processes that work on it.
    pub processes: Vec<Process>,
}

impl BatchStatus {
    /// Lists the shards, of the given number, with a missing or damaged unit.
    #[must_use]
    pub fn shards_left(&self, of: usize) -> BTreeSet<usize> {
        self.left.iter().map(|unit| unit % of.max(1)).collect()
    }
}

/// Reads every result of a shard in a directory and checks it, also while others add to it.
///
/// # Errors
/// If there is no batch, or something cannot be read.
pub fn status(directory: &Path, shard: Shard) -> Result<BatchStatus, MergeError> {
    let plan = Plan::load(directory)?;
    let results = Results::list(directory)?;
    let units = plan.units().into_iter().enumerate();
    let (numbers, units): (Vec<usize>, Vec<Unit>) =
        units.filter(|&(number, _)| shard.has(number)).unzip();
    let mut status = BatchStatus {
        plan,
        tally: Tally {
            total: units.len(),
            ..Tally::default()
        },
        unsolved: Vec::new(),
        missing: Vec::new(),
        damaged: Vec::new(),
        left: Vec::new(),
        processes: processes(directory)?,
    };
    let found = results.find_all(&units);
    for ((number, unit), found) in numbers.into_iter().zip(&units).zip(found) {
        let unit = unit.clone();
        match found? {
            Found::Outcome(outcome, _) => {
                status.tally.count(outcome.status);
                if outcome.status != Status::Done {
                    let reason = outcome.reason().unwrap_or_default();
                    let reason = format!("{}: {reason}", outcome.status.name());
                    status.unsolved.push((unit, reason));
                }
            }
            Found::Nothing => {
                status.left.push(number);
                status.missing.push(unit);
            }
            Found::Damaged(damaged) => {
                status.left.push(number);
                status.tally.damaged += 1;
                status.damaged.push((unit, damaged));
            }
        }
    }
    Ok(status)
}
