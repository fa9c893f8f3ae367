//! Differences between tables, against a comparison of all colorings one by one.

use koproof_rules::{Coloring, Player, Ruleset, Superko};
use koproof_tables::{Difference, Table, TableError};
use proptest::prelude::*;

use crate::synthetic::{any_board, board, path_of_two, random_values, representatives, table};

const BLACK: Player = Player::BLACK;
const WHITE: Player = Player::WHITE;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn differences_are_those_of_all_colorings_one_by_one(board in any_board(), seed: u64, kept: u64) {
        let representatives = representatives(&board);
        let values = random_values(&representatives, seed);
        let mut others = random_values(&representatives, !seed);
        for (rank, (other, value)) in others.iter_mut().zip(&values).enumerate() {
            if kept >> (rank % 64) & 1 == 1 {
                *other = *value;
            }
        }
        let table = |values: &[_]| Table::new(&board, Ruleset::NSTT, representatives.clone(), values).unwrap();
        let (one, other) = (table(&values), table(&others));
        let states = one.iter().zip(other.iter()).flat_map(|((coloring, a), (_, b))| {
            [BLACK, WHITE].map(|to_move| Difference {
                coloring,
                to_move,
                values: [a, b].map(|values| values[to_move.index()]),
            })
        });
        let expected: Vec<_> = states.filter(|state| state.values[0] != state.values[1]).collect();
        prop_assert_eq!(one.diff(&other).unwrap().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_difference_names_every_coloring_of_the_orbit_that_differs() {
    let (one, other) = (
        path_of_two(&[[0, 0], [2, 1]]).unwrap(),
        path_of_two(&[[0, 0], [2, 2]]).unwrap(),
    );
    let difference = |text, to_move, values| Difference {
        coloring: Coloring::from_symbols(text).unwrap(),
        to_move,
        values,
    };
    let expected = [
        difference("X.", BLACK, [-1, -2]),
        difference("O.", WHITE, [1, 2]),
        difference(".X", BLACK, [-1, -2]),
        difference(".O", WHITE, [1, 2]),
    ];
    let mut found: Vec<_> = one.diff(&other).unwrap().collect();
    assert_eq!(found, expected);
    found.sort();
    let texts = found.iter().map(|one| one.coloring.to_symbols(2));
    assert_eq!(texts.collect::<Vec<_>>(), [".O", ".X", "O.", "X."]);
    assert_eq!(one.diff(&one).unwrap().count(), 0);
    assert_ne!(one, other);
}

#[test]
fn tables_are_compared_across_names_and_rules_but_not_across_graphs() {
    let path = table(&board("path:4"), Ruleset::TROMP_TAYLOR);
    let situational = Ruleset {
        superko: Superko::Situational,
        ..Ruleset::NSTT
    };
    let row = table(&board("1x4"), situational);
    assert_eq!(path.diff(&row).unwrap().count(), 0);
    assert_ne!(path, row);
    let cycle = table(&board("cycle:4"), Ruleset::TROMP_TAYLOR);
    assert_eq!(
        path.diff(&cycle).err(),
        Some(TableError::OtherGraph("cycle:4".into()))
    );
}
