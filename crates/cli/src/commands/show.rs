//! `koproof show`: the facts about a coloring, by the definitions.

mod facts;
mod report;

use std::io::Write;

use koproof_answers::Final;
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset, text};

use crate::arguments::{FormatArgs, RulesArgs, StartArgs, any_player, board};
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
        let cleared = self
            .clear
            .map(|player| (player, shown.coloring.clear(&graph, player)));
        let facts = Facts::new(&self.board, &shown, cleared);
        self.format.print(out, &facts, |out, facts| {
            report::write(out, &self.board, &shown.coloring, facts)
        })?;
        Ok(Exit::Done)
    }

    /// Returns the position after the moves. Without moves, the position does not have to be legal.
    fn shown<'g>(&self, graph: &'g Graph<W>, rules: Ruleset) -> anyhow::Result<Final<'g, W, N>> {
        let mut shown = Final {
            graph,
            rules,
            coloring: Coloring::EMPTY,
            lost: [0; N],
        };
        if self.start.moves.is_some() {
            let game: Game<'_, W, N> = self.start.game(&self.board, graph, rules)?;
            shown.coloring = *game.coloring();
            shown.lost = std::array::from_fn(|index| game.lost(Player::new(index)));
        } else if let Some(position) = &self.start.at.position {
            self.start.at.check_players(rules.players)?;
            shown.coloring = text::parse_coloring(&self.board, position).bad_input()?;
        }
        Ok(shown)
    }
}
