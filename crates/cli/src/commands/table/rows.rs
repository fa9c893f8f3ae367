//! The states of a table, as rows of a data set.

use koproof_batch::{Cell, Column, table_columns};
use koproof_rules::{Coloring, Player, Point, PointSet};
use koproof_solver::{Bracket, Retrograde};
use koproof_tables::Table;

/// Returns the columns of a table of values, with the brackets of its states if requested.
pub(super) fn columns_of_values(with_brackets: bool) -> Vec<Column> {
    table_columns(match with_brackets {
        true => "values-with-brackets",
        false => "values",
    })
}

/// Returns the columns of a table of brackets.
#[cfg(feature = "distribute")]
pub(super) fn columns_of_brackets() -> Vec<Column> {
    table_columns("brackets")
}

/// Iterates over the legal colorings in the order of their text, each with Black and with White to move.
///
/// All positions of a board have the same length, so this is the byte order of the lines in CSV and JSON Lines.
pub(super) fn of_values<'t>(
    table: &'t Table,
    brackets: Option<&'t Retrograde>,
) -> impl Iterator<Item = Vec<Cell>> + use<'t> {
    let points = table.board().points();
    let graph = table.representatives().graph();
    in_text_order(points)
        .filter(|coloring| coloring.is_legal(graph))
        .filter_map(|coloring| Some((coloring, table.values(&coloring)?)))
        .flat_map(move |(coloring, values)| {
            let players = Player::BOTH;
            players.into_iter().zip(values).map(move |(player, value)| {
                let mut row: Vec<Cell> = vec![
                    coloring.to_symbols(points).into(),
                    player.to_string().into(),
                    i64::from(value).into(),
                ];
                if let Some(brackets) = brackets {
                    row.extend(match brackets.bracket(&coloring, player, 0) {
                        Some(bracket) => cells(bracket),
                        None => [Cell::Empty, Cell::Empty, Cell::Empty],
                    });
                }
                row
            })
        })
}

/// Iterates over all colorings of a number of points, legal or not, in the order of their text: `.`, `O`, `X`.
fn in_text_order(points: usize) -> impl Iterator<Item = Coloring<1, 2>> {
    // In a code the first point has the last digit, and Black comes before White.
    let mirrored = move |stones: PointSet<1>| {
        let places = stones.iter().map(|point| points - 1 - point.index());
        places.map(|place| Point::new(place as u16)).collect()
    };
    (0..3_u64.pow(points as u32))
        .map(|code| Coloring::from_code(code, 2).swapped(Player::BLACK, Player::WHITE))
        .map(move |coloring| coloring.map(mirrored))
}

/// Returns the rows of one entry of a table of brackets.
#[cfg(feature = "distribute")]
pub(super) fn of_entry(
    entry: &koproof_partition::BracketEntry,
    points: usize,
) -> impl Iterator<Item = Vec<Cell>> {
    let position = entry.coloring.to_symbols(points);
    let orbit = entry.orbit as i64;
    let players = Player::BOTH.into_iter().zip(entry.brackets);
    players.flat_map(move |(player, by_passes)| {
        let position = position.clone();
        (0_i64..).zip(by_passes).map(move |(passes, bracket)| {
            let mut row: Vec<Cell> = vec![
                position.clone().into(),
                player.to_string().into(),
                passes.into(),
            ];
            row.extend(cells(bracket));
            row.push(orbit.into());
            row
        })
    })
}

fn cells(bracket: Bracket) -> [Cell; 3] {
    [
        i64::from(bracket.lo).into(),
        i64::from(bracket.hi).into(),
        bracket.exact().is_some().into(),
    ]
}
