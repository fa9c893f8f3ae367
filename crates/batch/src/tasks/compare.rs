//! The states to which two rule sets give different values.

use std::time::Duration;

use koproof_rules::Player;
use koproof_solver::{Observer, Table};

use super::all_colorings::name;
use super::states::{PLAYERS, States};
use super::{Halt, Question, Result};
use crate::outcome::{Outcome, Status};

/// A state with different values, with its fields in the order that defines the smallest state.
type Differing = (usize, String, Player, [i32; 2]);

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
            row.status(Status::Open, Some(why));
            return Ok(Outcome::new(question.unit, Status::Open, vec![row]));
        }
        let values: Vec<[i8; 2]> = states.values.into_iter().flatten().collect();
        let table = Table::new(&question.board, rules, states.representatives, &values);
        tables.push(table.map_err(Halt::failed)?);
    }
    let [one, other] = [&tables[0], &tables[1]];
    let mut smallest: Option<Differing> = None;
    let (mut count, mut largest) = (0, 0);
    for difference in one.diff(other).map_err(Halt::failed)? {
        for to_move in PLAYERS {
            let values = [difference.one, difference.other].map(|both| both[to_move.index()]);
            let [a, b] = values;
            if a == b {
                continue;
            }
            count += 1;
            largest = largest.max(i64::from(a - b).abs());
            let state = (
                difference.coloring.occupied().len(),
                difference.coloring.to_symbols(question.board.points()),
                to_move,
                values,
            );
            if smallest.as_ref().is_none_or(|least| state < *least) {
                smallest = Some(state);
            }
        }
    }
    row.set("differ", count).set("largest_difference", largest);
    if let Some((_, position, to_move, [value, other])) = smallest {
        row.set("position", position)
            .set("to_move", name(to_move))
            .set("value", i64::from(value))
            .set("other_value", i64::from(other));
    }
    row.status(Status::Done, None);
    Ok(Outcome::new(question.unit, Status::Done, vec![row]))
}
