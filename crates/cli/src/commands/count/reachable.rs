//! `koproof count reachable`.

use std::io::{self, Write};

use indicatif::HumanCount;
use koproof_rules::{Board, Ruleset};
use koproof_solver::{Reachable, count_reachable};
use serde::{Serialize, Serializer};

use super::outcome::{Answer, Outcome};
use crate::about::RulesJson;
use crate::arguments::{CountRulesArgs, FormatArgs, WorkArgs, board};
use crate::exit::Exit;

/// The arguments of `count reachable`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof count reachable 3x3
  koproof count reachable cycle:7 --suicide forbid --format json

Moves start from the empty board with Black to move. No superko rule applies. Plays that change nothing (one-stone \
suicides) are left out. A state is a coloring, the player to move and the number of passes just made, while the game is not \
over. Every legal coloring can be reached by placing its stones one by one; the states depend on the suicide rule. \
--node-limit counts colorings. Without --memory the limit is 8G.")]
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

/// Further results of the count.
#[derive(Debug, Serialize)]
struct Found {
    rules: RulesJson,
    #[serde(serialize_with = "as_text")]
    states: u64,
}

impl Args {
    /// Counts colorings and states.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let (threads, budget) = (self.work.threads, self.work.budget());
        let what = "reachable colorings";
        let outcome = Outcome::of(what, &self.board, &self.work, |watcher| {
            let counted = count_reachable(&self.board, &rules, threads, budget, watcher)?;
            Ok(answer(rules, counted))
        })?;
        outcome.print(&self.format, out, write)
    }
}

fn answer(rules: Ruleset, reachable: Reachable) -> Answer<Found> {
    Answer {
        count: reachable.colorings.into(),
        states: reachable.colorings,
        found: Found {
            rules: rules.into(),
            states: reachable.states,
        },
    }
}

fn write(out: &mut dyn Write, found: &Found) -> io::Result<()> {
    writeln!(out, "reachable states: {}", HumanCount(found.states))?;
    writeln!(out, "rules: {}", found.rules)
}

fn as_text<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}
