//! The commands: one file each, with its arguments and its `run`. Nouns with several verbs have a directory.

use std::fmt::Write;

/// Defines a command that is one of several.
macro_rules! commands {
    ($(#[$about:meta])* enum Command { $($(#[$help:meta])* $name:ident($args:ty),)* }) => {
        #[derive(Debug, clap::Subcommand)]
        $(#[$about])*
        pub(crate) enum Command {
            $($(#[$help])* $name($args),)*
        }

        impl Command {
            pub(crate) fn run(
                &self,
                out: &mut dyn std::io::Write,
            ) -> anyhow::Result<crate::exit::Exit> {
                match self {
                    $(Self::$name(command) => command.run(out),)*
                }
            }
        }
    };
}

mod batch;
mod boards;
mod certificate;
mod compare;
mod count;
mod draw;
mod explore;
mod game;
mod gtp;
mod play;
mod plot;
mod program;
mod retrograde;
mod rules;
mod score;
mod show;
mod solve;
mod status;
mod table;
mod verify;

commands! {
    enum Command {
        /// Find the exact value of a position: score under best play, best moves, principal variation
        Solve(solve::Args),
        /// Play on a board in the browser, with the value of every move
        Explore(explore::Args),
        /// Play a game at the terminal: against perfect play, between people, or watch one
        Play(play::Args),
        /// Serve a perfect player over the Go Text Protocol, on stdin and stdout
        Gtp(gtp::Args),
        /// Solve all colorings of a board; read the tables: solve, query, info, export, diff
        #[command(subcommand)]
        Table(table::Command),
        /// Find the scores that can be forced without superko: brackets, basic ko, cycles as ties
        Retrograde(retrograde::Args),
        /// Check certificates, or every value of a table against its certificate
        Verify(verify::Args),
        /// Join and convert certificates, and play against a proof: compose, convert, play
        #[command(subcommand)]
        Certificate(certificate::Command),
        /// Solve many boards, or one on many machines: run, status, merge, lead, work
        #[command(subcommand)]
        Batch(batch::Command),
        /// List every state of a board to which two rule sets give different values
        Compare(compare::Args),
        /// List the families of boards, or describe one board
        Boards(boards::Args),
        /// List the rule sets, or describe one
        Rules(rules::Args),
        /// Show the facts about a position: chains, liberties, reach, territory, score
        Show(show::Args),
        /// Score a position as if the game ended there, with agreed dead stones
        Score(score::Args),
        /// Find life and death under best play: which chains live, who gets each point
        Status(status::Args),
        /// Count the legal colorings, the games or the reachable colorings of a board
        #[command(subcommand)]
        Count(count::Command),
        /// Check, generate and write games: replay, random, sgf
        #[command(subcommand)]
        Game(game::Command),
        /// Draw a board as SVG or PNG: a position, moves, best play, values
        Draw(draw::Args),
        /// Plot charts as SVG or PNG: histograms of tables, series, columns of data sets
        Plot(plot::Args),
        /// Reproduce published values, measure, document: examples, bench, completions, man
        #[command(subcommand, name = "self")]
        Program(program::Command),
    }
}

/// The first command of each group, in the order in which the commands are defined, and the heading of the group.
const GROUPS: [(&str, &str); 7] = [
    ("solve", "Solve and play"),
    ("table", "Tables"),
    ("verify", "Proofs"),
    ("batch", "Many boards"),
    ("boards", "Boards and rules"),
    ("draw", "Pictures"),
    ("self", "This program"),
];

/// Lets `koproof --help` list the commands under the headings of their groups, each with its own description.
pub(crate) fn grouped(program: clap::Command) -> clap::Command {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for command in program.get_subcommands() {
        let name = command.get_name();
        if let Some((_, heading)) = GROUPS.iter().find(|(first, _)| *first == name) {
            let _ = write!(text, "\n{heading}:\n");
        }
        let about = command.get_about().cloned().unwrap_or_default();
        let _ = writeln!(text, "  {name:<12}{about}");
    }
    text += "
Options:
  -h, --help     Print help
  -V, --version  Print the version
{after-help}
";
    program.help_template(text)
}
