//! `koproof score`: the score of a position if the game ends there, without agreed dead stones.

use std::io::{self, Write};

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Game, Graph, Scoring, text};
use serde::Serialize;

use crate::about::About;
use crate::arguments::{DeadArgs, FormatArgs, N, RulesArgs, StartArgs, W, board};
use crate::draw;
use crate::exit::{Blame, Exit, refuse};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof score 2x3 --position OX./.X.
  koproof score 2x3 --position OX./.X. --dead a2                  White's stone is dead
  koproof score 2x3 --position OX./.X. --dead a2 --rules reiss    and it is a prisoner
  koproof score path:7 --position .X.O..3 --players 3 --scoring taylor

Only the stones named with --dead, and their chains, are removed: the players agree on what is dead, and `koproof \
status` shows which chains best play captures. Prisoners are those of --moves, of --dead and of --prisoners.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    #[command(flatten)]
    dead: DeadArgs,

    /// Prisoners that Black and White hold at the given position, before --moves: 3,1
    #[arg(long, value_name = "BLACK,WHITE", value_parser = prisoners, allow_hyphen_values = true, help_heading = "Position")]
    prisoners: Option<[u32; 2]>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

/// The largest number of prisoners that a player can hold at the start: more than any game takes, and scores stay
/// exact.
const MAX_PRISONERS: u32 = 1_000_000;

/// Reads the prisoners of Black and of White.
fn prisoners(text: &str) -> Result<[u32; 2], String> {
    let count = |text: &str| -> Option<u32> {
        let count = text.trim().parse().ok()?;
        (count <= MAX_PRISONERS).then_some(count)
    };
    let counts =
        (text.split_once(',')).and_then(|(black, white)| Some([count(black)?, count(white)?]));
    counts.ok_or_else(|| {
        format!("'{text}' is not two counts of at most {MAX_PRISONERS}; write 3,1 for Black's and White's")
    })
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<W>::new(&self.board).bad_input()?;
        let game: Game<'_, W, N> = self.start.game(&self.board, &graph, rules)?;
        let mut last = Final::of(&game);
        if let Some([black, white]) = self.prisoners {
            if rules.scoring != Scoring::Territory {
                refuse!(
                    "--prisoners do not count under {} scoring; use --scoring territory",
                    rules.scoring
                );
            }
            // A player's prisoners are stones that the other player has lost.
            for (lost, held) in last.lost.iter_mut().zip([white, black]) {
                *lost += held;
            }
        }
        let dead = self.dead.chains(&self.board, &graph, &last.coloring)?;
        last.remove(dead);
        let answer = Answer {
            about: About::new(&self.board, rules),
            position: text::position(&self.board, game.coloring()),
            dead: text::point_names(&self.board, dead),
            scored: text::position(&self.board, &last.coloring),
            tally: last.tally(),
        };
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, &self.board, &last)
        })?;
        Ok(Exit::Done)
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    position: String,
    /// The points of the agreed dead stones.
    dead: Vec<String>,
    /// The position without them.
    scored: String,
    #[serde(flatten)]
    tally: Tally,
}

impl Answer {
    fn write(&self, out: &mut dyn Write, board: &Board, last: &Final<'_, W, N>) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        if !self.dead.is_empty() {
            writeln!(out, "agreed to be dead: {}", self.dead.join(" "))?;
        }
        writeln!(out, "\n{}", draw::coloring(board, &last.coloring))?;
        writeln!(out, "{}", self.tally)
    }
}
