//! `koproof certificate play`: playing against a proof.

mod dialogue;
mod tournament;

use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use koproof_rules::{Board, Game, Player, Ruleset, text};
use koproof_verify::{Bound, CertificateReader, Line, Statement, Strategy};
use serde::Serialize;

use crate::about::{About, moves_made};
use crate::arguments::{FormatArgs, RecordLimitArgs, file, player};
use crate::certificate::Bounds;
use crate::checking::{self, Checking};
use crate::exit::{Blame, Exit};
use crate::{interrupt, limits};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof certificate play 3x3.kpc                         you are White, the proof is Black's
  koproof certificate play 3x3.kpc --bound at-most         you are Black
  koproof certificate play 3x3.kpc --random 1000           1,000 random games for each bound
  koproof certificate play all-3x3.kpc --position X../.../..O --to-move white

The certificate is checked, then played: its prover answers every legal move as in the proof, until the game is over \
and the bound is met. Your moves are read from stdin, one a line: b2, w b2 or pass; quit leaves the game. A certificate of a table is played \
from any of its positions. With --random the opponent plays random legal moves; the exit code is 4 if a bound is not \
met. Ctrl-C ends the games early and prints those that were played.")]
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

    /// The position to start from, one that a table certificate proves [default: the empty board; with --random any]
    #[arg(long, help_heading = "Position")]
    position: Option<String>,

    /// The player to move there [default: black; with --random either]
    #[arg(long, value_parser = player(), help_heading = "Position")]
    to_move: Option<Player>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    records: RecordLimitArgs,

    /// Limit the stones of earlier records during the check, as in `koproof verify`: less memory on large boards
    #[arg(long, help_heading = "Work", hide_short_help = true)]
    limit_stones: bool,

    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

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
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let name = self.file.display();
        let (mut file, files) = (
            checking::open_twice(&self.file)?,
            std::slice::from_ref(&self.file),
        );
        let checking = Checking::new(files, self.records.limit, self.quiet);
        if let (Err(why), _) = checking.limiting_stones(self.limit_stones).checked(&file) {
            return Ok(why.report(&self.file));
        }
        if self.random.is_none() {
            interrupt::end_at_once();
        }
        let strategy = load(&mut file)
            .with_context(|| name.to_string())
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

    /// Returns the game that the arguments or the certificate define, if there is one.
    fn start<'s>(&self, proof: &Proof<'s>) -> anyhow::Result<Option<Game<'s, 1, 2>>> {
        let strategy = proof.strategy;
        if self.position.is_none() && self.to_move.is_none() {
            return Ok(strategy.game());
        }
        if let Statement::Position(_) = strategy.header().statement {
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
}

/// Reads a file that has been checked once more from its beginning.
fn load(file: &mut File) -> anyhow::Result<Strategy> {
    file.rewind()?;
    Ok(Strategy::load(CertificateReader::open(file)?)?)
}

/// Writes a bound in words: `at least B+1`.
fn in_words(bound: Bound) -> String {
    Bounds(bound.into()).to_string()
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum BoundJson {
    AtLeast(i16),
    AtMost(i16),
}

impl From<Bound> for BoundJson {
    fn from(bound: Bound) -> Self {
        match bound {
            Bound::AtLeast(score) => Self::AtLeast(score),
            Bound::AtMost(score) => Self::AtMost(score),
        }
    }
}

/// A game, and whether it met the proved bound.
#[derive(Debug, Serialize)]
struct Answer {
    file: String,
    #[serde(flatten)]
    about: About,
    position: String,
    to_move: String,
    prover: String,
    bound: BoundJson,
    /// Every move since the position, including those of the certificate's header.
    moves: Vec<String>,
    over: bool,
    /// The score that the game ended with, Black − White.
    score: Option<i32>,
    /// Whether the score meets the bound.
    met: Option<bool>,
}

impl Answer {
    fn new(proof: &Proof<'_>, game: &Game<'_, 1, 2>, line: &Line<'_>) -> Self {
        let (start, first) = game.start();
        let rules: Ruleset = *game.rules();
        let score = game.is_over().then(|| game.score());
        Self {
            file: proof.path.display().to_string(),
            about: About::new(proof.board, rules),
            position: text::position(proof.board, start),
            to_move: first.to_string(),
            prover: line.bound().prover().to_string(),
            bound: line.bound().into(),
            moves: moves_made(proof.board, game),
            over: game.is_over(),
            score,
            met: score.map(|score| line.bound().met_by(score)),
        }
    }
}
