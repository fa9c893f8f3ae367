//! `koproof count legal`.

use std::io::Write;

use clap::ValueEnum;
use koproof_rules::Board;
use koproof_solver::{BigUint, LegalCount, LegalMethod, count_legal};
use serde::Serialize;

use super::outcome::{Answer, LEGAL, Outcome};
use crate::arguments::{FormatArgs, WorkArgs, board};
use crate::exit::Exit;
use crate::{limits, words};

#[derive(Debug, clap::Args)]
#[command(mut_arg("node_limit", |limit| limit.help(
    "Stop after this number of states of the frontier or colorings, see below: 1000000, 1_000_000, 1M"
)))]
#[command(after_help = "Examples:
  koproof count legal 9x9
  koproof count legal 4x4 --method enumerate
  koproof count legal hex:3 --players 3
  koproof count legal edges:0-1,1-2,2-0,2-3 --format json

The frontier method sweeps the board point by point and keeps only the frontier: the points it has passed that have a \
neighbour still to come. So it counts any board that is narrow in one direction. Enumeration looks at every coloring of a small \
board, as a check. --node-limit counts states of the frontier, or colorings of the first points. Without --memory the limit \
is 8G.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// The method of counting
    #[arg(long, value_enum, default_value_t = Method::Frontier)]
    method: Method,

    /// Number of players, from 2 to 8
    #[arg(long, value_name = "NUMBER", default_value_t = 2)]
    #[arg(value_parser = limits::from_to(2_u8, 8), help_heading = "Rules")]
    players: u8,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Method {
    /// Point by point, with equal frontiers counted together
    Frontier,
    /// One by one
    Enumerate,
}

#[derive(Debug, Serialize)]
struct Found {
    players: u8,
    method: Method,
    /// The share of all colorings, legal or not.
    share: f64,
    /// The largest number of points of the frontier.
    frontier: Option<usize>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let method = match self.method {
            Method::Frontier => LegalMethod::Frontier,
            Method::Enumerate => LegalMethod::Enumerate,
        };
        let (threads, budget) = (self.work.threads, self.work.budget());
        let (board, players) = (&self.board, self.players.into());
        let outcome = Outcome::of(LEGAL, board, &self.work, |watcher| {
            let counted = count_legal(board, players, method, threads, budget, watcher)?;
            Ok(self.answer(counted))
        })?;
        outcome.print(&self.format, out, |out, found| self.write(out, found))
    }

    fn answer(&self, counted: LegalCount) -> Answer<Found> {
        const PARTS: u32 = 1_000_000;
        let all = BigUint::from(self.colors()).pow(self.board.points() as u32);
        let rounded = (&counted.count * PARTS + &all / 2_u32) / all;
        let parts = u32::try_from(rounded).expect("a part is at most all");
        let found = Found {
            players: self.players,
            method: self.method,
            share: f64::from(parts) / f64::from(PARTS),
            frontier: counted.frontier,
        };
        Answer {
            count: counted.count,
            found,
            states: counted.states,
        }
    }

    /// Returns the number of colors of a point, including empty.
    fn colors(&self) -> u32 {
        u32::from(self.players) + 1
    }

    fn write(&self, out: &mut dyn Write, found: &Found) -> std::io::Result<()> {
        let (points, colors) = (self.board.points(), self.colors());
        let share = found.share * 100.0;
        writeln!(out, "share: {share:.2} % of {colors}^{points} colorings")?;
        writeln!(out, "players: {}", self.players)?;
        match found.frontier {
            Some(width) => {
                let points = words::counted(width, "point");
                writeln!(out, "method: a frontier of at most {points}")
            }
            None => writeln!(out, "method: one by one"),
        }
    }
}
