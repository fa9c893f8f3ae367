//! `koproof batch run`: many boards at once.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use indicatif::HumanCount;
use koproof_batch::{
    BoardsError, Damaged, Monitor, Plan, PlanError, RunError, Shard, Standing, Task, Unit, Work,
    read_boards, run,
};
use koproof_jobs::{JobsError, RunDirectory};
use koproof_rules::Board;
use koproof_solver::Observer;
use koproof_store::StoreError;

use super::answer::Answer;
use super::directory_error;
use super::status::read_status;
use crate::arguments::{FormatArgs, content, directory, one_of, trimmed};
use crate::exit::{self, Blame, Exit, bad_input, refusal, refuse};
use crate::progress::Watcher;
use crate::{interrupt, limits, words};

/// The default rules of a batch.
const USUAL_RULES: &str = "tromp-taylor";
/// The default node budget of a unit, which takes two or three seconds.
const USUAL_NODES: u64 = 1_000_000;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof batch run --boards \"path:1..9 cycle:3..9\" --rules nstt,tromp-taylor --out series
  nauty-geng -c 6 -q | koproof batch run --boards - --rules nstt --what empty --out atlas6
  koproof batch run --boards boards.g6 --shard 0/3 --out atlas6       one of three machines
  koproof batch run --out atlas6                                      the units planned there
  koproof batch status atlas6                                     progress, seen from elsewhere
  koproof batch merge atlas6 --out atlas6.csv --out atlas6.parquet

A unit is a board with a rule set and a task. Units run side by side, each on one thread and within --node-limit, so \
that their results are the same bytes on every machine; there is no time limit. Each result is stored as soon as it is \
complete, and the same command continues an interrupted batch: it checks and skips finished units and tries failed ones \
again. Isomorphic boards are solved once; boards.jsonl in the directory maps their points. A directory keeps its batch, also \
with --fresh: another batch needs another directory.

--what:
  empty           the value of the empty board, legal colorings, the share of ko-free states
  openings        the value of every first move
  all-colorings   a summary of the values of all colorings, and the hardest state
  compare         for each pair of rule sets, the states with different values
  count           legal colorings, reachable states, games

Exit code 0 if all units are done, 3 if --node-limit left some open, 1 if some failed.")]
pub(crate) struct Args {
    /// The boards: a file, or - for stdin, with graph6 or names on its lines; or names, as in "path:1..12 2x2..4"
    #[arg(long, value_name = "BOARDS")]
    boards: Option<String>,

