//! `koproof certificate play`: playing against a proof.

mod answer;
mod dialogue;
mod tournament;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use koproof_rules::{Board, Game, Komi, Margin, Player, text};
use koproof_verify::{Bound, CertificateReader, Line, MAX_RECORDS, Statement, Strategy};

use crate::arguments::{FormatArgs, file, player};
use crate::checking::Checking;
use crate::exit::{self, Blame, Exit};
use crate::interrupt;
use crate::limits;

/// The arguments of `certificate play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof certificate play 3x3.kpc                         you are White, the proof is Black's
  koproof certificate play 3x3.kpc --bound at-most         you are Black
  koproof certificate play 3x3.kpc --random 1000           1,000 random games for each bound
  koproof certificate play all-3x3.kpc --position X../.../..O --to-move white

The certificate is checked, then played: its prover answers every legal move as in the proof, until the game is over \
and the bound is met. Your moves are read from stdin, one a line: b2, w b2 or pass. A certificate of a table is played \
from any of its positions. With --random the opponent plays random legal moves; the exit code is 4 if a bound is not \
met.")]
pub(crate) struct Args {
    /// A certificate in either form
    #[arg(value_name = "FILE", value_parser = file())]
    file: PathBuf,

    /// The bound that the prover plays for [default: at-least, if it is proved; with --random all]
    #[arg(long, value_enum)]
    bound: Option<Side>,

    /// Play this number of games for each bound against random opponents
    #[arg(long, value_name = "GAMES", value_parser = limits::count)]
    random: Option<u64>,

    /// Seed of the random moves; the same seed gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = limits::from_to(0, u64::MAX), requires = "random")]
    seed: u64,

    /// The position to start from, one that a table certificate proves [default: empty; with --random any]
    #[arg(long, help_heading = "Position")]
    position: Option<String>,

    /// The player to move there [default: black; with --random either]
    #[arg(long, value_parser = player(), help_heading = "Position")]
    to_move: Option<Player>,

    #[command(flatten)]
    format: FormatArgs,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// A kind of bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// The lower bound, which Black proves
    AtLeast,
    /// The upper bound, which White proves
    AtMost,
}

impl Side {
    fn prover(self) -> Player {
        match self {
            Self::AtLeast => Player::BLACK,
            Self::AtMost => Player::WHITE,
        }
    }
}

/// A strategy with its board.
struct Proof<'s> {
    strategy: &'s Strategy,
    board: &'s Board,
    path: &'s Path,
}

impl Args {
    /// Checks the certificate and plays.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        if let Some(exit) = self.refused() {
            return Ok(exit);
        }
        interrupt::end_at_once();
        let strategy = self
            .load()
            .with_context(|| self.file.display().to_string())
            .bad_input()?;
        let board = strategy.header().board.usual();
        let proof = Proof {
            strategy: &strategy,
            board: &board,
            path: &self.file,
        };
        let start = self.start(&proof).bad_input()?;
        match self.random {
            Some(games) => self.tournament(out, &proof, start.as_ref(), games),
            None => {
                let game = match start {
                    Some(game) => game,
                    None => self.set_up(&proof)?,
                };
                let line = self.choose(&strategy, &game).bad_input()?;
                dialogue::play(out, &self.format, &proof, game, line)
            }
        }
    }

    /// Checks the certificate; returns the exit code if that fails.
    fn refused(&self) -> Option<Exit> {
        let files = std::slice::from_ref(&self.file);
        let verdict = Checking::new(files, MAX_RECORDS, self.quiet).check(&self.file);
        let why = verdict.outcome.err()?;
        exit::complain(&format!("{}: {}", self.file.display(), why.reason()));
        Some(why.exit())
    }

    fn load(&self) -> anyhow::Result<Strategy> {
        let reader = CertificateReader::open(File::open(&self.file)?)?;
        Ok(Strategy::load(reader)?)
    }

    /// Returns the game that the arguments or the certificate define, if there is one.
    fn start<'s>(&self, proof: &Proof<'s>) -> anyhow::Result<Option<Game<'s, 1, 2>>> {
        let strategy = proof.strategy;
        if self.position.is_none() && self.to_move.is_none() {
            return Ok(strategy.game());
        }
        if let Statement::Position { .. } = strategy.header().statement {
            return Err(anyhow!(
                "{} is about one position: leave --position and --to-move out",
                self.file.display()
            ));
        }
        self.set_up(proof).map(Some)
    }

    /// Returns a game that starts with the given position, by default the empty board with Black to move.
    fn set_up<'s>(&self, proof: &Proof<'s>) -> anyhow::Result<Game<'s, 1, 2>> {
        let strategy = proof.strategy;
        let position = self.position.as_deref().map_or_else(
            || Ok(koproof_rules::Coloring::EMPTY),
            |position| text::parse_position(proof.board, strategy.graph(), position),
        )?;
        let to_move = self.to_move.unwrap_or(Player::BLACK);
        let (graph, rules) = (strategy.graph(), strategy.rules());
        Ok(Game::new(graph, rules, position, to_move)?)
    }

    /// Begins to play for the requested bound, or for the first proved one.
    fn choose<'s>(
        &self,
        strategy: &'s Strategy,
        game: &Game<'_, 1, 2>,
    ) -> anyhow::Result<Line<'s>> {
        if let Some(side) = self.bound {
            return Ok(strategy.begin(game, side.prover())?);
        }
        strategy
            .begin(game, Player::BLACK)
            .or_else(|_| strategy.begin(game, Player::WHITE))
            .map_err(|_| anyhow!("{} proves nothing of this position", self.file.display()))
    }

    fn tournament<'s>(
        &self,
        out: &mut dyn Write,
        proof: &Proof<'s>,
        start: Option<&Game<'s, 1, 2>>,
        games: u64,
    ) -> anyhow::Result<Exit> {
        let sides = match self.bound {
            Some(side) => vec![side],
            None => vec![Side::AtLeast, Side::AtMost],
        };
        let results = tournament::play(proof, start, &sides, games, self.seed).bad_input()?;
        self.format
            .print(out, &results, tournament::Results::write)?;
        match results.failure() {
            Some(failure) => {
                exit::complain(failure);
                Ok(Exit::CheckFailed)
            }
            None => Ok(Exit::Done),
        }
    }
}

/// Returns the score of a game, Black − White.
fn score(game: &Game<'_, 1, 2>) -> i16 {
    game.score() as i16
}

/// Writes a bound in words: `at least B+1`.
fn in_words(bound: Bound) -> String {
    let score = Margin::new(bound.score().into(), Komi::ZERO);
    match bound {
        Bound::AtLeast(_) => format!("at least {score}"),
        Bound::AtMost(_) => format!("at most {score}"),
    }
}
