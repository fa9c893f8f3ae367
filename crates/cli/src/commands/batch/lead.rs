//! `koproof batch lead`: one hard board on many machines.

mod workers;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ArgGroup;
use indicatif::HumanCount;
use koproof_answers::Range;
use koproof_batch::{Plan, PlanError};
use koproof_jobs::{Found, Leading, Question, RunDirectory, lead};
use koproof_rules::{Board, Graph, Komi, text};
use serde::Serialize;

use super::status::show_leader;
use super::{directory_error, jobs_error};
use crate::about::{About, moves_made, write_moves_made};
use crate::arguments::{BasicRulesArgs, FormatArgs, StartArgs, board, directory};
use crate::exit::{self, Blame, Exit, refuse};
use crate::progress::Watcher;
use crate::words::one_line;
use crate::{interrupt, limits, words};
use workers::Workers;

/// The default number of expansions of a job.
const USUAL_NODES: u64 = 20_000;
/// The least time after which a worker may count as lost: its signs of life come, and are read, every half second.
const MIN_LOST_AFTER: Duration = Duration::from_secs(2);

#[derive(Debug, clap::Args)]
#[command(group = question())]
#[command(after_long_help = "Examples:
  koproof batch lead 4x4 --rules nstt --out run --workers 4      four workers on this machine
  koproof batch lead --out run                                   continue, with any workers
  koproof batch work run                                         a worker, on any machine
  koproof batch status run
  koproof verify run/value.kpc                                   the proof of the value

The leader keeps a tree of positions and gives its leaves to workers, each for --job-nodes expansions. Workers return \
proofs, which the leader checks before they are used, and proof numbers, which only guide the search: if a worker is \
killed or wrong, only its own work is lost. A leader that is killed can be started again at any time.

Komi is not counted.

scripts/slurm/lead starts leader and workers on a cluster.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE; without it the run in DIRECTORY continues
    #[arg(value_parser = board)]
    board: Option<Board>,

    /// The directory that leader and workers share
    #[arg(long, value_name = "DIRECTORY", value_parser = directory())]
    out: PathBuf,

    /// Start this number of workers on this machine
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(1_u16, 1024), help_heading = "Work")]
    workers: Option<u16>,

    /// Store the question, but search nothing
    #[arg(long, conflicts_with = "workers", help_heading = "Work")]
    question_only: bool,

    /// Number of expansions of a job; on hard boards a job should take minutes [default: 20000]
    #[arg(long, value_name = "NUMBER", value_parser = limits::count, help_heading = "Work")]
    job_nodes: Option<u64>,

    /// Count a worker as lost after this time without a sign of life, and as stuck after four times as long without
    /// progress: 90s, 5m, 1h; at least 2s
    #[arg(long, value_name = "TIME", value_parser = lost_after, default_value = "1m", help_heading = "Work")]
    lost_after: Duration,

    /// Keep the leader within this much memory
    #[arg(long, value_name = "SIZE", value_parser = limits::memory, help_heading = "Work", hide_short_help = true)]
    memory: Option<u64>,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: BasicRulesArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// The options that belong to a new run: an existing one has its question.
fn question() -> ArgGroup {
    let options = [
        "rules",
        "superko",
        "suicide",
        "scoring",
        "position",
        "to_move",
        "moves",
        "job_nodes",
    ];
    ArgGroup::new("question")
        .args(options)
        .multiple(true)
        .requires("board")
}

