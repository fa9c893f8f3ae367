//! The work on a unit, with one file for each task.

mod all_colorings;
mod compare;
mod count;
mod empty;
mod openings;
mod states;

use std::error::Error;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use koproof_rules::{Board, Graph, Ruleset, RulesetError};
use koproof_solver::{Budget, Observer, Options, Solver, Stopped};

use crate::adjacency::Adjacency;
use crate::group::Group;
use crate::outcome::{Outcome, Row, Status};
use crate::task::Task;
use crate::unit::Unit;

/// A unit takes one thread.
const ONE_THREAD: Option<NonZeroUsize> = Some(NonZeroUsize::MIN);

/// Works on a unit, on one thread. The outcome depends only on the unit; `None` if the observer stopped the work before
/// there was one.
///
/// # Examples
/// ```
/// use koproof_batch::{Plan, Task, solve};
/// use koproof_solver::Nobody;
/// let plan = Plan::new(&["2x2".parse()?], &["nstt"], Task::Empty, 100_000)?;
/// let outcome = solve(&plan.units()[0], &Nobody).expect("nobody stops it");
/// assert_eq!(outcome.status.name(), "done");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(unit: &Unit, observer: &dyn Observer) -> Option<Outcome> {
    let prepare = || Question::new(unit, observer).map_err(|why| why.to_string());
    let question = match guarded(prepare).flatten() {
        Ok(Some(question)) => question,
        Ok(None) => return None,
        Err(why) => return Some(failed(unit, Row::default(), why)),
    };
    let work = || match unit.task {
        Task::Empty => empty::solve(&question, observer),
        Task::Openings => openings::solve(&question, observer),
        Task::AllColorings => all_colorings::solve(&question, observer),
        Task::Compare => compare::solve(&question, observer),
        Task::Count => count::solve(&question, observer),
    };
    match guarded(work) {
        Ok(Ok(outcome)) => Some(outcome),
        Ok(Err(Halt::Interrupted)) => None,
        Ok(Err(Halt::Failed(why))) | Err(why) => Some(failed(unit, question.row(), why)),
    }
}

/// Does a part of the work. A unit that panics must not stop the others, so a panic is an error here.
fn guarded<T>(work: impl FnOnce() -> T) -> std::result::Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied())
            .unwrap_or("nothing said");
        format!("the solver panicked, which is an error in it: {said}")
    })
}

fn failed(unit: &Unit, mut row: Row, why: String) -> Outcome {
    row.status(Status::Failed, Some(why));
    Outcome::new(unit, Status::Failed, vec![row])
}

/// The reason why a unit has no rows.
enum Halt {
    /// The observer stopped the work.
    Interrupted,
    /// There is no answer.
    Failed(String),
}

impl Halt {
    fn failed(error: impl std::fmt::Display) -> Self {
        Self::Failed(error.to_string())
    }
}

type Result<T> = std::result::Result<T, Halt>;

/// A unit with its parsed board.
struct Question<'u> {
    unit: &'u Unit,
    board: Board,
    graph: Graph<1>,
    rules: Vec<Ruleset>,
    group: Group,
}

impl<'u> Question<'u> {
    /// Prepares a unit; `None` if the observer stopped that.
    fn new(
        unit: &'u Unit,
        observer: &dyn Observer,
    ) -> std::result::Result<Option<Self>, Box<dyn Error>> {
        let board: Board = format!("g6:{}", unit.graph6).parse()?;
        let rules = unit.rules.iter().map(|name| name.parse());
        let rules: std::result::Result<_, RulesetError> = rules.collect();
        let (graph, rules) = (Graph::new(&board)?, rules?);
        let group = Group::of(&Adjacency::new(&board), || observer.should_stop());
        Ok(group.map(|group| Self {
            unit,
            board,
            graph,
            rules,
            group,
        }))
    }

    /// Returns the budget of the unit, for one question or shared by several.
    fn budget(&self) -> Budget {
        Budget::nodes(self.unit.nodes)
    }

    /// Prepares a solver for one of the rule sets.
    fn solver(&self, rules: Ruleset) -> Result<Solver> {
        let options = Options {
            threads: ONE_THREAD,
            ..Options::default()
        };
        Solver::new(&self.board, rules, options).map_err(Halt::failed)
    }

    /// Returns a row with everything that is known before solving.
    fn row(&self) -> Row {
        let mut row = Row::default();
        row.set("graph6", self.unit.graph6.as_str())
            .set("points", self.board.points() as i64)
            .set("edges", self.board.edges().len() as i64)
            .set("automorphisms", self.group.size())
            .set("rules", self.unit.rules.first().map(String::as_str))
            .set("budget", self.unit.nodes as i64);
        if self.unit.task == Task::Compare {
            row.set("other_rules", self.unit.rules.get(1).map(String::as_str));
        }
        row
    }

    /// Makes the outcome of one row: open for this reason, or done if there is none.
    fn outcome(&self, mut row: Row, open: Option<String>) -> Outcome {
        let status = match open {
            None => Status::Done,
            Some(_) => Status::Open,
        };
        row.status(status, open);
        Outcome::new(self.unit, status, vec![row])
    }
}

/// Distinguishes a solver that was interrupted from one whose budget ran out.
fn reason(stopped: Option<Stopped>) -> Result<Option<String>> {
    match stopped {
        Some(Stopped::Observer) => Err(Halt::Interrupted),
        Some(why) => Ok(Some(why.to_string())),
        None => Ok(None),
    }
}
