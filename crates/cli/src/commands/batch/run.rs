//! `koproof batch run`: many boards at once.

mod boards;
mod panel;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use koproof_batch::{Plan, PlanError, RunError, Shard, Task, Work, run, status};
use koproof_jobs::{JobsError, RunDirectory};
use koproof_rules::Board;

use super::answer::Answer;
use super::status::merge_error;
use crate::arguments::{FormatArgs, file};
use crate::exit::{Exit, bad_input, refusal, refuse};
use crate::{interrupt, limits};
use panel::Panel;

/// The default rules of a batch.
const USUAL_RULES: &str = "tromp-taylor";
/// The default node budget of a unit, which takes two or three seconds.
const USUAL_NODES: u64 = 1_000_000;

/// The arguments of `batch run`.
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
again. Isomorphic boards are solved once; boards.jsonl in the directory maps their points.

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

    /// The rule sets, by name (see `koproof rules`) [default: tromp-taylor]
    #[arg(
        long,
        value_name = "ONE,OTHER",
        value_delimiter = ',',
        requires = "boards"
    )]
    rules: Vec<String>,

    /// The task for each board [default: empty]
    #[arg(long, value_name = "TASK", value_parser = task(), requires = "boards")]
    what: Option<Task>,

    /// Stop a unit after this number of expansions: 1000000, 1_000_000, 1M [default: 1M]
    #[arg(long, value_name = "NUMBER", value_parser = limits::count, requires = "boards")]
    node_limit: Option<u64>,

    /// The directory of plan and results; without --boards it must contain a plan
    #[arg(long, value_name = "DIRECTORY", value_parser = file())]
    out: PathBuf,

    /// Run only shard I of N: 0/3, 1/3 and 2/3 together are the whole batch
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, hide_default_value = true)]
    shard: Shard,

    /// Compute existing results again
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
    /// Runs the units and reports their outcomes.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let directory = self.out.as_path();
        if !matches!(RunDirectory::open(directory), Err(JobsError::None { .. })) {
            refuse!(
                "{} holds a run of a leader: choose another directory",
                directory.display()
            );
        }
        let plan = match &self.boards {
            Some(boards) => self.plan(&boards::read(boards)?)?,
            None => Plan::load(directory).map_err(plan_error)?,
        };
        if let Some(version) = plan.other_version() {
            refuse!(
                "{} was planned by version {version}: go on with that version, or name the boards with --boards and \
                 add --fresh",
                directory.display()
            );
        }
        if self.plan_only {
            plan.save(directory).map_err(|error| match error {
                PlanError::Other { .. } => refusal!("{error}: choose another directory"),
                other => plan_error(other),
            })?;
            let there = status(directory, self.shard).map_err(merge_error)?;
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
        drop(panel);
        let answer = Answer::new(&plan, directory, self.shard, tally);
        self.format.print(out, &answer, Answer::write)?;
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

fn task() -> impl clap::builder::TypedValueParser<Value = Task> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(Task::ALL.map(Task::name)).try_map(|name| name.parse::<Task>())
}

/// Distinguishes errors of plans about the input from others, and adds the option that solves the problem.
fn plan_error(error: PlanError) -> anyhow::Error {
    let cure = match error {
        PlanError::Rules(_) => return refusal!("--rules: {error}"),
        PlanError::None(_) => "; say with --boards what is to be done",
        PlanError::Comparison(_) => ": write --rules nstt,nstt-situational",
        PlanError::Other { .. } => ": choose another directory, or add --fresh to start over",
        PlanError::Foreign(_) => ": choose another directory",
        PlanError::Damaged { .. } => ": name the boards with --boards and add --fresh",
        PlanError::Store(_) => return error.into(),
        input => return bad_input(input),
    };
    refusal!("{error}{cure}")
}

fn run_error(error: RunError) -> anyhow::Error {
    match error {
        RunError::Plan(error) => plan_error(error),
        RunError::FreshShard(_) => {
            refusal!("{error}: run it with --fresh and without --shard first")
        }
        other => other.into(),
    }
}
