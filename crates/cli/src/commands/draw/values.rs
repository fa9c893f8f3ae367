//! A picture with the value of every play.

use koproof_picture::{Mark, Panel};
use koproof_rules::{Board, Game, IllegalMove, Komi, Move};
use koproof_solver::{Analysis, Bracket};

use crate::scores::Range;

/// Draws the values of all moves on their points, with that of the pass in the caption.
pub(super) fn panel(
    board: &Board,
    game: &Game<'_, 1, 2>,
    komi: Komi,
    analysis: &Analysis,
) -> Panel {
    let mut panel = Panel::of_game(board, game);
    for (taken, judged) in analysis.every_move() {
        match (taken, judged) {
            (Move::Pass, Ok(known)) => {
                let value = Range::new(known.value, komi);
                let mark = if analysis.is_best(known) {
                    ", as good as any"
                } else {
                    ""
                };
                panel.caption = format!("{} to move; a pass: {value}{mark}", game.to_move());
            }
            (Move::Play(point), Ok(known)) => {
                let spot = &mut panel.spots[point.index()];
                spot.label = Some(Range::new(known.value, komi).to_string());
                spot.tint = Some(tint(known.value, komi, board.points()));
                spot.mark = analysis.is_best(known).then_some(Mark::Best);
            }
            (_, Err(IllegalMove::Occupied(_))) | (Move::Pass, Err(_)) => {}
            (Move::Play(point), Err(_)) => {
                panel.spots[point.index()].mark = Some(Mark::Forbidden);
            }
        }
    }
    panel
}

/// Returns a tint for the middle of the known bracket, from −1, good for White, to 1, good for Black.
fn tint(value: Bracket, komi: Komi, points: usize) -> f64 {
    let half_points = value.lo + value.hi - komi.half_points();
    (f64::from(half_points) / 2.0 / points as f64).clamp(-1.0, 1.0)
}
