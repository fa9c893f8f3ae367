//! `koproof count reachable`.

use std::io::{self, Write};

use koproof_rules::Board;
use koproof_solver::count_reachable;
use serde::Serialize;

use super::outcome::{Answer, Outcome, grouped};
use crate::about::RulesJson;
use crate::arguments::{CountRulesArgs, FormatArgs, WorkArgs, board};
use crate::exit::Exit;

#[derive(Debug, clap::Args)]
#[command(mut_arg("node_limit", |limit| limit.help(
    "Stop after this number of states of the frontier or arrangements, see below: 1000000, 1_000_000, 1M"
)))]
#[command(after_help = "Examples:
  koproof count reachable 3x3
  koproof count reachable cycle:7 --suicide forbid --format json
  koproof count reachable 7x7 --suicide forbid

Moves start from the empty board with Black to move. No superko rule applies. Plays that change nothing (one-stone \
suicides) are left out. A state is a coloring, the player to move and the number of passes just made, while the game is not \
over. Every legal coloring can be reached by placing its stones one by one; the states depend on the suicide rule. \
Without suicide the numbers follow from counts of legal colorings, for any board that `koproof count legal` can count. With \
suicide koproof goes through every arrangement of the stones of all players but one, on boards of up to 64 points: 5x5 \
takes seconds, and with two players each further point doubles the time. --node-limit counts states of the frontier (see \
`koproof count legal`), and these arrangements. \
Without --memory the limit is 8G.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    rules: CountRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Debug, Serialize)]
struct Found {
    rules: RulesJson,
    states: String,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let (threads, budget) = (self.work.threads, self.work.budget());
        let what = "reachable colorings";
        let outcome = Outcome::of(what, &self.board, &self.work, |watcher| {
            let counted = count_reachable(&self.board, &rules, threads, budget, watcher)?;
            Ok(Answer {
                count: counted.colorings,
                states: counted.examined,
                found: Found {
                    rules: rules.into(),
                    states: counted.states.to_string(),
                },
            })
        })?;
        outcome.print(&self.format, out, write)
    }
}

fn write(out: &mut dyn Write, found: &Found) -> io::Result<()> {
    writeln!(out, "reachable states: {}", grouped(&found.states))?;
    writeln!(out, "rules: {}", found.rules)
}
