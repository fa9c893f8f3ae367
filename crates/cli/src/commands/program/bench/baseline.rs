//! A comparison of koproof with a solver without claims.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Board, Coloring, Game, Graph, Komi, Player, Ruleset};
use koproof_solver::{Budget, Options, ProofTableSize, baseline};
use serde::Serialize;

use super::measure::{self, Found, Task};
use crate::arguments::WorkArgs;
use crate::progress::Watcher;
use crate::words;

/// The boards of the comparison. The last one, which fills the baseline's table, shows the limit of the baseline.
pub(super) const BOARDS: [&str; 5] = ["2x2", "1x5", "1x6", "1x7", "1x8"];

/// The memory budget of the baseline's table; when it is full, the baseline continues without new entries.
const MEMORY: u64 = 1 << 30;

/// The results and costs of both on one board.
#[derive(Debug, Serialize)]
pub(super) struct Compared {
    board: String,
    baseline: Side,
    koproof: Side,
    /// The expansions of the baseline divided by those of koproof; a lower bound if the baseline did not finish.
    ratio_of_expansions: f64,
    /// The time of the baseline divided by that of koproof; a lower bound if the baseline did not finish.
    ratio_of_times: f64,
}

/// The result of one of them.
#[derive(Debug, Serialize)]
pub(super) struct Side {
    value: Range,
    finished: bool,
    expansions: u64,
    seconds: f64,
    stopped: Option<String>,
}

impl Compared {
    /// Returns whether the two contradict each other.
    pub(super) fn disagrees(&self) -> bool {
        measure::contradict(self.baseline.value, self.koproof.value)
    }

    /// Writes the costs of both, if this was the limit of the baseline.
    pub(super) fn line(&self, limit: Duration) -> String {
        let Self {
            board,
            baseline,
            koproof,
            ..
        } = self;
        let time = words::seconds;
        let at_least = if baseline.finished { "" } else { "> " };
        let limit = limit.as_secs_f64();
        let remark = match &baseline.stopped {
            _ if self.disagrees() => format!("  DIFFERS: the baseline says {}", baseline.value),
            _ if let Some(why) = &koproof.stopped => format!("  koproof stopped: {why}"),
            None => String::new(),
            Some(_) if baseline.seconds >= limit => format!("  not finished in {limit} s"),
            Some(why) => format!("  stopped: {why}"),
        };
        format!(
            "  {board:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}{remark}",
            koproof.value,
            HumanCount(koproof.expansions).to_string(),
            time(koproof.seconds),
            HumanCount(baseline.expansions).to_string(),
            time(baseline.seconds),
            format!("{at_least}{}", ratio(self.ratio_of_expansions)),
            format!("{at_least}{}", ratio(self.ratio_of_times)),
        )
    }
}

/// Solves the empty board with both, each on one thread.
pub(super) fn compare(board: &str, limit: Duration, work: &WorkArgs) -> anyhow::Result<Compared> {
    let board: Board = board.parse()?;
    let options = Options {
        threads: Some(NonZeroUsize::MIN),
        ..work.options()
    };
    // The limits of time and expansions are for the ladder.
    let budget = Budget::within(work.budget().memory);
    let one_thread = || measure::solve(&board, Task::Value, options, budget, work.quiet);
    let koproof = Side::of(&measure::fastest(one_thread)?);
    measure::settle(options)?;
    let full_history = || full_history(&board, limit, work.quiet);
    let baseline = Side::of(&measure::fastest(full_history)?);
    Ok(Compared {
        board: board.name().to_owned(),
        ratio_of_expansions: baseline.expansions as f64 / koproof.expansions.max(1) as f64,
        ratio_of_times: baseline.seconds / koproof.seconds,
        baseline,
        koproof,
    })
}

impl Side {
    fn of(found: &Found) -> Self {
        Self {
            value: Range::new(found.value, Komi::ZERO),
            finished: found.stopped.is_none(),
            expansions: found.stats.expansions,
            seconds: found.time.as_secs_f64(),
            stopped: found.stopped.map(|why| why.to_string()),
        }
    }
}

fn full_history(board: &Board, limit: Duration, quiet: bool) -> anyhow::Result<Found> {
    let watcher = Watcher::on(board, "baseline on", quiet);
    let budget = Budget {
        time: Some(limit),
        ..Budget::within(Some(MEMORY))
    };
    let started = Instant::now();
    let graph = Graph::new(board)?;
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK)?;
    let solution = baseline(&game, budget, &watcher)?;
    Ok(Found {
        time: started.elapsed(),
        value: solution.value,
        states: None,
        stats: solution.stats,
        size: ProofTableSize::default(),
        stopped: solution.stopped,
    })
}

/// Writes a ratio with its significant digits.
fn ratio(ratio: f64) -> String {
    if ratio < 10.0 {
        format!("{ratio:.1}")
    } else {
        HumanCount(ratio.round() as u64).to_string()
    }
}
