//! `koproof batch work`: a worker of a leader.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use koproof_jobs::{RunDirectory, Working, work};
use koproof_solver::Stopped;
use serde::Serialize;

use super::jobs_error;
use crate::arguments::{FormatArgs, directory};
use crate::exit::Exit;
use crate::progress::Watcher;
use crate::words::{counted, one_line};
use crate::{interrupt, limits};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof batch work run
  seq 64 | parallel -N0 koproof batch work run --quiet        64 of them
  koproof batch work run --time-limit 55m                     ends before a cluster ends it

A worker takes one job after the other until the leader writes the value. It runs on one thread. It uses \
what other workers have proved and the leader has checked.")]
pub(crate) struct Args {
    /// The directory of the leader
    #[arg(value_parser = directory())]
    directory: PathBuf,

    /// End after this time: 90 or 90s, 250ms, 5m, 1.5h
    #[arg(long, value_name = "TIME", value_parser = limits::time, help_heading = "Work")]
    time_limit: Option<Duration>,

    /// Keep the whole process within this much memory: 512M, 4G (powers of 1024)
    #[arg(long, value_name = "SIZE", value_parser = limits::memory, help_heading = "Work")]
    memory: Option<u64>,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,

    /// End with the leader that has started this worker under a name, when stdin closes
    #[arg(long, hide = true, value_name = "NAME")]
    with_leader: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Debug, Serialize)]
struct Answer {
    worker: String,
    jobs: u64,
    /// Whether the certificate of the value is there.
    done: bool,
    /// The reason why the worker stopped, if it is not.
    stopped: Option<String>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let (run, question) = RunDirectory::open(&self.directory).map_err(jobs_error)?;
        if self.with_leader.is_some() {
            interrupt::follow_stdin().context("cannot follow the leader")?;
        }
        let worker = self.with_leader.clone().unwrap_or_else(name);
        let what = format!("working on {} as {worker}", question.board);
        let watcher = Watcher::new(what, self.quiet).until(self.time_limit);
        let working = Working {
            worker: worker.clone(),
            memory: self.memory,
            observer: &watcher,
        };
        let worked = work(&run, &question, &working).map_err(jobs_error)?;
        drop(watcher);
        let stopped = worked.stopped.map(|why| match why {
            // The observer stops at the limit of time, too.
            Stopped::Observer if !interrupt::requested() => Stopped::Time,
            why => why,
        });
        let answer = Answer {
            worker,
            jobs: worked.jobs,
            done: stopped.is_none(),
            stopped: stopped.map(|why| why.to_string()),
        };
        self.format.print(out, &answer, |answer, out| {
            let jobs = counted(answer.jobs, "job");
            let end = match &answer.stopped {
                None => format!(
                    "the value is in {}",
                    one_line(&run.value().display().to_string())
                ),
                Some(why) => format!("stopped: {why}"),
            };
            writeln!(out, "{}: {jobs}; {end}", answer.worker)
        })?;
        Ok(interrupt::done_or_stopped(answer.done))
    }
}

/// Returns a unique name, made of the machine, the process, and the time, because a system gives the number of an ended
/// process to another.
pub(super) fn name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .or_else(|_| std::env::var("HOSTNAME"))
        .unwrap_or_default();
    let plain = |symbol: &char| symbol.is_ascii_alphanumeric() || *symbol == '-';
    let host: String = host.trim().chars().filter(plain).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default().as_millis();
    format!("{host}-{}-{now:x}", std::process::id())
}
