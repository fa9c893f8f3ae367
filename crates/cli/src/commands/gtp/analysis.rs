//! The value of every move, for other programs.

use std::fmt::Write as _;

use koproof_answers::Range;
use koproof_rules::{Game, IllegalMove, Komi, Player};
use koproof_solver::{Analysis, Bracket, Detail, MoveAnalysis};

use super::protocol::Size;
use crate::perfect::Perfect;

/// The number of moves of a line of best play in the output.
const LINE: usize = 20;

/// The program whose format is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    KataGo,
    LeelaZero,
}

/// Writes a line for each legal move, and one with the reason for each illegal empty point.
pub(super) fn plain(player: &Perfect<'_>, size: Size, komi: Komi, game: &Game<'_, 1, 2>) -> String {
    let analysis = player.analyse(game, Detail::Moves);
    let mut lines = vec![String::new()];
    for (taken, judged) in analysis.every_move() {
        let name = size.name(taken);
        match judged {
            Ok(known) => {
                let mark = if analysis.is_best(known) { " best" } else { "" };
                let value = Range::new(known.value, komi);
                lines.push(format!("move {name} value {}{mark}", value.signed()));
            }
            Err(IllegalMove::Occupied(_)) => {}
            Err(why) => lines.push(format!("illegal {name} {why}")),
        }
    }
    lines.join("\n")
}

/// Writes the moves on one line, best first, in the dialect of another program and from the side of the player to move.
/// Omits moves without a known bracket.
///
/// A proof has no visits, but programs shade moves by visits: a move that is certainly best gets 1000, one that may be
/// best 100, and one that loses points 10. A proved win has the rate 1, a proved loss 0, and any other result one half.
pub(super) fn infos(
    dialect: Dialect,
    size: Size,
    komi: Komi,
    to_move: Player,
    analysis: &Analysis,
) -> String {
    // Before any work a bracket is as wide as all scores to come.
    let widest = 2 * i32::from(size.rows * size.columns);
    let is_known = |judged: &&MoveAnalysis| judged.value.hi - judged.value.lo < widest;
    let mut known: Vec<&MoveAnalysis> = analysis.moves().iter().filter(is_known).collect();
    let best = analysis.value().seen_by(to_move);
    let visits = |judged: &MoveAnalysis| {
        let gain = judged.value.seen_by(to_move);
        match (gain.lo == best.hi, gain.hi >= best.lo) {
            (true, _) => 1000,
            (false, true) => 100,
            (false, false) => 10,
        }
    };
    known.sort_by_key(|judged| {
        let gain = judged.value.seen_by(to_move);
        std::cmp::Reverse((visits(judged), gain.lo, gain.hi))
    });
    let komi = f64::from(komi.half_points()) / 2.0;
    let komi = if to_move == Player::BLACK {
        -komi
    } else {
        komi
    };
    let mut line = String::new();
    for (order, judged) in known.into_iter().enumerate() {
        let Bracket { lo: low, hi: high } = judged.value.seen_by(to_move);
        let visits = visits(judged);
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

#[cfg(test)]
mod tests {

    use koproof_rules::{Board, Coloring, Ruleset};
    use koproof_solver::{Budget, Nobody, Options, Solver};

    use super::*;

    /// Programs show the first move as the best one.
    #[test]
    fn a_move_that_loses_points_does_not_come_before_one_that_may_be_best() {
        let board: Board = "3x4".parse().expect("a board");
        let options = Options::one_thread();
        let solver = Solver::new(&board, Ruleset::NSTT, options).expect("a small board");
        let game = solver.game(Coloring::EMPTY, Player::BLACK);
        let game = game.expect("the empty board is legal");
        // The first limit is enough to bound the value, and with it every play; the second to find the value of the
        // pass.
        let mut analysis = solver.analyse(&game, Detail::Value, Budget::nodes(12_000), &Nobody);
        let more = Budget::nodes(2_000);
        solver.deepen(&game, &mut analysis, Detail::Moves, more, &Nobody);
        let size = Size {
            rows: 3,
            columns: 4,
        };
        let line = infos(Dialect::KataGo, size, Komi::ZERO, Player::BLACK, &analysis);
        let visits = line.split(" visits ").skip(1);
        let visits = visits.filter_map(|rest| rest.split(' ').next());
        assert_eq!(
            visits.collect::<Vec<_>>(),
            [["100"; 12].as_slice(), &["10"]].concat(),
            "{line}"
        );
    }
}
