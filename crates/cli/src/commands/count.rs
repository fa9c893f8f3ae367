//! `koproof count`: counts legal colorings, games or reachable colorings.

mod games;
mod legal;
mod outcome;
mod reachable;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// The arguments of `count`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof count legal 5x5           legal colorings: 414,295,148,741
  koproof count games 1x4           games under superko, by length
  koproof count reachable 3x3       colorings and states that moves can reach

If a limit stops the count, no number is printed and the exit code is 3. In JSON the counts are strings, because they \
may be too large for the numbers of JSON readers.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

/// The objects to count.
#[derive(Debug, Subcommand)]
enum What {
    /// Colorings in which every chain has a liberty
    Legal(legal::Args),
    /// Games under positional or situational superko
    Games(games::Args),
    /// Colorings and states that moves can reach, without regard to history
    Reachable(reachable::Args),
}

impl Args {
    /// Counts, and prints the number.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.what {
            What::Legal(args) => args.run(out),
            What::Games(args) => args.run(out),
            What::Reachable(args) => args.run(out),
        }
    }
}
