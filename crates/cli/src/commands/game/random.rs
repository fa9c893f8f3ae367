//! `koproof game random`: games of random legal moves, with the legality of every point at every turn.

use std::io::Write;

use koproof_answers::{Final, Random, Tally};
use koproof_rules::{Board, Game, Graph, IllegalMove, text};
use serde::Serialize;

use crate::about::About;
use crate::arguments::{FormatArgs, N, PositionArgs, RulesArgs, W, board};
use crate::exit::{Blame, Exit};
use crate::progress::Watcher;
use crate::stdout::end_unread;
use crate::{interrupt, limits};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof game random 2x3
  koproof game random 5x5 --rules nstt-situational --games 100 --seed 7
  koproof game random 3x4 --games 10000 --format json > games.jsonl

Each move is chosen among all legal moves, including the pass, with equal probability. The same seed gives the same \
games, on every machine. As text each game is a line that `koproof game replay --moves` reads. With \
--format json each game is one JSON object on a line. It has a mark for each point at every turn: + for a legal play, # for a stone, \
s for a suicide that the rules forbid, k for a play that superko forbids. scripts/referee compares other programs with these games.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// Number of games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = limits::from_to(1_u64, 1_000_000_000))]
    games: u64,

    /// Seed of the random moves
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = limits::from_to(0, u64::MAX))]
    seed: u64,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: PositionArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        let rules = self.rules.checked()?;
        self.start.check_players(rules.players)?;
        let graph = Graph::<W>::new(&self.board).bad_input()?;
        let start = self.start.coloring.read(&self.board, &graph)?;
        let begin: Game<'_, W, N> =
            Game::new(&graph, rules, start, self.start.to_move).bad_input()?;
        let watcher = Watcher::on(&self.board, "random games on", self.quiet);
        let mut random = Random::new(self.seed);
        for number in 1..=self.games {
            let Some(played) = Played::new(&self.board, begin.clone(), &mut random) else {
                return Ok(Exit::Interrupted);
            };
            self.format.print(out, &played, |played, out| {
                writeln!(out, "{}", played.moves())
            })?;
            watcher.show(number, self.games, || {
                format!("{number} of {} games", self.games)
            });
            if interrupt::requested() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(Exit::Done)
    }
}

#[derive(Debug, Serialize)]
struct Played {
    #[serde(flatten)]
    about: About,
    start: String,
    turns: Vec<Turn>,
    /// The number of stones that each player has lost.
    lost: Vec<u32>,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Debug, Serialize)]
struct Turn {
    to_move: String,
    /// The verdict of the rules on a play at each point, in point order.
    points: String,
    #[serde(rename = "move")]
    taken: String,
    /// The position after the move.
    position: String,
    #[serde(skip)]
    in_list: String,
}

impl Played {
    /// Plays a game to its end; `None` if a signal stops it.
    fn new(board: &Board, mut game: Game<'_, W, N>, random: &mut Random) -> Option<Self> {
        let start = text::position(board, game.coloring());
        let mut turns = Vec::new();
        while !game.is_over() {
            if interrupt::requested() {
                return None;
            }
            let turn = random.turn(board, &mut game);
            turns.push(Turn {
                to_move: turn.mover.to_string(),
                points: turn.verdicts.iter().map(letter).collect(),
                taken: text::move_name(board, turn.taken),
                position: turn.position,
                in_list: text::turn(board, turn.mover, turn.taken),
            });
        }
        let rules = *game.rules();
        let last = Final::of(&game);
        Some(Self {
            about: About::new(board, rules),
            start,
            turns,
            lost: last.lost[..rules.players].to_vec(),
            tally: last.tally(),
        })
    }

    fn moves(&self) -> String {
        let turns = self.turns.iter().map(|turn| turn.in_list.as_str());
        turns.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the letter for a verdict of the rules on a play.
fn letter(verdict: &Result<(), IllegalMove<W>>) -> char {
    match verdict {
        Ok(()) => '+',
        Err(IllegalMove::Suicide { .. }) => 's',
        Err(IllegalMove::Superko { .. }) => 'k',
        Err(_) => '#',
    }
}
