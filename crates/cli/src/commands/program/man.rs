//! `koproof self man`: the manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use koproof_store::{check_writable, write_atomically};

use crate::Cli;
use crate::arguments::directory;
use crate::exit::{Blame, Exit, refuse};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof self man | man -l -
  koproof self man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write one page for each command into this directory, which must exist, and replace old pages
    #[arg(long, value_name = "DIR", value_parser = directory())]
    out: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match &self.out {
            Some(directory) => {
                let found = fs::metadata(directory)
                    .with_context(|| format!("cannot write into {}", directory.display()))
                    .bad_input()?;
                if !found.is_dir() {
                    let name = directory.display();
                    refuse!("cannot write into {name}: it is no directory: name one that exists");
                }
                check_writable(directory.join("koproof.1")).bad_input()?;
                let mut program = Cli::command().disable_help_subcommand(true);
                program.build();
                write_pages(&program, directory)?;
            }
            None => Man::new(Cli::command()).render(out)?,
        }
        Ok(Exit::Done)
    }
}

/// Writes the pages of a command and of those within it, each completely or not at all.
fn write_pages(command: &clap::Command, directory: &Path) -> anyhow::Result<()> {
    let shown = command
        .get_subcommands()
        .filter(|within| !within.is_hide_set());
    for within in shown {
        write_pages(within, directory)?;
    }
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(write_atomically(
        directory.join(page.get_filename()),
        &text,
    )?)
}
