//! `koproof certificate`: joins certificates, converts them, and plays against them.

mod compose;
mod convert;
mod play;

use std::io::Write;

use clap::Subcommand;

use crate::exit::Exit;

/// A command for certificates.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Join certificates of one board into one: of a position, or of a table
    Compose(compose::Args),
    /// Convert a certificate between its binary and its text form
    Convert(convert::Args),
    /// Play against a proof: the prover of a certificate answers every move until the bound is met
    Play(play::Args),
}

impl Command {
    /// Runs the command; answers go to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match self {
            Self::Compose(args) => args.run(out),
            Self::Convert(args) => args.run(out),
            Self::Play(args) => args.run(out),
        }
    }
}
