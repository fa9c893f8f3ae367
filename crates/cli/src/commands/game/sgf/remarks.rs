//! Remarks about positions as sentences.

use koproof_answers::{Remark, Tree};
use koproof_rules::{Board, Player, text};

use crate::words;

/// Writes a remark about a position with this player to move as a sentence.
pub(super) fn sentence(board: &Board, tree: &Tree, mover: Player, remark: &Remark) -> String {
    match remark {
        Remark::GivenAway(points) => format!("This gives {points} away."),
        Remark::Over(score) => format!("The game is over: {}.", score.outcome()),
        Remark::Open => "Not followed: the limits left the value open.".to_owned(),
        Remark::Transposition(first) | Remark::Unchecked(first) => {
            let moves = tree.moves(*first);
            let turns = moves.iter().zip(1..).map(|(&(player, taken), number)| {
                format!("{number}. {}", text::turn(board, player, taken))
            });
            let line = match moves.as_slice() {
                [] => "no move".to_owned(),
                _ => turns.collect::<Vec<_>>().join(" "),
            };
            let is_checked = matches!(remark, Remark::Transposition(_));
            let unchecked = match is_checked {
                true => "",
                false => " With this history it may need other moves.",
            };
            format!(
                "Transposition: the same position, with another history, is followed after {line}.{unchecked}"
            )
        }
        Remark::Deep(moves) => {
            let moves = words::counted(*moves, "move");
            format!("Not followed: {moves} deep.")
        }
        Remark::Full => "Not followed: the tree is as large as --nodes allows.".to_owned(),
        Remark::Forbidden(point, why) => {
            let place = text::point_name(board, *point);
            let why = text::explain(board, why);
            format!("{} may not play {place}: {why}.", words::capital(mover))
        }
        Remark::LeftOut(1) => "1 more move is left out.".to_owned(),
        Remark::LeftOut(moves) => format!("{moves} more moves are left out."),
    }
}
