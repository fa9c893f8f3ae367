//! `koproof distribute`: retrograde brackets of a board, its states shared out among processes.

mod answer;
mod failure;
mod hosts;
mod launch;
mod member;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use koproof_partition::Run;
use koproof_rules::Board;
use koproof_solver::Switch;
use koproof_store::AtomicFile;

use crate::arguments::{FormatArgs, RulesArgs, board};
use crate::exit::{self, BadInput, Blame, Exit};
use crate::interrupt;
use crate::limits;
use crate::progress::Watcher;
use answer::Answer;
use failure::Failure;

/// The most processes that one command starts.
const MOST_PROCESSES: u64 = 256;

/// The arguments of `distribute`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof distribute 3x4 --out 3x4.kpb --processes 4
  koproof distribute 4x4 --suicide forbid --out 4x4.kpb --processes 2 --checkpoint /scratch/4x4
  koproof distribute 4x4 --out 4x4.kpb --hosts hosts.txt --process 0

What each player can force from every position when no superko rule looks at the history: the brackets of `koproof \
retrograde`, for boards whose analysis does not fit into one memory. Each process holds only its own part of the positions. \
FILE has one entry for each coloring up to symmetry, and the same bytes however many processes there were.

After each level, which is one score, each process writes what it knows to the checkpoint directory. When a process is \
killed the command ends, with exit code 1; Ctrl-C ends it with 130. The same command, with as many processes, then goes on from \
the last level that all have finished. When FILE is written the directory is emptied.

On several machines, start one process on each: the lines of HOSTS are their addresses, HOST:PORT, and --process says which \
line is this one. The checkpoint directory must be one that all of them see; FILE is written by process 0. The connections \
are not encrypted: use a network that you trust.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE; up to 25 points
    #[arg(value_parser = board)]
    board: Board,

    /// Where the brackets go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace FILE, whatever it is
    #[arg(long)]
    force: bool,

    /// How many processes share the work on this machine
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MOST_PROCESSES))]
    processes: u64,

    /// Where processes keep what they know after each level [default: FILE.parts]
    #[arg(long, value_name = "DIRECTORY")]
    checkpoint: Option<PathBuf>,

    /// Give every legal coloring an entry of its own, not one to all that are symmetric
    #[arg(long)]
    all_colorings: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    rules: RulesArgs,

    /// The file with the addresses of all processes, HOST:PORT, one a line
    #[arg(
        long,
        value_name = "HOSTS",
        requires = "process",
        conflicts_with = "processes",
        help_heading = "Several machines"
    )]
    hosts: Option<PathBuf>,

    /// Which line of HOSTS this process is, from 0
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "hosts",
        help_heading = "Several machines"
    )]
    process: Option<usize>,

    /// How long to wait for the others
    #[arg(long, value_name = "TIME", value_parser = limits::time, default_value = "10m", requires = "hosts", help_heading = "Several machines")]
    patience: Duration,

    /// Which process this is of those that a command has started: for that command only
    #[arg(long, hide = true, conflicts_with_all = ["hosts", "process"])]
    member: Option<usize>,

    /// Stop after this time: 90 or 90s, 250ms, 5m, 1.5h
    #[arg(long, value_name = "TIME", value_parser = limits::time, help_heading = "Work")]
    time_limit: Option<Duration>,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,
}

impl Args {
    /// Has the work done, and says what came out.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let suicide = self.rules.without_history()?;
        let symmetry = if self.all_colorings {
            Switch::Off
        } else {
            Switch::On
        };
        let directory = self.directory();
        let run = Run::new(&self.board, suicide, symmetry, directory.clone(), &self.out);
        let run = run.bad_input()?;
        if let Some(process) = self.member {
            return member::work(&run, process, self.processes as usize, out);
        }
        let started = Instant::now();
        let result = match (&self.hosts, self.process) {
            (Some(hosts), Some(process)) => {
                let addresses = hosts::read(hosts).bad_input()?;
                if process >= addresses.len() {
                    let hosts = hosts.display();
                    let why = anyhow!("--process: {hosts} has no line {process}, counted from 0");
                    return Err(BadInput::new(why).into());
                }
                if process == 0 {
                    self.check_out()?;
                }
                member::one_of(&run, process, &addresses, self.patience, self.watcher())
            }
            _ => {
                self.check_out()?;
                launch::all(&run, self.processes as usize, &self.watcher())
            }
        };
        let done = match result {
            Ok(done) => done,
            Err(Failure::Stopped) => {
                exit::complain(&format!(
                    "stopped: the same command goes on from the last level that all processes have finished, kept in {}",
                    directory.display()
                ));
                return Ok(if interrupt::requested() {
                    Exit::Interrupted
                } else {
                    Exit::Stopped
                });
            }
            Err(Failure::BadInput(why)) => return Err(BadInput::new(anyhow!(why)).into()),
            Err(other) => return Err(anyhow!("{other}")),
        };
        let answer = Answer::new(&self.board, suicide, &self.out, done, started.elapsed());
        self.format
            .print(out, &answer, |out, answer| answer.write(out, &self.board))?;
        Ok(Exit::Done)
    }

    fn directory(&self) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| {
            let mut name = self.out.clone().into_os_string();
            name.push(".parts");
            name.into()
        })
    }

    fn watcher(&self) -> Watcher {
        let what = format!("distribute {}", self.board.name());
        Watcher::new(what, self.quiet)
            .of_values()
            .until(self.time_limit)
    }

    /// Nobody waits for hours to hear that the result has no place.
    fn check_out(&self) -> anyhow::Result<()> {
        let path: &Path = &self.out;
        if !self.force && path.symlink_metadata().is_ok() {
            let why = anyhow!(
                "{} is there already: name another --out, or use --force to replace it",
                path.display()
            );
            return Err(BadInput::new(why).into());
        }
        // Leaves no trace: the file under the temporary name goes away again.
        drop(AtomicFile::create(path).bad_input()?);
        Ok(())
    }
}
