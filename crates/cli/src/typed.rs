//! Moves that are typed one by one.

use anyhow::anyhow;
use koproof_rules::{Board, Game, Move, text};

use crate::exit::one_line;

/// Reads one legal move of the player to move, whose name may be left out.
pub(crate) fn one_move(board: &Board, game: &Game<'_, 1, 2>, typed: &str) -> anyhow::Result<Move> {
    let player = game.to_move();
    let named = typed.contains(|symbol: char| symbol.is_whitespace() || symbol == '[');
    let turns = if named {
        text::parse_moves(board, typed)
    } else {
        text::parse_moves(board, &format!("{} {typed}", player.letter()))
    };
    let turns = turns.map_err(|error| anyhow!("{error}"))?;
    let [(who, taken)] = turns.as_slice() else {
        return Err(anyhow!(
            "'{}' is not one move; write b2 or pass",
            one_line(typed)
        ));
    };
    if *who != player {
        return Err(anyhow!("'{}': {player} is to move", one_line(typed)));
    }
    match game.try_move(*taken) {
        Ok(_) => Ok(*taken),
        Err(why) => Err(anyhow!(
            "'{}' is illegal: {}",
            one_line(typed),
            text::explain(board, &why)
        )),
    }
}
