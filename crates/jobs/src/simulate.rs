//! A run of many workers in one process, to measure what their number costs: a tool for the example `simulate` and a
//! test, which no other run uses. It is here because it needs the tree and the jobs of a leader.

use std::num::NonZeroUsize;

use koproof_solver::{Bracket, Budget, Nobody, Searcher};

use crate::error::JobsError;
use crate::job::{Job, Report, estimates};
use crate::question::Question;
use crate::tree::{LeaderView, Tree};
use crate::work::slice_of;

/// The cost of a run of workers that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// The value.
    pub value: Bracket,
    /// Expansions of all workers.
    pub expansions: u64,
    /// Rounds of turns until the value was found.
    pub rounds: u64,
    /// Turns in which a worker had a job.
    pub turns: u64,
    /// Jobs that were assigned.
    pub jobs: u64,
}

/// Solves a question with workers that take turns, each with its own proof numbers and those in the reports of others.
/// They share one proof table, as if journals arrived and were checked at once. The leader's choice of jobs is that of
/// [`lead`](fn@crate::lead), and a turn is the part of a job after which a worker looks whether to go on. So the
/// expansions are those that the choice of jobs costs, the same in each run.
///
/// With pace 0 all workers are equally fast. Every other pace gives them other lengths of turns, so that jobs return in
/// another order.
///
/// # Errors
/// If the solver does not support the question.
///
/// # Examples
/// ```
/// use std::num::NonZeroUsize;
/// use koproof_jobs::{Question, simulate};
/// use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
///
/// let board: Board = "2x3".parse()?;
/// let graph = Graph::<1>::new(&board)?;
/// let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK)?;
/// let workers = NonZeroUsize::new(3).expect("not zero");
/// let simulated = simulate(&Question::new(&board, &game, 100)?, workers, 0)?;
/// assert_eq!(simulated.value.exact(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(
    question: &Question,
    workers: NonZeroUsize,
    pace: usize,
) -> Result<Simulated, JobsError> {
    let solver = question.solver()?;
    let searches = workers.get() + 1;
    let simulated = solver.with_searchers(searches, Budget::UNLIMITED, &Nobody, |searchers| {
        let (leader, workers) = searchers.split_first_mut().expect("the leader has one");
        let workers = workers.iter_mut().map(|searcher| Virtual {
            searcher,
            task: None,
        });
        let simulation = Simulation {
            view: LeaderView::new(question, &solver, leader),
            workers: workers.collect(),
            pace,
            cost: Simulated {
                value: Bracket::ANY,
                expansions: 0,
                rounds: 0,
                turns: 0,
                jobs: 0,
            },
        };
        simulation.run()
    });
    Ok(simulated)
}

/// A worker that takes turns with others.
struct Virtual<'l, 's> {
    searcher: &'l mut Searcher<'s>,
    /// Its job, and the expansions so far.
    task: Option<(Job, u64)>,
}

struct Simulation<'l, 's> {
    view: LeaderView<'l, 's>,
    workers: Vec<Virtual<'l, 's>>,
    pace: usize,
    cost: Simulated,
}

impl Simulation<'_, '_> {
    fn run(mut self) -> Simulated {
        let mut targets = self.view.searcher.targets(&self.view.root());
        while let Some((target, limit)) = targets.next(self.cost.expansions) {
            if let Some(bound) = self.decide(target, limit) {
                targets.learn(bound);
            }
        }
        Simulated {
            value: targets.value(),
            ..self.cost
        }
    }

    /// Decides a target, within a limit of expansions if there is one.
    fn decide(&mut self, target: i32, limit: Option<u64>) -> Option<Bracket> {
        let mut tree = Tree::new(&mut self.view, target);
        let begun = self.cost.expansions;
        for worker in &mut self.workers {
            worker.task = None;
        }
        loop {
            if let Some(bound) = tree.settled() {
                return Some(bound);
            }
            if limit.is_some_and(|limit| self.cost.expansions - begun > limit) {
                return None;
            }
            self.hand_out(&mut tree);
            let reports = self.take_turns();
            self.tell(&reports);
            for number in tree.take_over(&mut self.view, &reports) {
                for worker in &mut self.workers {
                    worker.task.take_if(|(job, _)| job.number == number);
                }
            }
        }
    }

    /// Tells the leader and the workers what others report.
    fn tell(&mut self, reports: &[Report]) {
        for report in reports {
            self.view.hear(report);
            for (number, worker) in self.workers.iter_mut().enumerate() {
                if number.to_string() != report.worker {
                    report.tell(self.view.question, self.view.solver, worker.searcher);
                }
            }
        }
    }

    /// Gives a job to every worker without one, as long as there are any.
    fn hand_out(&mut self, tree: &mut Tree) {
        let all = self.workers.len();
        while let Some(first) = self.workers.iter().position(|worker| worker.task.is_none()) {
            let number = self.cost.jobs + 1;
            let Some(chosen) = tree.next(&mut self.view, number, all) else {
                return;
            };
            let last = chosen.last.and_then(|name| name.parse::<usize>().ok());
            let last = last.filter(|&last| self.workers[last].task.is_none());
            let job = Job {
                number,
                line: chosen.line,
                target: tree.target,
                expansions: self.view.question.expansions,
                prefers: None,
                until: chosen.until,
            };
            self.workers[last.unwrap_or(first)].task = Some((job, 0));
            self.cost.jobs = number;
        }
    }

    /// Lets each worker with a job take a turn. Returns the reports of those whose jobs end.
    fn take_turns(&mut self) -> Vec<Report> {
        let mut reports = Vec::new();
        self.cost.rounds += 1;
        for (number, worker) in self.workers.iter_mut().enumerate() {
            let Some((job, spent)) = &mut worker.task else {
                continue;
            };
            let tenths = match self.pace {
                0 => 10,
                pace => 6 + (7 * number + 5 * pace) as u64 % 9,
            };
            let game = self.view.game(&job.line);
            let game = game.expect("the lines of the tree are legal");
            let searcher = &mut *worker.searcher;
            let before = searcher.expansions();
            let is_done = *spent == 0 && job.answers_all(searcher, &self.view.root());
            let slice = if is_done { 0 } else { slice_of(job) };
            let attempt = searcher.attempt(&game, job.target, slice * tenths / 10);
            let expansions = searcher.expansions() - before;
            self.cost.turns += 1;
            self.cost.expansions += expansions;
            *spent += expansions;
            if is_done || job.ends(attempt, *spent) {
                reports.push(Report {
                    job: job.clone(),
                    worker: number.to_string(),
                    expansions: *spent,
                    seconds: 0.0,
                    // One solver has the claims of all, and writes no parts.
                    parts: self.view.solver.proof_table_size().claims,
                    left: attempt.err(),
                    open: estimates(searcher, &game, job.target, *spent),
                });
                worker.task = None;
            }
        }
        reports
    }
}
