//! The states of a table, as rows of a data set.

use koproof_batch::{Cell, Column, Kind};
use koproof_rules::Player;
use koproof_solver::{Bracket, Retrograde, Table};

use crate::colorings;

const POSITION: Column = Column {
    name: "position",
    kind: Kind::Text,
    unit: "",
    about: "the coloring, a symbol for each point in their order: . empty, X black, O white",
};
const TO_MOVE: Column = Column {
    name: "to_move",
    kind: Kind::Text,
    unit: "",
    about: "black or white",
};
const VALUE: Column = Column {
    name: "value",
    kind: Kind::Integer,
    unit: "points",
    about: "the value of the game that starts here, Black - White, komi not counted",
};
const LO: Column = Column {
    name: "lo",
    kind: Kind::Integer,
    unit: "points",
    about: "what Black can force if no superko rule applies and a game without end is lost for Black",
};
const HI: Column = Column {
    name: "hi",
    kind: Kind::Integer,
    unit: "points",
    about: "what White can hold Black to if a game without end is lost for White",
};
const KO_FREE: Column = Column {
    name: "ko_free",
    kind: Kind::Boolean,
    unit: "",
    about: "whether lo and hi are equal",
};
#[cfg(feature = "distribute")]
const PASSES: Column = Column {
    name: "passes",
    kind: Kind::Integer,
    unit: "passes",
    about: "passes just made",
};
#[cfg(feature = "distribute")]
const ORBIT: Column = Column {
    name: "orbit",
    kind: Kind::Integer,
    unit: "colorings",
    about: "colorings that the row stands for: those that a symmetry or an exchange of colors makes of this one",
};

/// The columns of a table of values, with the brackets of its states if these are asked for.
pub(super) fn columns_of_values(with_brackets: bool) -> Vec<Column> {
    let mut columns = vec![POSITION, TO_MOVE, VALUE];
    if with_brackets {
        columns.extend([LO, HI, KO_FREE]);
    }
    columns
}

/// The columns of a table of brackets.
#[cfg(feature = "distribute")]
pub(super) fn columns_of_brackets() -> Vec<Column> {
    vec![POSITION, TO_MOVE, PASSES, LO, HI, KO_FREE, ORBIT]
}

/// Iterates over the legal colorings in the order of their text, each with Black and with White to move.
///
/// All positions of a board are equally long, so this is the order of the lines' bytes in CSV and JSON Lines.
pub(super) fn of_values<'t>(
    table: &'t Table,
    brackets: Option<&'t Retrograde>,
) -> impl Iterator<Item = Vec<Cell>> + use<'t> {
    let points = table.board().points();
    let graph = table.representatives().graph();
    colorings::in_text_order(points)
        .filter(|coloring| coloring.is_legal(graph))
        .filter_map(|coloring| Some((coloring, table.values(&coloring)?)))
        .flat_map(move |(coloring, values)| {
            let players = [Player::BLACK, Player::WHITE];
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

/// The rows of one entry of a table of brackets.
#[cfg(feature = "distribute")]
pub(super) fn of_entry(
    entry: &koproof_partition::BracketEntry,
    points: usize,
) -> impl Iterator<Item = Vec<Cell>> {
    let position = entry.coloring.to_symbols(points);
    let orbit = entry.orbit as i64;
    let players = [Player::BLACK, Player::WHITE]
        .into_iter()
        .zip(entry.brackets);
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
