//! The result of replaying a game.

use std::io::{self, Write};

use koproof_answers::{Final, Tally};
use koproof_rules::{Board, Game, Player, PointSet, text};
use serde::Serialize;

use crate::about::{About, moves_made};
use crate::draw;
use crate::record::{Broken, Record};
use crate::wide::{N, W};
use crate::words::{capital, counted};

/// The result of replaying a game.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    about: About,
    start: Start,
    /// The legal moves.
    moves: Vec<String>,
    /// The number of turns of the record.
    recorded: usize,
    /// The first turn that breaks a rule.
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

/// The start of a game.
#[derive(Debug, Serialize)]
struct Start {
    position: String,
    to_move: String,
}

impl Answer {
    pub(super) fn new(
        record: &Record,
        game: &Game<'_, W, N>,
        broken: Option<Broken>,
        dead: PointSet<W>,
        last: &Final<'_, W, N>,
    ) -> Self {
        let board = &record.board;
        let players = game.rules().players;
        Self {
            about: About::new(board, *game.rules()),
            start: Start {
                position: text::position(board, &record.start),
                to_move: record.to_move.to_string(),
            },
            moves: moves_made(board, game),
            recorded: record.turns.len(),
            broken,
            position: text::position(board, game.coloring()),
            to_move: game.to_move().to_string(),
            over: game.is_over(),
            lost: last.lost[..players].to_vec(),
            dead: text::point_names(board, dead),
            tally: last.tally(),
            stated_result: record.stated_result.clone(),
        }
    }

    /// Writes the answer in human-readable form.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        board: &Board,
        game: &Game<'_, W, N>,
        last: &Final<'_, W, N>,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        match &self.broken {
            None => {
                let moves = counted(self.moves.len(), "move", "moves");
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
        writeln!(out)?;
        writeln!(out, "{}", draw::coloring(board, &last.coloring))?;
        if self.over {
            writeln!(out, "the game is over: everyone has passed in a row")?;
        } else {
            let player = capital(game.to_move());
            writeln!(out, "{player} is to move; if the game ended here:")?;
        }
        writeln!(out, "{}", self.tally)?;
        if let Some(result) = &self.stated_result {
            writeln!(out, "the record says: {result}")?;
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
