//! `koproof batch run`: many boards at once.

mod answer;
mod merge;
mod run;
mod status;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// What is done with a batch.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Work through many boards, on one machine or many; an interrupted run resumes
    Run(run::Args),
    /// Show how far a batch is: units by outcome, and what each process works on
    Status(status::Args),
    /// Merge the results of one directory or many into CSV, JSON Lines or Parquet
    Merge(merge::Args),
}

impl Command {
    /// Runs the command; answers go to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Run(args) => args.run(out),
            Self::Status(args) => args.run(out),
            Self::Merge(args) => args.run(out),
        }
    }
}
