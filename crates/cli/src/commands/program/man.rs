//! `koproof self man`: the manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;

use crate::Cli;
use crate::arguments::directory;
use crate::exit::{Blame, Exit};

/// The arguments of `self man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof self man | man -l -
  koproof self man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write one page for each command into this directory, which must exist
    #[arg(long, value_name = "DIR", value_parser = directory())]
    out: Option<PathBuf>,
}

impl Args {
    /// Prints the main page, or writes all pages into a directory.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.out {
            Some(directory) => clap_mangen::generate_to(Cli::command(), directory)
                .with_context(|| format!("cannot write into {}", directory.display()))
                .bad_input()?,
            None => clap_mangen::Man::new(Cli::command()).render(out)?,
        }
        Ok(Exit::Done)
    }
}
