//! Pictures of values.

use koproof_picture::{Figure, Mark, Panel};
use koproof_rules::{Board, Game, IllegalMove, Move};
use koproof_solver::Analysis;

use crate::score::Score;

/// Draws one board or several.
pub(crate) fn svg(board: &Board, title: &str, panels: Vec<Panel>) -> String {
    Figure::new(board, format!("{}: {title}", board.name()), panels).to_svg()
}

/// Draws the value or bracket of every move on its point, with the pass in the caption.
pub(crate) fn values(board: &Board, game: &Game<'_, 1, 2>, analysis: &Analysis) -> Panel {
    let komi = game.rules().komi;
    let mut panel = Panel::of_game(board, game);
    for (taken, judged) in analysis.every_move() {
        match (taken, judged) {
            (Move::Pass, Ok(known)) => {
                let value = Score::shown(known.value, komi);
                panel.caption = format!("{} to move; a pass: {value}", game.to_move());
            }
            (Move::Play(point), Ok(known)) => {
                let spot = &mut panel.spots[point.index()];
                spot.label = Some(Score::shown(known.value, komi));
                let half_points = known.value.lo + known.value.hi - komi.half_points();
                let most = 2 * board.points() as i32;
                spot.tint = Some((f64::from(half_points) / f64::from(most)).clamp(-1.0, 1.0));
                spot.mark = analysis.is_best(known).then_some(Mark::Best);
            }
            (_, Err(IllegalMove::Occupied(_))) | (Move::Pass, Err(_)) => {}
            (Move::Play(point), Err(_)) => panel.spots[point.index()].mark = Some(Mark::Forbidden),
        }
    }
    panel
}
