//! The `koproof` command line: exact values of tiny Go boards.
//!
//! `main` parses, dispatches and maps the result to an exit code. Each command is one file under
//! `commands`: its arguments and its `run`. Answers go to stdout, progress and errors to stderr.

mod about;
mod arguments;
mod certificate;
mod checking;
mod checkpoint;
mod claims;
mod commands;
mod draw;
mod exit;
mod histogram;
mod interrupt;
mod ko_free;
mod limits;
mod meanwhile;
mod memory;
mod perfect;
mod progress;
mod record;
mod stdin;
mod stdout;
mod typed;
mod unfinished;
mod usage;
mod values;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use stdout::Stdout;

/// The search waits for memory more than for anything else. With this allocator, which asks for huge pages, it takes
/// about a tenth less time than with that of glibc, and some 25 MB more (`docs/performance.md`).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exact values of tiny Go boards under superko.
///
/// koproof finds the score under perfect play of the empty board, of any position with the moves played so far, or of
/// all colorings. Texts write a score as B+1, W+4 or 0, and JSON, CSV and tables as a number, Black minus White.
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

`koproof COMMAND -h` prints a short help text, `koproof COMMAND --help` the complete one.",
    after_long_help = exit::help(),
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    interrupt::outlive_file_limits();
    let mut out = Stdout::buffered();
    // The list of commands takes longer than the rest of the start, and only the program's own help shows it.
    let lists_commands = std::env::args_os().skip(1).all(|argument| {
        ["help", "-h", "--help"]
            .iter()
            .any(|&help| argument == help)
    });
    let program = match lists_commands {
        true => commands::grouped(Cli::command()),
        false => Cli::command(),
    };
    let parsed = with_negative_values(program)
        .try_get_matches()
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let result = match parsed {
        Ok(cli) => cli.command.run(&mut out),
        Err(error) => usage::answer(&error, &mut out),
    };
    let result = result.and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    let exit = result.unwrap_or_else(|error| exit::report(&error));
    // An incomplete answer, or one without a reader, is not written.
    let _ = out.into_parts();
    exit.into()
}

/// Lets every option accept a negative number as its value, because its parser gives a better error than clap.
fn with_negative_values(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| {
            let has_value = argument.get_action().takes_values() && !argument.is_positional();
            argument.allow_negative_numbers(has_value)
        })
        .mut_subcommands(with_negative_values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    /// Lists the commands, those within commands as well.
    fn commands() -> Vec<clap::Command> {
        let mut cli = Cli::command();
        cli.build();
        let mut commands = vec![cli];
        let mut seen = 0;
        while let Some(command) = commands.get(seen) {
            let within: Vec<_> = command.get_subcommands().cloned().collect();
            commands.extend(within);
            seen += 1;
        }
        commands
    }

    #[test]
    fn every_example_in_a_help_text_is_understood() {
        let mut found = 0;
        for command in commands() {
            let helps = [command.get_after_help(), command.get_after_long_help()];
            let help: String = helps
                .into_iter()
                .flatten()
                .map(ToString::to_string)
                .collect();
            for example in help
                .lines()
                .filter_map(|line| line.strip_prefix("  koproof "))
            {
                let words = words(example);
                if let Err(error) = Cli::try_parse_from(&words) {
                    panic!("{words:?}: {error}");
                }
                found += usize::from(example.starts_with("count games "));
            }
        }
        // Commands within commands have examples, too.
        assert!(found > 1, "{found}");
    }

    #[test]
    fn every_example_in_a_help_text_fits_on_its_line() {
        for command in commands() {
            let helps = [command.get_after_help(), command.get_after_long_help()];
            for help in helps.into_iter().flatten().map(ToString::to_string) {
                for line in help.lines().filter(|line| line.starts_with("  ")) {
                    assert!(line.chars().count() <= 100, "{line}");
                }
            }
        }
    }

    #[test]
    fn no_paragraph_of_a_help_text_is_wrapped_before_clap_wraps_it() {
        for command in commands() {
            let of_command = [
                command.get_about(),
                command.get_long_about(),
                command.get_after_help(),
                command.get_after_long_help(),
            ];
            let of_arguments = command
                .get_arguments()
                .flat_map(|argument| [argument.get_help(), argument.get_long_help()]);
            for help in of_command.into_iter().chain(of_arguments).flatten() {
                let help = help.to_string();
                let lines: Vec<&str> = help.lines().collect();
                for pair in lines.windows(2) {
                    let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
                    let wrapped = is_text(pair[0]) && is_text(pair[1]) && !pair[0].ends_with(':');
                    assert!(!wrapped, "{}: {pair:?}", command.get_name());
                }
            }
        }
    }

    /// Splits an example into words like a shell, up to a remark, pipe or redirection.
    fn words(example: &str) -> Vec<String> {
        let mut words = vec!["koproof".to_owned(), String::new()];
        let mut quoted = false;
        for symbol in example.chars() {
            let last = words.last_mut().expect("there is always a word");
            match symbol {
                '"' => quoted = !quoted,
                // A remark follows two spaces.
                ' ' if !quoted && last.is_empty() => break,
                ' ' if !quoted => words.push(String::new()),
                '|' | '>' if !quoted => break,
                symbol => last.push(symbol),
            }
        }
        words.retain(|word| !word.is_empty());
        // Examples may name files that do not exist.
        for word in &mut words {
            if word.starts_with('@') {
                *word = "2x2".to_owned();
            }
        }
        words
    }
}
