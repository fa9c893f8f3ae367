//! The commands: one file each, with its arguments and its `run`.

mod batch;
mod bench;
mod boards;
mod compare;
mod completions;
mod convert;
mod count;
mod diff;
#[cfg(feature = "distribute")]
mod distribute;
mod draw;
mod examples;
mod explore;
mod export;
mod gtp;
mod info;
mod man;
mod merge;
mod paranoid;
mod play;
mod plot;
mod query;
mod random;
mod replay;
mod retrograde;
mod rules;
mod score;
mod sgf;
mod show;
mod solve;
mod status;
mod strategy;
mod table;
mod verify;

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
    /// A recorded game against the rules: which move breaks which rule, and the score
    Replay(replay::Args),
    /// Games of random legal moves, with what the rules say to every point at every turn
    Random(random::Args),
    /// A board in the browser: play, and see what every move is worth
    Explore(explore::Args),
    /// Lines of best play, or a proof move by move, as an SGF file; a game with the value of every move
    Sgf(sgf::Args),
    /// The score of a position as it lies, with dead stones agreed on
    Score(score::Args),
    /// What each of several players gets for sure, all others against him, for all colorings of a board
    Paranoid(paranoid::Args),
    /// The exact values of all colorings of a board, into a file
    Table(table::Args),
    /// The value of a position, looked up in a table
    Query(query::Args),
    /// What a table holds: board, rules, counts, a histogram of the values
    Info(info::Args),
    /// What each player can force if no superko rule looks at the history: brackets, basic ko, cycles as ties
    Retrograde(retrograde::Args),
    /// The same brackets of all states of a board, the states shared out among processes, into a file
    #[cfg(feature = "distribute")]
    Distribute(distribute::Args),
    /// Where two tables differ
    Diff(diff::Args),
    /// Whether certificates prove what they state; every value of a table against its certificate
    Verify(verify::Args),
    /// Play against a proof: the prover of a certificate answers every move until the bound is met
    Strategy(strategy::Args),
    /// A certificate from its binary form to text, or back
    Convert(convert::Args),
    /// A table as lines of text, one for every coloring and side to move
    Export(export::Args),
    /// How many legal colorings, games, reachable colorings a board has
    Count(count::Args),
    /// The examples and values in print, reproduced and compared
    Examples(examples::Args),
    /// The ladder of boards, measured: values, expansions, times, and what a solver without claims takes
    Bench(bench::Args),
    /// A picture of a board, as SVG or PNG: a position, moves, a line of best play, the value of every play
    Draw(draw::Args),
    /// Charts, as SVG or PNG: a histogram of a table, values of boards as a series, columns of CSV or JSON
    Plot(plot::Args),
    /// A game at the terminal: against perfect play, between people, or watched
    Play(play::Args),
    /// A perfect player for programs that speak the Go Text Protocol, on stdin and stdout
    Gtp(gtp::Args),
    /// Many boards at once, on one machine or many: results that can be stopped, resumed, merged
    Batch(batch::Args),
    /// The results of a batch, from one directory or many, as CSV, JSON Lines or Parquet
    Merge(merge::Args),
    /// What two rule sets disagree on: every state of a board to which they give different values
    Compare(compare::Args),
    /// Life and death under best play: which chains live, whose each point is in the end
    Status(status::Args),
    /// The rule sets by name: every preset, or all about one
    Rules(rules::Args),
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
            Self::Replay(args) => args.run(out),
            Self::Random(args) => args.run(out),
            Self::Explore(args) => args.run(out),
            Self::Sgf(args) => args.run(out),
            Self::Score(args) => args.run(out),
            Self::Paranoid(args) => args.run(out),
            Self::Table(args) => args.run(out),
            Self::Query(args) => args.run(out),
            Self::Info(args) => args.run(out),
            Self::Retrograde(args) => args.run(out),
            #[cfg(feature = "distribute")]
            Self::Distribute(args) => args.run(out),
            Self::Diff(args) => args.run(out),
            Self::Verify(args) => args.run(out),
            Self::Strategy(args) => args.run(out),
            Self::Convert(args) => args.run(out),
            Self::Export(args) => args.run(out),
            Self::Count(args) => args.run(out),
            Self::Examples(args) => args.run(out),
            Self::Bench(args) => args.run(out),
            Self::Plot(args) => args.run(out),
            Self::Play(args) => args.run(out),
            Self::Draw(args) => args.run(out),
            Self::Gtp(args) => args.run(out),
            Self::Batch(args) => args.run(out),
            Self::Merge(args) => args.run(out),
            Self::Compare(args) => args.run(out),
            Self::Status(args) => args.run(out),
            Self::Rules(args) => args.run(out),
            Self::Boards(args) => args.run(out),
            Self::Completions(args) => args.run(out),
            Self::Man(args) => args.run(out),
        }
    }
}
