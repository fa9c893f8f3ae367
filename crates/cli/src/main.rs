//! The `koproof` command line: exact values of tiny Go boards.
//!
//! `main` parses, dispatches and maps the result to an exit code. Each command is one file under
//! `commands`: its arguments and its `run`. Answers go to stdout, progress and errors to stderr.

mod arguments;
mod commands;
mod draw;
mod exit;
mod interrupt;
mod limits;
mod progress;
mod scores;
mod usage;
mod words;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Exact values of tiny Go boards under superko.
///
/// Give it a board and it answers with the score under perfect play, for the empty board, for any position with
/// the moves played so far, or for all colorings. Scores are Black minus White.
#[derive(Debug, Parser)]
#[command(
    name = "koproof",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 100,
    after_help = "Examples:
  koproof solve 2x2                               the value of the empty 2x2 board
  koproof solve 2x3 --position OX./.X. --to-move white --all-moves
  koproof show path:5 --position .X..O            chains, liberties, score
  koproof boards                                  every kind of board by name",
    after_long_help = exit::help(),
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let result = match Cli::try_parse() {
        Ok(cli) => cli.command.run(&mut out),
        Err(error) => usage::answer(&error, &mut out),
    };
    let result = result.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    let exit = result.unwrap_or_else(|error| exit::report(&error));
    // What a failed command left in the buffer is half an answer, or goes to a closed pipe.
    let _ = out.into_parts();
    exit.into()
}
