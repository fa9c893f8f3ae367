//! `koproof self completions`: shell completions.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof self completions bash > ~/.local/share/bash-completion/completions/koproof
  koproof self completions fish > ~/.config/fish/completions/koproof.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "koproof", &mut script);
        out.write_all(&script)?;
        Ok(Exit::Done)
    }
}
