//! What every move is worth, for programs.

use koproof_rules::{Game, Komi, Move, Player};
use koproof_solver::Bracket;

use super::protocol::Size;
use crate::perfect::{Perfect, best_value};
use crate::scores::Range;

/// How many moves of a line of best play are written.
const LINE: usize = 20;

/// Writes a line for each legal move and one for each empty point that is none, with the reason.
pub(super) fn plain(player: &Perfect<'_>, size: Size, komi: Komi, game: &Game<'_, 1, 2>) -> String {
    let moves = player.moves(game);
    let known = moves
        .iter()
        .filter_map(|(_, judged)| Some(judged.as_ref().ok()?.value));
    let best = best_value(game.to_move(), known);
    let mut lines = vec![String::new()];
    for (taken, judged) in moves {
        let name = size.name(taken);
        match judged {
            Ok(solution) => {
                let mark = if best.is_some() && solution.value.exact() == best {
                    " best"
                } else {
                    ""
                };
                lines.push(format!(
                    "move {name} value {}{mark}",
                    Range::new(solution.value, komi)
                ));
            }
            Err(koproof_rules::IllegalMove::Occupied(_)) => {}
            Err(why) => lines.push(format!("illegal {name} {why}")),
        }
    }
    lines.join("\n")
}

/// Writes the legal moves as KataGo does, best first, seen by whoever is to move.
pub(super) fn kata(player: &Perfect<'_>, size: Size, komi: Komi, game: &Game<'_, 1, 2>) -> String {
    let mut moves: Vec<(Move, Bracket)> = player
        .moves(game)
        .into_iter()
        .filter_map(|(taken, judged)| Some((taken, judged.ok()?.value)))
        .collect();
    moves.sort_by_key(|&(_, value)| std::cmp::Reverse(gain(game, value)));
    let infos: Vec<String> = (0..)
        .zip(moves)
        .map(|(order, (taken, value))| {
            let mut after = game.clone();
            let mut line = vec![taken];
            if let (Ok(()), Some(exact)) = (after.play(taken), value.exact()) {
                line.extend(player.line(&after, exact));
            }
            let line: Vec<String> = line.iter().take(LINE).map(|&taken| size.name(taken)).collect();
            let (low, high) = gain(game, value);
            let komi = f64::from(komi.half_points()) / 2.0;
            let komi = if game.to_move() == Player::BLACK { -komi } else { komi };
            let lead = f64::from(low + high) / 2.0 + komi;
            let winrate = 0.5 + 0.5 * f64::from(i8::from(lead > 0.0) - i8::from(lead < 0.0));
            format!(
                "info move {} visits 1 winrate {winrate} scoreMean {lead} scoreLead {lead} scoreStdev 0 prior 0 order {order} pv {}",
                size.name(taken),
                line.join(" ")
            )
        })
        .collect();
    format!("\n{}", infos.join(" "))
}

/// What the player to move gets for sure, and what he may get.
fn gain(game: &Game<'_, 1, 2>, value: Bracket) -> (i32, i32) {
    if game.to_move() == Player::BLACK {
        (value.lo, value.hi)
    } else {
        (-value.hi, -value.lo)
    }
}
