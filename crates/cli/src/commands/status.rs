//! `koproof status`: the chains that live, and the final owner of each point.

mod answer;

use std::io::Write;
use std::time::Instant;

use koproof_answers::Ending;
use koproof_rules::{Board, Graph, Player};

use crate::arguments::{ColoringArgs, DuelRulesArgs, FormatArgs, WorkArgs, board};
use crate::exit::{Blame, Exit};
use crate::interrupt;
use crate::progress::Watcher;
use answer::Answer;

/// The arguments of `status`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof status 2x3 --position OX./.X.
  koproof status path:5 --position .XXX. --format json
  koproof status 3x3 --position .X./XO./... --rules nstt --time-limit 1m

The position is the start of a game, once with Black and once with White to move, and both play best to the end, along \
the principal variation that `koproof solve` shows. In its last position every point is Black's, White's or nobody's, by \
area. Then a chain is

  unconditionally alive   if it cannot be captured though its owner only passes (Benson)
  alive                   if with either player to move all its points are its owner's in the end
  dead                    if with either player to move all its points are the opponent's in the end
  undecided               otherwise: it depends on who moves first, or the points are shared

Best play need not be unique: another line of the same value may end with other owners. The players might agree to \
remove the dead chains: the score without them is shown beside the values, and `koproof score --dead` removes them. No \
other command does.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    #[command(flatten)]
    coloring: ColoringArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    rules: DuelRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    /// Plays out the position with either player to move and reports the outcome.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let coloring = self.coloring.read::<1, 2>(&self.board, &graph)?;
        let solver = self.work.solver(&self.board, rules)?;
        let started = Instant::now();
        let mut endings = Vec::new();
        for to_move in Player::BOTH {
            let game = solver.game(coloring, to_move)?;
            let what = format!("solving {}, {to_move} to move", self.board.name());
            let watcher = Watcher::new(what, self.work.quiet);
            let budget = self.work.budget_since(started);
            endings.push(Ending::find(&solver, &game, budget, &watcher));
        }
        let known = endings.iter().all(|ending| ending.owners.is_some());
        let answer = Answer::new(&self.board, &graph, &coloring, rules, &endings);
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, &self.board, &coloring, &endings)
        })?;
        Ok(interrupt::done_or_stopped(known))
    }
}