    /// The rule sets, by name, with commas between (see `koproof rules`) [default: tromp-taylor]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = trimmed,
        requires = "boards"
    )]
    rules: Vec<String>,

    /// The task for each board [default: empty]
    #[arg(long, value_name = "TASK", value_parser = one_of::<Task>(Task::ALL.map(Task::name)), requires = "boards")]
    what: Option<Task>,

    /// Stop a unit after this number of expansions: 1000000, 1_000_000, 1M [default: 1M]
    #[arg(long, value_name = "NUMBER", value_parser = limits::count, requires = "boards")]
    node_limit: Option<u64>,

    /// The directory of plan and results; without --boards it must contain a plan
    #[arg(long, value_name = "DIRECTORY", value_parser = directory())]
    out: PathBuf,

    /// Run only shard I of N: 0/3, 1/3 and 2/3 together are the whole batch
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,

    /// Compute existing results again, and replace each when the new one is complete
    ///
    /// An interrupted run keeps the earlier results of the units that it has not reached. They count as done in the
    /// next run without --fresh.
    #[arg(long)]
    fresh: bool,

    /// Store the plan, but solve nothing
    #[arg(long, conflicts_with = "fresh")]
    plan_only: bool,

    /// Number of units that run side by side [default: one for each processor]
    #[arg(long, value_name = "NUMBER", value_parser = limits::threads, help_heading = "Work")]
    threads: Option<NonZeroUsize>,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,

    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let directory = self.out.as_path();
        match RunDirectory::open(directory) {
            Err(JobsError::None(_)) => {}
            Err(error @ JobsError::Store(_)) => return Err(error).bad_input(),
            _ => refuse!(
                "{} holds a run of a leader: choose another directory",
                directory.display()
            ),
        }
        let plan = match &self.boards {
            Some(boards) => {
                let plan = self.plan(&self::boards(boards)?)?;
                if let Err(error @ PlanError::Damaged { .. }) = Plan::load(directory) {
                    plan.save(directory).map_err(plan_error)?;
                    exit::complain(&format!("{error} and is written again; the results stay"));
                }
                plan
            }
            None => Plan::load(directory).map_err(plan_error)?,
        };
        if let Some(version) = plan.other_version() {
            refuse!(
                "{} was planned by version {version}: go on with that version, or name the boards with --boards and \
                 choose another directory",
                directory.display()
            );
        }
        if self.plan_only {
            plan.save(directory).map_err(plan_error)?;
            let there = read_status(directory, self.shard, self.quiet)?;
            let answer = Answer::new(&plan, directory, self.shard, there.tally);
            self.format.print(out, &answer, Answer::write)?;
            return Ok(Exit::Done);
        }
        let work = Work {
            shard: self.shard,
            threads: self.threads,
            fresh: self.fresh,
        };
        let panel = Panel::new(self.quiet);
        let tally = run(&plan, directory, work, &panel).map_err(run_error)?;
        let failures = panel.failures();
        let answer = Answer::new(&plan, directory, self.shard, tally);
        self.format.print(out, &answer, Answer::write)?;
        tell_failures(&plan, directory, &failures);
        Ok(match tally {
            // An interrupted unit may also have failed; the batch is not finished.
            tally if tally.finished() < tally.total && interrupt::requested() => Exit::Interrupted,
            tally if tally.failed > 0 => Exit::Failed,
            tally if tally.open > 0 => Exit::Stopped,
            _ => Exit::Done,
        })
    }

    fn plan(&self, boards: &[Board]) -> anyhow::Result<Plan> {
        let usual = [USUAL_RULES.to_owned()];
        let rules = match self.rules.as_slice() {
            [] => &usual,
            rules => rules,
        };
        let task = self.what.unwrap_or(Task::Empty);
        let nodes = self.node_limit.unwrap_or(USUAL_NODES);
        Plan::new(boards, rules, task, nodes).map_err(plan_error)
    }
}

/// Says on stderr why the first unit has failed, if one has, and where the other reasons are.
fn tell_failures(plan: &Plan, directory: &Path, failures: &[(Unit, String)]) {
    // Threads end in any order.
    let first = failures
        .iter()
        .min_by_key(|(unit, _)| (&unit.graph6, &unit.rules));
    let Some((unit, why)) = first else {
        return;
    };
    let unit = plan.describe(unit);
    let more = match failures.len() - 1 {
        0 => String::new(),
        more => format!(
            "; `koproof batch status {}` lists {more} more",
            words::pasted(directory)
        ),
    };
    exit::complain(&format!("{unit} failed: {why}{more}"));
}

/// Distinguishes errors of plans about the input from others, and adds the option that solves the problem.
fn plan_error(error: PlanError) -> anyhow::Error {
    let cure = match error {
        PlanError::Rules(_) => return refusal!("--rules: {error}"),
        PlanError::None(_) => "; say with --boards what is to be done",
        PlanError::Comparison(_) => ": write --rules nstt,nstt-situational",
        PlanError::Other { .. }
        | PlanError::Foreign(_)
        | PlanError::NoPlan(_)
        | PlanError::Version { .. } => ": choose another directory",
        PlanError::Damaged { .. } => {
            ": name boards, rules and task as before, with --boards; the results stay"
        }
        PlanError::Store(error @ StoreError::File { .. }) => return directory_error(error),
        input => return bad_input(input),
    };
    refusal!("{error}{cure}")
}

