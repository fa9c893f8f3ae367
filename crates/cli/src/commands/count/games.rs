//! `koproof count games`.

use std::io::{self, Write};

use koproof_rules::Board;
use koproof_solver::{BigUint, count_games};
use serde::Serialize;

use super::outcome::{Answer, Outcome, grouped};
use crate::about::RulesJson;
use crate::arguments::{FormatArgs, SuperkoCountRulesArgs, WorkArgs, board};
use crate::exit::Exit;
use crate::histogram;

#[derive(Debug, clap::Args)]
#[command(mut_arg("node_limit", |limit| limit.help(
    "Stop after this number of states, see below: 1000000, 1_000_000, 1M"
)))]
#[command(after_help = "Examples:
  koproof count games 1x4
  koproof count games 2x2                       a minute and 600 MB on two cores
  koproof count games path:4 --suicide forbid --superko situational
  koproof count games star:4 --format json

A game is counted by its sequence of colorings, from the empty board. It may end after any play, and the game without \
plays counts, too. Passes are not counted; after them either player may be the next to play. Suicides of one stone are \
not counted either, because the coloring stays the same. So under positional superko games are the paths that visit no \
coloring twice. Under situational superko they may visit a coloring again with the other player to move, unless a \
pass has already led to that coloring with that player to move. Boards of four points are about the limit. --node-limit counts states; one state \
stands for all games with the same possible continuations. Without --memory the limit is 8G.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    rules: SuperkoCountRulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Debug, Serialize)]
struct Found {
    rules: RulesJson,
    /// The number of plays of the longest games.
    longest: usize,
    /// The numbers of games with 0 plays, 1 play, and so on, in digits.
    by_length: Vec<String>,
    colorings: usize,
    symmetries: usize,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let (threads, budget) = (self.work.threads, self.work.budget());
        let what = "games";
        let outcome = Outcome::of(what, &self.board, &self.work, |watcher| {
            let games = count_games(&self.board, &rules, threads, budget, watcher)?;
            Ok(Answer {
                count: games.count,
                states: games.states,
                found: Found {
                    rules: rules.into(),
                    longest: games.by_length.len() - 1,
                    by_length: games.by_length.iter().map(BigUint::to_string).collect(),
                    colorings: games.colorings,
                    symmetries: games.symmetries,
                },
            })
        })?;
        outcome.print(&self.format, out, write)
    }
}

fn write(out: &mut dyn Write, found: &Found) -> io::Result<()> {
    writeln!(out, "longest: {} plays", found.longest)?;
    writeln!(out, "rules: {}", found.rules)?;
    writeln!(
        out,
        "colorings: {}, symmetries: {}",
        found.colorings, found.symmetries
    )?;
    writeln!(out, "\ngames by number of plays")?;
    write!(out, "{}", lengths(&found.by_length))?;
    writeln!(out)
}

/// Draws the numbers of games by length; those too large for bars are listed.
fn lengths(by_length: &[String]) -> String {
    let rows = by_length.iter().enumerate();
    let drawn: Option<Vec<(String, u64)>> = rows
        .clone()
        .map(|(plays, games)| Some((plays.to_string(), games.parse().ok()?)))
        .collect();
    match drawn {
        Some(rows) => histogram::bars(&rows, histogram::width()),
        None => rows
            .map(|(plays, games)| format!("  {plays}  {}\n", grouped(games)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_a_word_are_listed_without_bars() {
        let large = BigUint::from(u64::MAX) + 1_u32;
        let listed = lengths(&["1".to_owned(), large.to_string()]);
        assert_eq!(listed, "  0  1\n  1  18,446,744,073,709,551,616\n");
    }
}
