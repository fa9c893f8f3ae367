//! The value of the empty board, and counts of its colorings.

use koproof_rules::{Coloring, Player, Scoring};
use koproof_solver::{Budget, KoRule, Observer, Retrograde, RetrogradeError};

use super::{Halt, ONE_THREAD, Question, Result, count, reason};
use crate::outcome::Outcome;

/// Boards up to this size are analysed without superko: 3^10 colorings take less than a second.
const MAX_ANALYSED: usize = 10;
/// Boards up to this size have fewer than 2^63 colorings.
const MAX_COUNTED: usize = 39;

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let mut row = question.row();
    if let Some((exact, states)) = ko_free(question, observer)? {
        row.set("legal_colorings", states as i64 / 2)
            .set("ko_free_states", exact as i64)
            .set("ko_free_share", exact as f64 / states as f64);
    } else {
        row.set("legal_colorings", legal_colorings(question, observer)?);
    }
    let solver = question.solver(question.rules[0])?;
    let game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .map_err(Halt::failed)?;
    let solution = solver.solve(&game, question.budget(), observer);
    let why = reason(solution.stopped)?;
    let status = row.value(solution.value, solution.stats.expansions, why);
    Ok(Outcome::new(question.unit, status, vec![row]))
}

/// Counts the legal colorings, unless they may be too many for the column or for the budget.
fn legal_colorings(question: &Question<'_>, observer: &dyn Observer) -> Result<Option<i64>> {
    if question.board.points() > MAX_COUNTED {
        return Ok(None);
    }
    // No reason is recorded: an empty cell says that there is no count.
    let legal = count::legal_colorings(question, question.budget(), observer, &mut Vec::new())?;
    Ok(legal.and_then(|legal| i64::try_from(legal.count).ok()))
}

/// Counts the ko-free states, and all of them. Under territory scoring a position alone has no score, so there is
/// nothing to count.
fn ko_free(question: &Question<'_>, observer: &dyn Observer) -> Result<Option<(u64, u64)>> {
    let is_territory = question.rules[0].scoring == Scoring::Territory;
    if is_territory || question.board.points() > MAX_ANALYSED {
        return Ok(None);
    }
    let suicide = question.rules[0].suicide;
    let (graph, budget) = (&question.graph, Budget::UNLIMITED);
    match Retrograde::new(graph, suicide, KoRule::None, ONE_THREAD, budget, observer) {
        Ok(analysis) => {
            let states = 2 * analysis.representatives().legal_colorings();
            Ok(Some((analysis.exact_states(), states)))
        }
        Err(RetrogradeError::Stopped(_)) => Err(Halt::Interrupted),
        Err(error) => Err(Halt::failed(error)),
    }
}
