//! The units of a run that have no stored result.

use std::time::Instant;

use koproof_store::StoreError;

use crate::monitor::{Monitor, Standing, TICK, Tally};
use crate::outcome::Status;
use crate::plan::Plan;
use crate::results::{Found, PART, Results};
use crate::shard::Shard;
use crate::unit::Unit;

/// Lists the units of the shard that are to be computed, and counts the others: none if the run is fresh. There is no
/// list if the monitor stops the run meanwhile.
pub(super) fn unstored(
    plan: &Plan,
    results: &Results,
    (shard, is_fresh): (Shard, bool),
    monitor: &dyn Monitor,
) -> Result<(Option<Vec<Unit>>, Tally), StoreError> {
    let units = plan.units().into_iter().enumerate();
    let mine = units.filter(|&(number, _)| shard.has(number));
    let mine: Vec<Unit> = mine.map(|(_, unit)| unit).collect();
    let mut tally = Tally {
        total: mine.len(),
        ..Tally::default()
    };
    // An earlier result stays until a fresh one replaces it, so that an interrupted run loses none.
    if is_fresh {
        return Ok((Some(mine), tally));
    }
    let started = Instant::now();
    let mut next = started;
    let mut left = Vec::new();
    for (number, part) in mine.chunks(PART).enumerate() {
        if monitor.should_stop() {
            return Ok((None, tally));
        }
        if Instant::now() >= next {
            next = Instant::now() + TICK;
            monitor.on_standing(&Standing {
                tally,
                elapsed: started.elapsed(),
                left: None,
                slowest: None,
                looked_up: Some(number * PART),
            });
        }
        for (unit, found) in part.iter().zip(results.find_each(part)) {
            match found? {
                Found::Outcome(outcome, _) if outcome.status != Status::Failed => {
                    tally.found += 1;
                    tally.count(outcome.status);
                    continue;
                }
                // The cause of a failure may be gone.
                Found::Nothing | Found::Outcome(..) => {}
                Found::Damaged(damaged) => {
                    tally.damaged += 1;
                    monitor.on_damaged(unit, &damaged);
                }
            }
            left.push(unit.clone());
        }
    }
    Ok((Some(left), tally))
}
