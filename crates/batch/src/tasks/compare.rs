//! The states to which two rule sets give different values.

use std::time::Duration;

use koproof_solver::Observer;
use koproof_tables::{Difference, Table};

use super::states::States;
use super::{Halt, Question, Result};
use crate::outcome::Outcome;

pub(super) fn solve(question: &Question<'_>, observer: &dyn Observer) -> Result<Outcome> {
    let mut row = question.row();
    let mut tables = Vec::new();
    let mut expansions = 0;
    for (&rules, name) in question.rules.iter().zip(&question.unit.rules) {
        let solver = question.solver(rules)?;
        let left = question.budget().after(expansions, Duration::ZERO);
        let states = States::solve(question, &solver, left, observer)?;
        expansions += states.expansions;
        row.set(
            "states",
            2 * states.representatives.legal_colorings() as i64,
        )
        .set("expansions", expansions as i64);
        if let Some(why) = states.stopped {
            let why = format!("{why}, under {name}");
            return Ok(question.outcome(row, Some(why)));
        }
        let values: Vec<[i8; 2]> = states.values.into_iter().flatten().collect();
        let table = Table::new(&question.board, rules, states.representatives, &values);
        tables.push(table.map_err(Halt::failed)?);
    }
    let [one, other] = [&tables[0], &tables[1]];
    let (mut count, mut largest) = (0, 0);
    let differences = one.diff(other).map_err(Halt::failed)?;
    let differences = differences.inspect(|Difference { values: [a, b], .. }| {
        count += 1;
        largest = largest.max(i64::from(a - b).abs());
    });
    let smallest = differences.min();
    row.set("differ", count).set("largest_difference", largest);
    if let Some(state) = smallest {
        let [value, other] = state.values.map(i64::from);
        row.set(
            "position",
            state.coloring.to_symbols(question.board.points()),
        )
        .set("to_move", state.to_move.to_string())
        .set("value", value)
        .set("other_value", other);
    }
    Ok(question.outcome(row, None))
}
