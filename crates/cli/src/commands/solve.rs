//! `koproof solve`: the exact value of a position.

mod all_colorings;
mod answer;
mod many;
mod report;
mod work;

use std::io::Write;
use std::iter;

use koproof_rules::{Board, Graph, Margin};
use koproof_verify::Subject;

use crate::arguments::{
    AlternatingRulesArgs, CertificateArgs, ListFormat, StartArgs, WorkArgs, board,
};
use crate::certificate::Outcome;
use crate::checkpoint::CheckpointArgs;
use crate::claims::ClaimsArgs;
use crate::exit::{Blame, Exit, refuse};
use answer::Answer;
use many::Concept;

#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  koproof solve 2x2                                    the empty board
  koproof solve 3x3 --komi 8.5 --format json
  koproof solve 2x3 --position OX./.X. --to-move white --rules nstt
  koproof solve 2x2 --moves \"b a2, w b2, b a1, w b1, b a2, w a1\" --all-moves
  koproof solve cycle:11 --time-limit 1m               what is proved after a minute
  koproof solve 3x6 --value-only                       several times faster than with the best moves
  koproof solve 2x11 --at-least 1,3 --time-limit 1h    bounds, where the value takes too long
  koproof solve 2x3 --remoteness                       how long best play lasts
  koproof solve 1x9 --certificate 1x9.kpc              with a proof that `koproof verify` checks
  koproof solve 3x4 --claims proofs                    uses the certificates in a directory
  koproof solve 1x3 --players 3                        three players, max^n
  koproof solve 2x2 --players 3 --concept paranoid     each player against all others together
  koproof solve 1x3 --players 3 --concept paranoid --all-colorings --format csv

The value is the score under best play: Black minus White, komi counted. Superko depends on the moves already made. If \
a limit leaves the value open, the answer is a bracket, the exit code is 3, and a certificate proves the bracket; if a limit leaves \
only best moves open, the exit code is 0, but the values that --all-moves and --remoteness ask for must be exact. A bracket is what the search has proved, no more: the handbook's \
open problems say under which rules no empty board is worth less than 0.

With more than two players each player has a value. Max^n: each player takes the move that is best for that player; of \
equally good moves the first, the pass before the plays, plays in the order of their points. The values depend on that \
order. Paranoid: the score that a player can secure if all others play together against that player, which they need \
not do. Max^n is a plain search on one thread; without --node-limit or --time-limit it ends after 500 million expansions.

--all-colorings solves each coloring, with each player to move, as the start of a game of its own; komi is not counted. For \
two players use `koproof table solve`.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// Give the value of every legal move, and the reason for each illegal one
    ///
    /// The line `search:` of the answer is the cost of the value alone, without that of the moves.
    #[arg(long)]
    all_moves: bool,

    /// Find the value alone: no best moves, no principal variation
    #[arg(long, conflicts_with = "all_moves")]
    value_only: bool,

    /// Find only whether the value is at least each of these scores: 7, -3.5, B+7, W+3.5
    ///
    /// They are asked in this order. Each answer helps with the next one, so small steps are often faster than one
    /// question.
    #[arg(
        long,
        value_name = "SCORES",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with_all = ["all_moves", "value_only"],
        hide_short_help = true
    )]
    at_least: Vec<Margin>,

    /// Find how soon each player can make the game end with the value or better, whatever the other does
    ///
    /// Each move is a turn, passes included. For the winner this is how long best play lasts. The search takes one
    /// number of turns after the other; if a limit stops it, the answer is a lower bound.
    #[arg(long, conflicts_with = "at_least", hide_short_help = true)]
    remoteness: bool,

    /// Solution concept for three or more players [default: max-n]
    #[arg(long, value_enum, hide_default_value = true, hide_short_help = true)]
    concept: Option<Concept>,

    /// Solve every coloring with every player to move; needs --concept paranoid
    #[arg(
        long,
        conflicts_with_all = ["all_moves", "value_only", "at_least", "remoteness", "position", "to_move", "moves", "certificate", "claims", "checkpoint"],
        hide_short_help = true
    )]
    all_colorings: bool,

    /// The form of the answer
    #[arg(long, value_enum, default_value_t = ListFormat::Text, help_heading = "Output")]
    format: ListFormat,

    #[command(flatten)]
    certificate: CertificateArgs,

    /// Replace the FILE of --certificate, whatever it is
    #[arg(
        long,
        requires = "certificate",
        help_heading = "Certificate",
        hide_short_help = true
    )]
    force: bool,

    #[command(flatten)]
    claims: ClaimsArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: AlternatingRulesArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        if self.all_colorings {
            return self.solve_all_colorings(rules, out);
        }
        if self.format == ListFormat::Csv {
            refuse!("--format csv lists states: add --all-colorings, or take --format json");
        }
        if rules.players > 2 || self.concept.is_some() {
            return self.solve_for_many(rules, out);
        }
        // Check the input before starting threads.
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let game = self.start.game(&self.board, &graph, rules)?;
        let subject = Subject::of_game(&self.board, &game);
        let certificate = self.certificate.destination(subject, self.force)?;
        if certificate.is_some() && game.is_over() {
            refuse!("the game is over, its score needs no certificate: leave --certificate out");
        }
        (self.checkpoint).check_names(&self.board, self.certificate.path(), &[])?;
        let checkpoint = self.checkpoint.begin()?;
        let archive = checkpoint.archive(self.certificate.path())?;
        let solver = (self.work).solver_for(&self.board, rules, archive)?;
        let claims = self.claims.take(&solver, self.work.quiet)?;
        let (found, is_saved) = checkpoint.keep(&solver, &self.work, || {
            self.search(&solver, &game, certificate.as_ref())
        })?;
        let certified = found.certificate.as_ref().map(Outcome::report);
        let answer = self.answer(&game, &found, claims);
        let text = |answer: &Answer, out: &mut dyn Write| {
            report::write(out, &self.board, &game, answer, &found)
        };
        self.format.print(out, &answer, text, iter::empty())?;
        let exit = found.exit().if_saved(is_saved);
        Ok(exit.and(certified.unwrap_or(Exit::Done)))
    }
}
