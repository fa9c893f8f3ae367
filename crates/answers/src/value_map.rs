//! The value of every move, as a picture.

use koproof_picture::{Mark, Panel};
use koproof_rules::{Board, Game, IllegalMove, Move};
use koproof_solver::Analysis;

use crate::range::Range;

/// Draws what is known of every play on its point, komi counted, with marks for the best moves and for the forbidden
/// ones; what is known of the pass is said below.
#[must_use]
pub fn value_map(board: &Board, game: &Game<'_, 1, 2>, analysis: &Analysis) -> Panel {
    let mut panel = Panel::of_game(board, game);
    for (taken, judged) in analysis.every_move() {
        let value = judged.map(|known| Range::new(known.value, game.rules().komi));
        let is_best = judged.is_ok_and(|known| analysis.is_best(known));
        match (taken, value) {
            (Move::Pass, Ok(value)) => {
                let mark = if is_best { ", as good as any" } else { "" };
                panel.caption = format!("{} to move; a pass: {value}{mark}", game.to_move());
            }
            (Move::Play(point), Ok(value)) => {
                let spot = &mut panel.spots[point.index()];
                spot.label = Some(value.to_string());
                spot.tint = Some(value.tint(board.points()));
                spot.mark = is_best.then_some(Mark::Best);
            }
            (_, Err(IllegalMove::Occupied(_))) | (Move::Pass, Err(_)) => {}
            (Move::Play(point), Err(_)) => panel.spots[point.index()].mark = Some(Mark::Forbidden),
        }
    }
    panel
}
