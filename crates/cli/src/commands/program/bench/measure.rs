//! The ladder of boards in the order of their difficulty, and measuring one of them.

use std::time::{Duration, Instant};

use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_rules::{Board, Coloring, Komi, Player, Ruleset};
use koproof_solver::{
    Bracket, Budget, Nobody, Options, ProofTableSize, Solver, SolverError, Stats, Stopped,
};
use serde::{Deserialize, Serialize};

use crate::arguments::{WorkArgs, solver_error};
use crate::commands::program::data::{parsed, rows};
use crate::progress::Watcher;
use crate::words;

/// Short runs are repeated until all runs together take this time.
const ENOUGH: Duration = Duration::from_secs(1);
const RUNS: usize = 5;

/// The cost of a board of the ladder.
#[derive(Debug, Serialize)]
pub(super) struct Measured {
    board: String,
    /// Whether every state was solved, not only the empty board.
    every_state: bool,
    /// States solved: colorings with a side to move.
    states: Option<u64>,
    /// The proved bracket of the empty board, Black to move.
    value: Range,
    pub(super) exact: bool,
    /// The value known before, if there is one.
    known: Option<Range>,
    expansions: u64,
    /// The claims made, including those dropped since.
    claims: u64,
    /// The average size of a stored claim; `null` if there is none.
    bytes_per_claim: Option<f64>,
    seconds: f64,
    expansions_per_second: f64,
    prototype_expansions: Option<u64>,
    stopped: Option<String>,
}

impl Measured {
    /// Tells whether the result contradicts the known value.
    pub(super) fn disagrees(&self) -> bool {
        self.known
            .is_some_and(|known| contradict(self.value, known))
    }

    /// Writes the cost of a board.
    pub(super) fn line(&self) -> String {
        let name = if self.every_state {
            format!("every state of {}", self.board)
        } else {
            self.board.clone()
        };
        let prototype = self.prototype_expansions.filter(|_| self.exact);
        let prototype = prototype.map_or(String::new(), |count| {
            format!("{:.1} %", 100.0 * self.expansions as f64 / count as f64)
        });
        let remark = match (&self.stopped, self.disagrees(), self.known) {
            (_, true, Some(known)) => {
                format!("  DIFFERS: {known} was known")
            }
            (Some(why), ..) => format!("  stopped: {why}"),
            _ => String::new(),
        };
        format!(
            "  {name:24}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}{remark}",
            self.value,
            HumanCount(self.expansions).to_string(),
            HumanCount(self.claims).to_string(),
            self.bytes_per_claim
                .map_or(String::new(), |bytes| format!("{bytes:.0}")),
            words::seconds(self.seconds),
            HumanCount(self.expansions_per_second as u64).to_string(),
            prototype,
        )
    }
}

/// Tells whether two brackets of one value leave no value possible.
pub(super) fn contradict(one: Range, other: Range) -> bool {
    one.hi < other.lo || other.hi < one.lo
}

/// Solves a board of the ladder and returns its cost.
pub(super) fn entry(entry: &Entry, work: &WorkArgs) -> anyhow::Result<Measured> {
    let board = &entry.board;
    let found = fastest(|| solve(board, entry.task, work.options(), work.budget(), work.quiet))?;
    let seconds = found.time.as_secs_f64();
    Ok(Measured {
        board: board.name().to_owned(),
        every_state: entry.task == Task::Table,
        states: found.states,
        value: Range::new(found.value, Komi::ZERO),
        exact: found.stopped.is_none(),
        known: (entry.known).map(|value| Range::exactly(value, Komi::ZERO)),
        expansions: found.stats.expansions,
        claims: found.stats.claims,
        bytes_per_claim: (found.size.claims > 0)
            .then(|| found.size.bytes as f64 / found.size.claims as f64),
        seconds,
        expansions_per_second: found.stats.expansions as f64 / seconds,
        prototype_expansions: entry.prototype,
        stopped: found.stopped.map(|why| why.to_string()),
    })
}

pub(super) struct Found {
    pub(super) value: Bracket,
    pub(super) states: Option<u64>,
    pub(super) stats: Stats,
    pub(super) size: ProofTableSize,
    pub(super) stopped: Option<Stopped>,
    pub(super) time: Duration,
}

/// Solves a board from scratch. The time counts from here to the value.
pub(super) fn solve(
    board: &Board,
    task: Task,
    options: Options,
    budget: Budget,
    quiet: bool,
) -> anyhow::Result<Found> {
    let what = match task {
        Task::Value => "solving",
        Task::Table => "solving all of",
    };
    let watcher = Watcher::on(board, what, quiet);
    settle(options)?;
    let started = Instant::now();
    let solver = Solver::new(board, Ruleset::NSTT, options).map_err(solver_error)?;
    let open = Bracket::of_points(board.points());
    let (value, states, stats, stopped) = match task {
        Task::Value => {
            let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
            let found = solver.solve(&game, budget, &watcher);
            (found.value, None, found.stats, found.stopped)
        }
        Task::Table => match solver.table(budget, &watcher) {
            Ok((table, stats)) => {
                let value = table.value(&Coloring::EMPTY, Player::BLACK);
                let value = value.map_or(open, Bracket::exactly);
                let states = 2 * table.representatives().legal_colorings();
                (value, Some(states), stats, None)
            }
            Err(SolverError::Stopped { why, stats, .. }) => (open, None, stats, Some(why)),
            Err(error) => return Err(solver_error(error)),
        },
    };
    Ok(Found {
        time: started.elapsed(),
        value,
        states,
        stats,
        size: solver.proof_table_size(),
        stopped,
    })
}

/// Solves a tiny board on the same number of threads, so that the memory allocator's clean-up after the last board,
/// which can take seconds, is not charged to the next board.
pub(super) fn settle(options: Options) -> anyhow::Result<()> {
    let options = Options {
        threads: options.threads,
        ..Options::default()
    };
    let solver = Solver::new(&"2x2".parse()?, Ruleset::NSTT, options).map_err(solver_error)?;
    solver
        .table(Budget::UNLIMITED, &Nobody)
        .map_err(solver_error)?;
    Ok(())
}

/// Repeats a run if it is short, and returns the fastest one.
pub(super) fn fastest(mut run: impl FnMut() -> anyhow::Result<Found>) -> anyhow::Result<Found> {
    let started = Instant::now();
    let mut best = run()?;
    for _ in 1..RUNS {
        if best.stopped.is_some() || started.elapsed() >= ENOUGH {
            break;
        }
        let next = run()?;
        if next.stopped.is_none() && next.time < best.time {
            best = next;
        }
    }
    Ok(best)
}

const LADDER: &str = include_str!("../../../../data/ladder.csv");

pub(super) const RUNGS: u8 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Task {
    /// The empty board.
    Value,
    /// Every coloring with either player to move.
    Table,
}

/// A board on the ladder. Suicide is forbidden on all of it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Entry {
    rung: u8,
    task: Task,
    #[serde(deserialize_with = "parsed")]
    board: Board,
    /// The value of the empty board if it was known before: published, or from the prototype of this method, a separate
    /// program.
    known: Option<i32>,
    /// The approximate number of expansions of that prototype on one thread.
    prototype: Option<u64>,
}

/// Returns the boards of a rung.
pub(super) fn rung(number: u8) -> Vec<Entry> {
    let mut entries = rows::<Entry>(LADDER);
    entries.retain(|entry| entry.rung == number);
    entries
}
