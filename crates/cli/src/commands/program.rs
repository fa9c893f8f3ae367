//! `koproof self`: commands about the program itself: published values, speed, shell completions, manual pages.

mod bench;
mod completions;
mod data;
mod examples;
mod man;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// A command about the program itself.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Reproduce published examples and values, and compare
    Examples(examples::Args),
    /// Measure a ladder of boards: values, expansions, times, and the cost of a solver without claims
    Bench(bench::Args),
    /// Write completions for a shell to stdout
    Completions(completions::Args),
    /// Write the manual pages
    Man(man::Args),
}

impl Command {
    /// Runs the command; answers go to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Examples(args) => args.run(out),
            Self::Bench(args) => args.run(out),
            Self::Completions(args) => args.run(out),
            Self::Man(args) => args.run(out),
        }
    }
}
