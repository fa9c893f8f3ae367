//! The value of every play, as a picture.

use koproof_picture::{Mark, Panel};
use koproof_rules::{Board, Game, IllegalMove, Komi, Move};
use koproof_solver::{Bracket, Solution};

use super::panels;
use crate::perfect::best_value;
use crate::scores::Range;

/// Draws the values of all moves on their points; that of the pass is said below.
pub(super) fn panel(
    board: &Board,
    game: &Game<'_, 1, 2>,
    komi: Komi,
    moves: &[(Move, Result<Solution, IllegalMove<1>>)],
) -> Panel {
    let values = moves
        .iter()
        .filter_map(|(_, judged)| Some(judged.as_ref().ok()?.value));
    let best = best_value(game.to_move(), values);
    let is_best = |value: Bracket| best.is_some() && value.exact() == best;
    let mut panel = panels::position(board, game);
    for (taken, judged) in moves {
        match (taken, judged) {
            (Move::Pass, Ok(solution)) => {
                let value = Range::new(solution.value, komi);
                let mark = if is_best(solution.value) {
                    ", as good as any"
                } else {
                    ""
                };
                panel.caption = format!("{} to move; a pass: {value}{mark}", game.to_move());
            }
            (Move::Play(point), Ok(solution)) => {
                let spot = &mut panel.spots[point.index()];
                spot.label = Some(Range::new(solution.value, komi).to_string());
                spot.tint = Some(tint(solution.value, komi, board.points()));
                spot.mark = is_best(solution.value).then_some(Mark::Best);
            }
            (_, Err(IllegalMove::Occupied(_))) | (Move::Pass, Err(_)) => {}
            (Move::Play(point), Err(_)) => {
                panel.spots[point.index()].mark = Some(Mark::Forbidden);
            }
        }
    }
    panel
}

/// How good the middle of the known bracket is for Black, from −1 to 1.
fn tint(value: Bracket, komi: Komi, points: usize) -> f64 {
    let half_points = value.lo + value.hi - komi.half_points();
    (f64::from(half_points) / 2.0 / points as f64).clamp(-1.0, 1.0)
}
