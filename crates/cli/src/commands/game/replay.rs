//! `koproof game replay`: checks a game against the rules, move by move, and scores it.

use std::io::{self, Write};
use std::path::PathBuf;

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Game, Graph, Player, text};
use serde::Serialize;

use crate::about::About;
use crate::arguments::{DeadArgs, FormatArgs, N, RulesArgs, StartArgs, W, board};
use crate::draw;
use crate::exit::{Blame, Exit, complain, refuse};
use crate::record::{Broken, Record};
use crate::words::{capital, counted, one_line};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof game replay game.sgf --rules aga-like
  koproof game replay --board 2x2 --moves \"b a2, w b2, b a1, w b1, b a2, w a1, b a2\"
  koproof game replay --board hex:11 --players 3 --moves \"b 0, w 1, 3 2\"
  koproof game replay --board path:5 --handicap 2 --moves \"b 1, b 4, w 2\"
  koproof game replay --board 3x3 --moves \"b b2, w pass, b pass, dispute, w a1\" --dead a1

The game is played as recorded; if a move breaks a rule, the move and the rule are named, and the exit code is 4. A \
game that cannot be read is bad input: exit code 2. The score is that of the last position, whether the game is over \
or not.

In --moves, 'dispute' after the last pass disputes that pass: the game continues, and with two players the one who \
passed first is to move.

In an SGF file, the main line of the first game is read: SZ, AB, AW, PL, KM, HA, RU, B and W. HA without stones set up \
gives Black that number of turns in a row, unless --handicap sets another number; --komi replaces KM. RU is read if it names a rule \
set of koproof or is written as koproof does, and its komi counts if there is no KM; --rules and the options beside it replace it.")]
pub(crate) struct Args {
    /// The game: an SGF file; - is stdin
    #[arg(
        value_name = "FILE",
        conflicts_with_all = ["position", "to_move", "moves"]
    )]
    file: Option<PathBuf>,

    /// The board, if there is no file: a name (see `koproof boards`) or @FILE
    #[arg(long, value_parser = board, conflicts_with = "file")]
    board: Option<Board>,

    #[command(flatten)]
    dead: DeadArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    rules: RulesArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut rules = self.rules.checked()?;
        let record = self.record(rules.players)?;
        if record.source.is_some() && rules.players != 2 {
            refuse!(
                "an SGF file has two players, not {}: leave --players out",
                rules.players
            );
        }
        let note = record.complete(&mut rules, self.rules.given())?;
        let graph = Graph::<W>::new(&record.board).bad_input()?;
        let mut game: Game<'_, W, N> =
            Game::new(&graph, rules, record.start, record.to_move).bad_input()?;
        let broken = record.play(&mut game);
        let mut last = Final::of(&game);
        let dead = self.dead.chains(&record.board, &graph, &last.coloring)?;
        // A refusal is one line.
        if let Some(note) = note {
            complain(&note);
        }
        if let Some(encoding) = &record.foreign_text {
            complain(&format!(
                "game {}: it states CA[{encoding}], but its bytes are read one by one: if moves are missing, save it in UTF-8",
                record.name
            ));
        }
        last.remove(dead);
        let exit = Exit::of_check(broken.is_none());
        let board = &record.board;
        let legal = broken
            .as_ref()
            .map_or(record.turns.len(), |broken| broken.number - 1);
        let legal = record.turns[..legal].iter();
        let answer = Answer {
            about: About::new(board, rules),
            start: Start {
                position: text::position(board, &record.start),
                to_move: record.to_move.to_string(),
            },
            moves: legal.map(|&turn| record.name(turn)).collect(),
            recorded: record.turns.len(),
            broken,
            position: text::position(board, game.coloring()),
            to_move: game.to_move().to_string(),
            over: game.is_over(),
            lost: last.lost[..rules.players].to_vec(),
            dead: text::point_names(board, dead),
            tally: last.tally(),
            stated_result: record.stated_result.clone(),
        };
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, board, &game, &last)
        })?;
        Ok(exit)
    }

    fn record(&self, players: usize) -> anyhow::Result<Record> {
        match (&self.file, &self.board) {
            (Some(file), _) => Record::from_sgf(file),
            (None, Some(board)) => Record::typed(board, &self.start, players),
            (None, None) => refuse!("name an SGF file, or a --board"),
        }
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    start: Start,
    /// The legal moves, with disputes.
    moves: Vec<String>,
    /// The number of turns of the record.
    recorded: usize,
    broken: Option<Broken>,
    /// The position after the legal moves.
    position: String,
    to_move: String,
    over: bool,
    /// The number of stones that each player has lost.
    lost: Vec<u32>,
    /// The points whose stones are agreed to be dead.
    dead: Vec<String>,
    #[serde(flatten)]
    tally: Tally,
    /// The result that the record states.
    stated_result: Option<String>,
}

#[derive(Debug, Serialize)]
struct Start {
    position: String,
    to_move: String,
}

impl Answer {
    fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        game: &Game<'_, W, N>,
        last: &Final<'_, W, N>,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        match &self.broken {
            None => {
                let moves = counted(game.turns().len(), "move");
                writeln!(out, "{moves}, all legal")?;
            }
            Some(Broken {
                number,
                text,
                reason,
                ..
            }) => writeln!(out, "move {number} '{text}' is illegal: {reason}")?,
        }
        let lost = lost(&self.lost);
        writeln!(out, "stones lost: {lost}")?;
        if !self.dead.is_empty() {
            writeln!(out, "agreed to be dead: {}", self.dead.join(" "))?;
        }
        writeln!(out, "\n{}", draw::coloring(board, &last.coloring))?;
        if self.over {
            writeln!(out, "the game is over: everyone has passed in a row")?;
        } else {
            let player = capital(game.to_move());
            writeln!(out, "{player} is to move; if the game ended here:")?;
        }
        writeln!(out, "{}", self.tally)?;
        if let Some(result) = &self.stated_result {
            writeln!(out, "the record says: {}", one_line(result))?;
        }
        Ok(())
    }
}

/// Lists the stones that the players have lost: `black 3, white 5`.
fn lost(lost: &[u32]) -> String {
    let each = lost.iter().enumerate();
    let each = each.map(|(index, lost)| format!("{} {lost}", Player::new(index)));
    each.collect::<Vec<_>>().join(", ")
}
