//! Totals of the values of all colorings.

use koproof_rules::Coloring;
use koproof_solver::Observer;

use super::states::States;
use super::{Question, Result};
use crate::outcome::Outcome;

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let solver = question.solver(question.rules[0])?;
    let states = States::solve(question, &solver, question.budget(), observer)?;
    let mut row = question.row();
    let [white, tie, black] = outcomes(&states);
    let legal = states.representatives.legal_colorings() as i64;
    let empty = states.representatives.find(&Coloring::EMPTY);
    let empty = empty.and_then(|(rank, _)| states.values[rank]);
    row.set("value", empty.map(|[black, _]| i64::from(black)))
        .set("legal_colorings", legal)
        .set("states", 2 * legal)
        .set("orbits", states.representatives.len() as i64)
        .set("orbits_solved", states.solved().count() as i64)
        .set("black_wins", black)
        .set("ties", tie)
        .set("white_wins", white)
        .set("expansions", states.expansions as i64);
    let (coloring, to_move, expansions) = states.hardest;
    if expansions > 0 {
        let position = coloring.to_symbols(question.board.points());
        row.set("hardest_position", position)
            .set("hardest_to_move", to_move.to_string())
            .set("hardest_expansions", expansions as i64);
    }
    Ok(question.outcome(row, states.stopped))
}

/// Counts the solved states that White wins, that are ties, and that Black wins.
fn outcomes(states: &States) -> [i64; 3] {
    let mut counts = [0; 3];
    for (value, of_players) in states.representatives.histogram(states.solved()) {
        counts[(value.signum() + 1) as usize] += of_players.iter().sum::<u64>() as i64;
    }
    counts
}
