//! The value of every move, for other programs.

use std::fmt::Write as _;

use koproof_rules::{Game, IllegalMove, Komi, Move, Player};
use koproof_solver::Bracket;

use super::protocol::Size;
use crate::perfect::{Perfect, best_value};
use crate::scores::Range;

/// How many moves of a line of best play are written.
const LINE: usize = 20;

/// Whose lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    KataGo,
    LeelaZero,
}

/// What is known about a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) taken: Move,
    /// The known bracket of the value of the game after it.
    pub(super) value: Bracket,
    /// The move and best play after it, as far as that is known.
    pub(super) line: Vec<Move>,
}

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
                    Range::new(solution.value, komi).signed()
                ));
            }
            Err(IllegalMove::Occupied(_)) => {}
            Err(why) => lines.push(format!("illegal {name} {why}")),
        }
    }
    lines.join("\n")
}

/// Finds brackets of every legal move within the player's time.
pub(super) fn judge(player: &Perfect<'_>, game: &Game<'_, 1, 2>) -> Vec<Judged> {
    let moves = player.moves(game).into_iter();
    let legal = moves.filter_map(|(taken, judged)| Some((taken, judged.ok()?.value)));
    legal
        .map(|(taken, value)| {
            let mut after = game.clone();
            let mut line = vec![taken];
            if let (Ok(()), Some(exact)) = (after.play(taken), value.exact()) {
                line.extend(player.line(&after, exact));
            }
            Judged { taken, value, line }
        })
        .collect()
}

/// Writes moves as another program does, in one line, best first, seen by whoever is to move. Moves of which nothing is
/// known are left out.
///
/// A proof has no visits, but programs shade moves by them: a move that is known to be best gets 1000, one that may be
/// 100, one that gives something away 10. Who is known to win has a rate of 1, who loses of 0; anything else is even.
pub(super) fn infos(
    dialect: Dialect,
    size: Size,
    komi: Komi,
    to_move: Player,
    moves: &[Judged],
) -> String {
    let most = i32::from(size.rows * size.columns);
    let nothing = Bracket {
        lo: -most,
        hi: most,
    };
    let known = moves.iter().filter(|judged| judged.value != nothing);
    let mut known: Vec<&Judged> = known.collect();
    known.sort_by_key(|judged| std::cmp::Reverse(gain(to_move, judged.value)));
    let best_for_sure = moves
        .iter()
        .map(|judged| gain(to_move, judged.value).0)
        .max();
    let best_perhaps = moves
        .iter()
        .map(|judged| gain(to_move, judged.value).1)
        .max();
    let komi = f64::from(komi.half_points()) / 2.0;
    let komi = if to_move == Player::BLACK {
        -komi
    } else {
        komi
    };
    let mut line = String::new();
    for (order, judged) in known.into_iter().enumerate() {
        let (low, high) = gain(to_move, judged.value);
        let visits = match (Some(low) == best_perhaps, Some(high) >= best_for_sure) {
            (true, _) => 1000,
            (false, true) => 100,
            (false, false) => 10,
        };
        let (low, high) = (f64::from(low) + komi, f64::from(high) + komi);
        let rate = match (low > 0.0, high < 0.0) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => 0.5,
        };
        let name = size.name(judged.taken);
        let space = if order == 0 { "" } else { " " };
        let _ = match dialect {
            Dialect::KataGo => {
                let (lead, doubt) = ((low + high) / 2.0, (high - low) / 2.0);
                write!(
                    line,
                    "{space}info move {name} visits {visits} winrate {rate:.1} scoreMean {lead} scoreStdev {doubt} scoreLead {lead} prior 0 order {order} pv"
                )
            }
            Dialect::LeelaZero => {
                let rate = 10_000.0 * rate;
                write!(
                    line,
                    "{space}info move {name} visits {visits} winrate {rate} prior 0 lcb {rate} order {order} pv"
                )
            }
        };
        for &taken in judged.line.iter().take(LINE) {
            line += " ";
            line += &size.name(taken);
        }
    }
    line
}

/// The least and the most that the player to move may get.
fn gain(to_move: Player, value: Bracket) -> (i32, i32) {
    if to_move == Player::BLACK {
        (value.lo, value.hi)
    } else {
        (-value.hi, -value.lo)
    }
}
