//! `koproof show`: what lies on a board, by the definitions.

mod facts;
mod report;

use std::io::Write;

use koproof_rules::{Board, Coloring, Graph, Player, text};

use crate::arguments::{FormatArgs, RulesArgs, StartArgs, board, player};
use crate::exit::{Blame, Exit};
use facts::Facts;

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof show 2x3 --position OX./.X.
  koproof show 2x2 --position XO/O. --clear black     what is left when the Black stones without liberties go
  koproof show 3x3 --moves \"b b2, w b1\" --komi 0.5
  koproof show path:5 --position .X..O --format json")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// Clear this colour first: take away its chains without liberties
    #[arg(long, value_parser = player(), value_name = "COLOUR")]
    clear: Option<Player>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

impl Args {
    /// Shows the position.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let graph = Graph::<8>::new(&self.board).bad_input()?;
        let mut coloring = self.coloring(&graph)?;
        let cleared = self
            .clear
            .map(|player| (player, coloring.clear(&graph, player)));
        let komi = self.rules.ruleset().komi;
        let facts = Facts::new(&self.board, &graph, &coloring, komi, cleared);
        self.format.print(out, &facts, |out, facts| {
            report::write(out, &self.board, &coloring, facts)
        })?;
        Ok(Exit::Done)
    }

    /// The position after the moves. Only a position that moves are made from must be legal.
    fn coloring(&self, graph: &Graph<8>) -> anyhow::Result<Coloring<8, 2>> {
        if self.start.moves.is_some() {
            let game = self.start.game(&self.board, graph, self.rules.ruleset())?;
            return Ok(*game.coloring());
        }
        match &self.start.at.position {
            Some(position) => text::parse_coloring(&self.board, position).bad_input(),
            None => Ok(Coloring::EMPTY),
        }
    }
}