/// The result, and its cost.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    /// The given position, and the player to move there.
    position: String,
    to_move: String,
    /// The moves made since.
    history: Vec<String>,
    directory: String,
    value: Range,
    exact: bool,
    /// The limit that stopped the work, if the value is not exact or its certificate is not written.
    stopped: Option<String>,
    /// The certificate of the value, if it is written.
    certificate: Option<String>,
    /// The expansions of the workers, as far as they have reported them.
    expansions: u64,
    leader_expansions: u64,
    jobs: u64,
    refused: u64,
    lost: u64,
    seconds: f64,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (run, question) = self.begin()?;
        if self.question_only {
            return show_leader(&self.out, None, &self.format, out);
        }
        let watcher = Watcher::new(
            format!("leading the search of {}", question.board),
            self.quiet,
        );
        let needs_worker = self.workers.is_none() && !run.value().exists();
        if needs_worker && !self.quiet && !run.has_worker(self.lost_after) {
            let name = words::pasted(&self.out);
            exit::complain(&format!(
                "no worker yet: `koproof batch work {name}` starts one"
            ));
        }
        let started = Instant::now();
        let workers = Workers::start(self.workers, &run, &self.out)?;
        let leading = Leading {
            lost_after: self.lost_after,
            memory: self.memory,
            observer: &watcher,
            tell: &|what| exit::complain(what),
            // Who has started workers does not expect to have to start others.
            waits: &|| self.workers.is_none() || workers.are_running(),
        };
        let found = lead(&run, &question, &leading).map_err(jobs_error)?;
        let time = started.elapsed();
        drop(watcher);
        // Their jobs are no longer needed.
        drop(workers);
        let answer = self.answer(&run, &question, &found, time)?;
        self.format.print(out, &answer, Answer::write)?;
        Ok(interrupt::done_or_stopped(answer.certificate.is_some()))
    }

    fn begin(&self) -> anyhow::Result<(RunDirectory, Question)> {
        let begun = match &self.board {
            Some(board) => RunDirectory::begin(&self.out, self.question(board)?),
            None => RunDirectory::open(&self.out),
        };
        let (run, question) = begun.map_err(jobs_error)?;
        // Workers would refuse one that does not fit, and the leader would wait for others.
        run.stated_value(&question).map_err(jobs_error)?;
        let nodes = question.expansions;
        if self.job_nodes.is_some_and(|wanted| wanted != nodes) {
            refuse!(
                "the jobs of this run take {nodes} expansions: leave --job-nodes out, or choose another directory"
            );
        }
        Ok((run, question))
    }

    /// Returns the question of the command line.
    fn question(&self, board: &Board) -> anyhow::Result<Question> {
        let rules = self.rules.checked()?;
        let graph = Graph::<1>::new(board).bad_input()?;
        let game = self.start.game(board, &graph, rules)?;
        if game.is_over() {
            refuse!("the game is over: its score needs no search");
        }
        match Plan::load(&self.out) {
            Err(PlanError::None(_)) => {}
            Err(PlanError::Store(error)) => return Err(directory_error(error)),
            _ => {
                let directory = self.out.display();
                refuse!("{directory} holds a batch: choose another directory");
            }
        }
        let nodes = self.job_nodes.unwrap_or(USUAL_NODES);
        Question::new(board, &game, nodes).map_err(jobs_error)
    }

    fn answer(
        &self,
        run: &RunDirectory,
        question: &Question,
        found: &Found,
        time: Duration,
    ) -> anyhow::Result<Answer> {
        let solver = question.solver().map_err(jobs_error)?;
        let game = question.game(&solver, &[]).expect("the move list is empty");
        let board = question.named_board();
        let board = board.as_ref().unwrap_or(solver.board());
        let (start, to_move) = game.start();
        let exact = found.value.exact();
        Ok(Answer {
            about: About::new(board, *game.rules()),
            position: text::position(board, start),
            to_move: to_move.to_string(),
            history: moves_made(board, &game),
            directory: self.out.display().to_string(),
            value: Range::new(found.value, Komi::ZERO),
            exact: exact.is_some(),
            stopped: found.stopped.map(|why| why.to_string()),
            certificate: exact
                .filter(|_| found.stopped.is_none())
                .map(|_| run.value().display().to_string()),
            expansions: found.expansions,
            leader_expansions: found.own_expansions,
            jobs: found.jobs,
            refused: found.refused,
            lost: found.lost,
            seconds: time.as_secs_f64(),
        })
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        if self.position.contains(['X', 'O']) {
            writeln!(out, "position: {}", self.position)?;
        }
        writeln!(out, "to move: {}", self.to_move)?;
        write_moves_made(out, &self.history)?;
        match &self.certificate {
            Some(certificate) => {
                writeln!(out, "value: {}", self.value)?;
                writeln!(out, "certificate: {}", one_line(certificate))?;
            }
            None if self.exact => {
                writeln!(out, "value: {}", self.value)?;
                writeln!(
                    out,
                    "certificate: not written (stopped: {}): continue the run to write it",
                    self.stopped.as_deref().unwrap_or("limit")
                )?;
            }
            None => writeln!(
                out,
                "value: open, from {} to {} (stopped: {})",
                self.value.lo,
                self.value.hi,
                self.stopped.as_deref().unwrap_or("limit")
            )?,
        }
        writeln!(
            out,
            "search: {}, {} expansions, and {} of the leader; {} refused, {} given again, {}",
            words::counted(self.jobs, "job"),
            HumanCount(self.expansions),
            HumanCount(self.leader_expansions),
            self.refused,
            self.lost,
            words::seconds(self.seconds)
        )
    }
}

/// Reads the time after which a worker counts as lost.
fn lost_after(text: &str) -> Result<Duration, String> {
    match limits::time_or_none(text)? {
        time if time >= MIN_LOST_AFTER => Ok(time),
        _ => Err(format!(
            "'{text}' is too short, because a worker gives a sign of life every half second; write at least 2s"
        )),
    }
}
