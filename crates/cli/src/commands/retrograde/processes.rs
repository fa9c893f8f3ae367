//! `koproof retrograde --out`: the brackets of all positions of a board, computed by several processes, into a file.

mod answer;
mod launch;
mod member;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use koproof_partition::Run;
use koproof_solver::{Stopped, Switch};
use koproof_store::{FileLock, check_writable, read_limited};

use crate::about::AboutBoard;
use crate::arguments::{STDIN, directory, file, resolved};
use crate::exit::{Blame, Exit, refuse};
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use crate::{interrupt, limits};
use answer::Answer;
use report::Failure;

/// The most processes that one command starts.
const MAX_PROCESSES: u64 = 256;

/// The arguments for a file of brackets, and for the processes that compute it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "All positions, into a file")]
pub(crate) struct ProcessesArgs {
    /// Write the brackets of all positions to FILE, for `koproof table info` and `koproof table export`
    #[arg(long, value_name = "FILE", value_parser = file(), conflicts_with_all = ["position", "to_move", "repetition", "threads"])]
    pub(super) out: Option<PathBuf>,

    /// Number of processes on this machine that share the positions [default: 1]
    #[arg(long, value_name = "NUMBER", requires = "out", value_parser = limits::from_to(1_u64, MAX_PROCESSES))]
    processes: Option<u64>,

    /// Replace FILE if it exists
    #[arg(long, requires = "out", hide_short_help = true)]
    force: bool,

    /// Directory for the checkpoints of the processes [default: FILE.parts]
    #[arg(
        long,
        value_name = "DIRECTORY",
        value_parser = directory(),
        requires = "out",
        hide_short_help = true
    )]
    checkpoint: Option<PathBuf>,

    /// Write an entry for each legal coloring, instead of one for each orbit
    #[arg(long, requires = "out", hide_short_help = true)]
    all_colorings: bool,

    /// File with the addresses of all processes, HOST:PORT, one on each line
    #[arg(
        long,
        value_name = "HOSTS",
        value_parser = file(),
        requires_all = ["out", "process"],
        conflicts_with = "processes",
        help_heading = "Several machines",
        hide_short_help = true
    )]
    hosts: Option<PathBuf>,

    /// Line of HOSTS that belongs to this process, counted from 0
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = limits::from_to(0, usize::from(u16::MAX)),
        requires = "hosts",
        help_heading = "Several machines",
        hide_short_help = true
    )]
    process: Option<usize>,

    /// Time to wait for the other processes to answer
    #[arg(
        long,
        value_name = "TIME",
        value_parser = limits::time,
        default_value = "10m",
        requires = "hosts",
        help_heading = "Several machines",
        hide_short_help = true
    )]
    wait: Duration,

    /// Number of this process among those that a command has started; only that command uses it
    #[arg(long, hide = true, requires = "out", conflicts_with_all = ["hosts", "process"])]
    member: Option<usize>,
}

impl super::Args {
    /// Computes the brackets of all positions and writes them to a file.
    pub(super) fn write_all(&self, path: &Path, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (board, suicide) = (&self.board, self.rules.checked()?);
        let asked = &self.processes;
        let symmetry = if asked.all_colorings {
            Switch::Off
        } else {
            Switch::On
        };
        let directory = asked.directory(path);
        let processes = asked.processes.unwrap_or(1) as usize;
        let run = Run::new(board, suicide, symmetry, directory.clone(), path);
        let run = run.bad_input()?;
        if let Some(process) = asked.member {
            return member::work(&run, process, processes, out);
        }
        let started = Instant::now();
        let result = match (&asked.hosts, asked.process) {
            (Some(hosts), Some(process)) => {
                let addresses = addresses(hosts).bad_input()?;
                if process >= addresses.len() {
                    let hosts = hosts.display();
                    refuse!("--process: {hosts} has no line {process}, counted from 0");
                }
                let _locks = match process {
                    0 => Some(asked.begin(path, &directory)?),
                    _ => None,
                };
                member::one_of(&run, process, &addresses, asked.wait, self.watcher())
            }
            _ => {
                if board.name() == STDIN {
                    refuse!(
                        "--out: each process reads the board itself, so it cannot come from stdin: save it in a file, and name that as @FILE"
                    );
                }
                let _locks = asked.begin(path, &directory)?;
                launch::all(&run, processes, &self.watcher())
            }
        };
        let done = match result {
            Ok(done) => done,
            Err(Failure::Stopped) => {
                let message = format!(
                    "stopped: the same command continues from the last level that all processes have finished, kept in {}",
                    directory.display()
                );
                let why = match interrupt::requested() {
                    true => Stopped::Observer,
                    false => Stopped::Time,
                };
                let unfinished = Unfinished::new(AboutBoard::from(board), why, started);
                return unfinished.tell(&message, self.format.is_json(), out);
            }
            Err(Failure::BadInput(why)) => refuse!("{why}"),
            Err(other) => return Err(anyhow!("{other}")),
        };
        let answer = Answer::new(board, suicide, &run, path, &done, started.elapsed());
        self.format.print(out, &answer, Answer::write)?;
        Ok(Exit::Done)
    }

    fn watcher(&self) -> Watcher {
        Watcher::on(&self.board, "retrograde", self.quiet)
            .of_values()
            .until(self.time_limit)
    }
}

impl ProcessesArgs {
    fn directory(&self, path: &Path) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| {
            let mut name = path.to_owned().into_os_string();
            name.push(".parts");
            name.into()
        })
    }

    /// Checks the output path before hours of work, and locks it and the checkpoints: two runs would mix their files.
    fn begin(&self, path: &Path, directory: &Path) -> anyhow::Result<[FileLock; 2]> {
        if !self.force && path.symlink_metadata().is_ok() {
            refuse!(
                "{} exists already: choose another name, or add --force to replace it",
                path.display()
            );
        }
        if resolved(path).starts_with(resolved(directory)) {
            refuse!(
                "--out: {} is among the checkpoints, which are deleted at the end: choose a name outside of {}",
                path.display(),
                directory.display()
            );
        }
        check_writable(path).bad_input()?;
        Ok([
            FileLock::beside(path).bad_input()?,
            FileLock::beside(directory).bad_input()?,
        ])
    }
}

/// The largest list of addresses.
const MAX_BYTES: u64 = 1 << 20;

/// Reads addresses, one a line; empty lines and comments after `#` are ignored.
fn addresses(path: &Path) -> anyhow::Result<Vec<String>> {
    let content = read_limited(path, MAX_BYTES)?;
    let name = path.display();
    let text = String::from_utf8(content).with_context(|| format!("{name} is no text"))?;
    parse(&text).with_context(|| name.to_string())
}

fn parse(text: &str) -> anyhow::Result<Vec<String>> {
    let mut addresses: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address
            .rsplit_once(':')
            .map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) {
            bail!("line {number}: '{address}' is not HOST:PORT");
        }
        if addresses.iter().any(|before| before == address) {
            bail!("line {number}: {address} is listed twice; give each process a port of its own");
        }
        addresses.push(address.to_owned());
    }
    if addresses.is_empty() {
        bail!("there is no address in it; write HOST:PORT, one a line");
    }
    Ok(addresses)
}