fn run_error(error: RunError) -> anyhow::Error {
    match error {
        RunError::Plan(error) => plan_error(error),
        RunError::Store(error) => directory_error(error),
        other => other.into(),
    }
}

/// The largest size of a list of boards: tens of millions of boards.
const MAX_BYTES: u64 = 1 << 28;

/// Reads the boards that an argument names.
fn boards(argument: &str) -> anyhow::Result<Vec<Board>> {
    let path = Path::new(argument);
    let name = match argument {
        "-" => "stdin",
        name if path.exists() => name,
        names => return read_boards(names).map_err(no_names),
    };
    let boards = content(path, MAX_BYTES).and_then(|bytes| Ok(String::from_utf8(bytes)?));
    let boards = boards.cannot_read(format_args!("the boards from {name}"))?;
    read_boards(&boards)
        .with_context(|| name.to_owned())
        .bad_input()
}

/// Returns the error of names on the command line, which has one line.
fn no_names(error: BoardsError) -> anyhow::Error {
    let why = error.to_string();
    let why = why.strip_prefix("boards, line 1: ").unwrap_or(&why);
    let more = match error {
        BoardsError::File { name, .. } => {
            format!(
                ", which `koproof boards {name}` prints; a file that is a list is named alone, without @"
            )
        }
        // It may be meant as the name of a file.
        BoardsError::Board { .. } | BoardsError::Range { .. } => {
            "; there is no such file either".to_owned()
        }
        _ => String::new(),
    };
    refusal!("--boards: {why}{more}")
}

/// The time between two lines in a log that is not a terminal.
const LOG: Duration = Duration::from_secs(60);

/// Shows the progress of a batch, keeps its failures, and passes on signals.
struct Panel {
    watcher: Watcher,
    failures: Mutex<Vec<(Unit, String)>>,
}

impl Panel {
    fn new(quiet: bool) -> Self {
        Self {
            watcher: Watcher::new("batch", quiet).log_every(LOG),
            failures: Mutex::default(),
        }
    }

    /// Ends the drawing, and returns the units that have failed, with the reasons.
    fn failures(self) -> Vec<(Unit, String)> {
        let failures = self.failures.into_inner();
        failures.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Panel {
    fn on_standing(&self, standing: &Standing) {
        let tally = standing.tally;
        let done = standing.looked_up.unwrap_or(tally.finished());
        self.watcher
            .show(done as u64, tally.total as u64, || line(standing));
    }

    fn on_damaged(&self, unit: &Unit, damaged: &Damaged) {
        exit::complain(&format!(
            "the result of {unit} is damaged and is computed again: {damaged}"
        ));
    }

    fn on_failed(&self, unit: &Unit, reason: &str) {
        let failures = self.failures.lock();
        let mut failures = failures.unwrap_or_else(PoisonError::into_inner);
        failures.push((unit.clone(), reason.to_owned()));
    }

    fn should_stop(&self) -> bool {
        self.watcher.should_stop()
    }
}

fn line(standing: &Standing) -> String {
    let tally = standing.tally;
    if let Some(looked_up) = standing.looked_up {
        return format!(
            "reading the results: {} of {}",
            HumanCount(looked_up as u64),
            words::counted(tally.total, "unit")
        );
    }
    let seconds = standing.elapsed.as_secs_f64().max(0.001);
    let rate = (tally.finished() - tally.found) as f64 / seconds;
    let mut line = format!(
        "{} done, {} open, {} failed of {}, {rate:.1} a second",
        HumanCount(tally.done as u64),
        HumanCount(tally.open as u64),
        HumanCount(tally.failed as u64),
        words::counted(tally.total, "unit"),
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
        let mut standing = Standing {
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
            looked_up: None,
        };
        assert_eq!(
            line(&standing),
            "40 done, 1 open, 0 failed of 143 units, 2.0 a second, about 51.0 s left; \
             E~~w nstt empty for 4.0 s, 123,456 expansions"
        );
        standing.looked_up = Some(64);
        assert_eq!(line(&standing), "reading the results: 64 of 143 units");
    }
}
