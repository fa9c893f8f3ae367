//! The commands: one file each, with its arguments and its `run`.

mod boards;
mod completions;
mod man;
mod show;
mod solve;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The exact value of a position: score under perfect play, best moves, principal variation
    Solve(solve::Args),
    /// What lies on a board: chains, liberties, what each point reaches, territory, score
    Show(show::Args),
    /// Board names: every family, or all about one board
    Boards(boards::Args),
    /// Completions for a shell, on stdout
    Completions(completions::Args),
    /// The manual pages
    Man(man::Args),
}

impl Command {
    /// Runs the command; answers go to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Solve(args) => args.run(out),
            Self::Show(args) => args.run(out),
            Self::Boards(args) => args.run(out),
            Self::Completions(args) => args.run(out),
            Self::Man(args) => args.run(out),
        }
    }
}
