//! A run of many workers in one process, to measure what their number costs: a tool for the example `simulate` and a
//! test, which no other run uses. It is here because it needs the tree and the jobs of a leader.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use koproof_solver::{Bracket, Budget, Effort, Nobody, Searcher, Solver};

use crate::error::JobsError;
use crate::job::{Estimate, Job, Report, estimates};
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
/// If the solver does not support the question, or a thread cannot be started.
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
    let searches = workers.saturating_add(1);
    let solver = question.solver_for(searches)?;
    thread::scope(|scope| {
        let workers = (0..workers.get()).map(|_| {
            let (asks, asked) = channel();
            let (answer, answers) = channel();
            let solver = &solver;
            let work = move || {
                solver.with_searcher(Budget::UNLIMITED, &Nobody, move |searcher| {
                    serve(question, solver, searcher, &asked, &answer);
                });
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map(|_| Virtual {
                asks,
                answers,
                task: None,
                heard: Vec::new(),
            })
        });
        let workers = workers.collect::<Result<_, _>>();
        let workers = workers.map_err(JobsError::Thread)?;
        Ok(
            solver.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
                let simulation = Simulation {
                    view: LeaderView::new(question, &solver, searcher),
                    workers,
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
            }),
        )
    })
}

/// A turn.
struct Turn {
    job: Job,
    expansions: u64,
    /// The expansions of the job in earlier turns.
    spent: u64,
    /// Reports of others that are new.
    heard: Vec<Arc<Report>>,
}

/// The result of a turn.
struct Done {
    attempt: Result<Bracket, Effort>,
    expansions: u64,
    open: Vec<Estimate>,
}

/// Answers turns until nobody asks any more.
fn serve(
    question: &Question,
    solver: &Solver,
    searcher: &mut Searcher<'_>,
    asked: &Receiver<Turn>,
    answer: &Sender<Done>,
) {
    for turn in asked {
        for report in turn.heard {
            report.tell(question, solver, searcher);
        }
        let Job { line, target, .. } = &turn.job;
        let game = question.game(solver, line);
        let game = game.expect("the lines of the tree are legal");
        let before = searcher.expansions();
        let attempt = searcher.attempt(&game, *target, turn.expansions);
        let expansions = searcher.expansions() - before;
        let spent = turn.spent + expansions;
        let open = if turn.job.ends(attempt, spent) {
            estimates(searcher, &game, *target, spent)
        } else {
            Vec::new()
        };
        let done = Done {
            attempt,
            expansions,
            open,
        };
        if answer.send(done).is_err() {
            return;
        }
    }
}

/// A worker that takes turns with others.
struct Virtual {
    asks: Sender<Turn>,
    answers: Receiver<Done>,
    /// Its job, and the expansions so far.
    task: Option<(Job, u64)>,
    /// Reports of others since its last turn.
    heard: Vec<Arc<Report>>,
}

struct Simulation<'l, 's> {
    view: LeaderView<'l, 's>,
    workers: Vec<Virtual>,
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
            let told = Arc::new(report.clone());
            for (number, worker) in self.workers.iter_mut().enumerate() {
                if number.to_string() != report.worker {
                    worker.heard.push(Arc::clone(&told));
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
                until: chosen.until.into(),
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
            let asked = worker.asks.send(Turn {
                job: job.clone(),
                expansions: slice_of(job) * tenths / 10,
                spent: *spent,
                heard: std::mem::take(&mut worker.heard),
            });
            let done = asked.ok().and_then(|()| worker.answers.recv().ok());
            let done = done.expect("a worker lives as long as somebody asks it");
            self.cost.turns += 1;
            self.cost.expansions += done.expansions;
            *spent += done.expansions;
            if job.ends(done.attempt, *spent) {
                reports.push(Report {
                    job: job.clone(),
                    worker: number.to_string(),
                    expansions: *spent,
                    seconds: 0.0,
                    parts: 0,
                    left: done.attempt.err().map(Into::into),
                    open: done.open,
                });
                worker.task = None;
            }
        }
        reports
    }
}
