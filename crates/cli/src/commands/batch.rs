//! `koproof batch`: many boards at once, or one board on many machines.

mod answer;
mod lead;
mod merge;
mod run;
mod status;
mod work;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// A command for a batch.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve many boards, on one machine or many; an interrupted run resumes
    Run(run::Args),
    /// Show the progress of a batch or a leader, and the work of each process
    Status(status::Args),
    /// Solve one hard board with many workers, none of which has to be trusted
    Lead(lead::Args),
    /// Work for the leader of a directory, as one of any number of workers
    Work(work::Args),
    /// Merge the results of one directory or many into CSV, JSON Lines or Parquet
    Merge(merge::Args),
}

impl Command {
    /// Runs the command; answers go to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Run(args) => args.run(out),
            Self::Status(args) => args.run(out),
            Self::Lead(args) => args.run(out),
            Self::Work(args) => args.run(out),
            Self::Merge(args) => args.run(out),
        }
    }
}
