//! `koproof show`: the facts about a coloring, by the definitions.

mod facts;
mod report;

use std::io::Write;

use koproof_answers::Final;
use koproof_rules::{Board, Coloring, Graph, Player, Ruleset, text};

use crate::arguments::{FormatArgs, RulesArgs, StartArgs, any_player, board, check_player};
use crate::exit::{Blame, Exit};
use crate::wide::{N, W};
use facts::Facts;

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof show 2x3 --position OX./.X.
  koproof show 2x2 --position XO/O. --clear black     take off chains without liberties
  koproof show 3x3 --moves \"b b2, w b1\" --komi 0.5
  koproof show path:5 --position .X..O --format json
  koproof show path:7 --position .X.O..3 --players 3 --scoring taylor")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// Clear this color first: remove its chains without liberties
    #[arg(long, value_parser = any_player(), value_name = "COLOR")]
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
        let rules = self.rules.checked()?;
        let graph = Graph::<W>::new(&self.board).bad_input()?;
        let mut shown = self.shown(&graph, rules)?;
        if let Some(player) = self.clear {
            check_player("--clear", player, rules.players)?;
        }
        let cleared = self
            .clear
            .map(|player| (player, shown.coloring.clear(&graph, player)));
        let facts = Facts::new(&self.board, &shown, cleared);
        self.format.print(out, &facts, |facts, out| {
            report::write(out, &self.board, &shown.coloring, facts)
        })?;
        Ok(Exit::Done)
    }

    /// Returns the position after the moves. Without moves, the position does not have to be legal.
    fn shown<'g>(&self, graph: &'g Graph<W>, rules: Ruleset) -> anyhow::Result<Final<'g, W, N>> {
        let at = &self.start.at;
        if self.start.moves.is_some() {
            return Ok(Final::of(&self.start.game(&self.board, graph, rules)?));
        }
        at.check_players(rules.players)?;
        let position = at.coloring.position.as_deref();
        let coloring = position.map(|text| text::parse_coloring(&self.board, text));
        Ok(Final {
            graph,
            rules,
            coloring: coloring.transpose().bad_input()?.unwrap_or(Coloring::EMPTY),
            lost: [0; N],
        })
    }
}
