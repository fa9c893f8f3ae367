//! Reading moves that are typed one by one.

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, bail};
use koproof_rules::text::{self, MoveError};
use koproof_rules::{Board, Game, Move, Player};

use crate::exit::{Blame, complain};
use crate::stdin;
use crate::words::one_line;

/// Input from stdin, line by line: from a person at a terminal, or from a script.
///
/// An error at a terminal can be corrected. An error in a script ends the command, because the lines after it would be
/// meant for another position.
pub(crate) struct Typed {
    read: u64,
    by_hand: bool,
}

impl Typed {
    pub(crate) fn from_stdin() -> Self {
        Self {
            read: 0,
            by_hand: io::stdin().is_terminal(),
        }
    }

    /// Reads the request of the player to move; `None` at the end of the input.
    pub(crate) fn next<T>(
        &mut self,
        out: &mut dyn Write,
        player: Player,
        understand: impl Fn(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        loop {
            if self.by_hand {
                write!(out, "{player}: ")?;
            }
            // A program that sends the requests waits for the answer.
            out.flush()?;
            let typed = stdin::next_line().context("cannot read a move from stdin");
            let Some(typed) = typed.bad_input()? else {
                return Ok(None);
            };
            self.read += 1;
            let typed = typed.trim();
            if typed.is_empty() {
                continue;
            }
            match understand(typed) {
                Ok(request) => return Ok(Some(request)),
                Err(error) if self.by_hand => complain(&error.to_string()),
                Err(error) => {
                    let place = format!("stdin, line {}", self.read);
                    return Err(error.context(place)).bad_input();
                }
            }
        }
    }
}

/// Reads one legal move of the player to move; the player may be omitted. A message names `other`, a command that could
/// have been typed instead.
pub(crate) fn one_move(
    board: &Board,
    game: &Game<'_, 1, 2>,
    typed: &str,
    other: &str,
) -> anyhow::Result<Move> {
    let player = game.to_move();
    let named = typed.contains(|symbol: char| symbol.is_whitespace() || symbol == '[');
    let turns = if named {
        text::parse_moves(board, typed)
    } else {
        text::parse_moves(board, &format!("{} {typed}", player.letter()))
    };
    let typed = one_line(typed);
    let turns = match turns {
        // The number of the only move says nothing.
        Err(MoveError::Point { reason, .. }) => bail!("'{typed}': {reason}; or write {other}"),
        turns => turns.unwrap_or_default(),
    };
    let [(who, taken)] = turns.as_slice() else {
        bail!("'{typed}' is not one move; write b2, pass or {other}");
    };
    if *who != player {
        bail!("'{typed}': {player} is to move");
    }
    if let Err(why) = game.try_move(*taken) {
        let why = text::explain(board, &why);
        bail!("'{typed}' is illegal: {why}");
    }
    Ok(*taken)
}
