//! The display of a batch while it runs.

use std::time::Duration;

use indicatif::HumanCount;
use koproof_batch::{Damaged, Monitor, Standing, Unit};
use koproof_solver::Observer;

use crate::exit;
use crate::progress::Watcher;
use crate::words;

/// The time between two lines in a log that is not a terminal.
const LOG: Duration = Duration::from_secs(60);

/// Shows the progress of a batch, and passes on signals.
pub(super) struct Panel(Watcher);

impl Panel {
    pub(super) fn new(quiet: bool) -> Self {
        Self(Watcher::new("batch", quiet).log_every(LOG))
    }
}

impl Monitor for Panel {
    fn on_standing(&self, standing: &Standing) {
        let (finished, total) = (standing.tally.finished(), standing.tally.total);
        self.0
            .show(finished as u64, total as u64, || line(standing));
    }

    fn on_damaged(&self, unit: &Unit, damaged: &Damaged) {
        exit::complain(&format!(
            "the result of {unit} is damaged and is computed again: {}: {}",
            damaged.path.display(),
            damaged.problem
        ));
    }

    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }
}

fn line(standing: &Standing) -> String {
    let tally = standing.tally;
    let seconds = standing.elapsed.as_secs_f64().max(0.001);
    let rate = (tally.finished() - tally.found) as f64 / seconds;
    let mut line = format!(
        "{} done, {} open, {} failed of {}, {rate:.1} a second",
        HumanCount(tally.done as u64),
        HumanCount(tally.open as u64),
        HumanCount(tally.failed as u64),
        words::counted(tally.total, "unit", "units"),
    );
    if let Some(left) = standing.left {
        line += &format!(", about {} left", words::time(left));
    }
    if let Some(slowest) = &standing.slowest {
        line += &format!(
            "; {} for {}, {} expansions",
            slowest.unit,
            words::seconds(slowest.seconds),
            HumanCount(slowest.expansions)
        );
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use koproof_batch::{RunningUnit, Tally};

    #[test]
    fn a_line_tells_counts_rate_time_left_and_the_slowest_unit() {
        let standing = Standing {
            tally: Tally {
                total: 143,
                done: 40,
                open: 1,
                failed: 0,
                found: 21,
                damaged: 0,
            },
            elapsed: Duration::from_secs(10),
            left: Some(Duration::from_secs(51)),
            slowest: Some(RunningUnit {
                unit: "E~~w nstt empty".to_owned(),
                seconds: 4.0,
                expansions: 123_456,
            }),
        };
        assert_eq!(
            line(&standing),
            "40 done, 1 open, 0 failed of 143 units, 2.0 a second, about 51.0 s left; \
             E~~w nstt empty for 4.0 s, 123,456 expansions"
        );
    }
}
