//! Representatives and tables in memory, against slow enumeration.

use std::collections::{BTreeMap, HashMap};

use koproof_rules::{
    Board, Coloring, Komi, Player, Representatives, RepresentativesError, Ruleset,
};
use koproof_tables::{Table, TableError};
use proptest::prelude::*;

use crate::synthetic::{
    BOARDS, any_board, board, carried, graph, legal_colorings, made_up_scores, path_of_two,
    permutations, random_values, relabelled, representatives, table,
};

const BLACK: Player = Player::BLACK;
const WHITE: Player = Player::WHITE;

/// Counts of paths: OEIS A102620. Grids: J. Tromp, G. Farnebäck, Combinatorics of Go, table of L(m,n). Complete graphs:
/// of 3^n colorings the 2^n without an empty point are illegal. Without edges no stone has a liberty.
#[test]
fn legal_colorings_are_as_many_as_published() {
    let counts = [
        ("1x1", 1),
        ("path:2", 5),
        ("path:3", 15),
        ("path:4", 41),
        ("path:5", 113),
        ("path:6", 313),
        ("path:7", 867),
        ("path:8", 2401),
        ("path:9", 6649),
        ("path:12", 141_209),
        ("2x2", 57),
        ("2x3", 489),
        ("2x4", 4125),
        ("3x3", 12_675),
        ("3x4", 321_689),
        ("4x4", 24_318_165),
        ("complete:4", 81 - 16),
        ("complete:8", 6561 - 256),
        ("complete:3+complete:3", (27 - 8) * (27 - 8)),
        ("empty:17", 1),
    ];
    for (name, count) in counts {
        let representatives = representatives(&board(name));
        assert_eq!(representatives.legal_colorings(), count, "{name}");
    }
}

#[test]
fn colorings_are_the_legal_ones_in_code_order() {
    for name in BOARDS {
        let board = board(name);
        let colorings: Vec<_> = representatives(&board).colorings().collect();
        assert_eq!(colorings, legal_colorings(&board), "{name}");
    }
}

/// Returns the least coloring of an orbit, compared by black stones and then by white ones, read as numbers.
fn least(coloring: Coloring<1, 2>, group: &[Vec<u16>]) -> Coloring<1, 2> {
    let number =
        |coloring: &Coloring<1, 2>| [BLACK, WHITE].map(|player| coloring.stones(player).words()[0]);
    group
        .iter()
        .map(|to| carried(coloring, to))
        .flat_map(|image| [image, image.swapped(BLACK, WHITE)])
        .min_by_key(number)
        .expect("the identity is in the group")
}

/// The file format depends on this: it stores only the values of these colorings, in this order.
#[test]
fn representatives_are_the_least_of_their_orbits_in_code_order() {
    // The last board has 5040 automorphisms, and no more than 1024 are used, so one point is fixed.
    for (name, fixed) in BOARDS
        .map(|name| (name, 0))
        .into_iter()
        .chain([("complete:7", 1)])
    {
        let board = board(name);
        let graph = graph(&board);
        let group: Vec<_> = permutations(board.points() as u16)
            .into_iter()
            .filter(|to| {
                (0..fixed).all(|point| usize::from(to[point]) == point)
                    && relabelled(&board, to).edges() == board.edges()
            })
            .collect();
        let expected: Vec<_> = legal_colorings(&board)
            .into_iter()
            .filter(|&coloring| least(coloring, &group) == coloring)
            .collect();
        let found = Representatives::new(&graph).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{name}");
        assert_eq!(found.len(), expected.len(), "{name}");
        for (rank, coloring) in expected.iter().enumerate() {
            let there = found.find(coloring).map(|(rank, _)| rank);
            assert_eq!(there, Some(rank), "{name} {coloring:?}");
        }
        let sizes: usize = expected.iter().map(|one| found.orbit_size(one)).sum();
        assert_eq!(sizes as u64, found.legal_colorings(), "{name}");
    }
}

#[test]
fn eighteen_points_are_too_many() {
    let result = Representatives::new(&graph(&board("3x6")));
    assert_eq!(
        result.unwrap_err(),
        RepresentativesError::TooManyPoints { points: 18 }
    );
}

#[test]
fn every_coloring_has_the_value_that_was_put_in_for_its_orbit() {
    for name in BOARDS {
        let board = board(name);
        let graph = graph(&board);
        let table = table(&board, Ruleset::TROMP_TAYLOR);
        let mut legal = 0;
        for code in 0..3usize.pow(board.points() as u32) {
            let coloring = crate::synthetic::coloring(board.points(), code);
            let expected = coloring.is_legal(&graph).then(|| {
                legal += 1;
                made_up_scores(&graph, &coloring)
            });
            assert_eq!(table.values(&coloring), expected, "{name} {coloring:?}");
            for player in [BLACK, WHITE] {
                let value = table.value(&coloring, player);
                assert_eq!(value, expected.map(|values| values[player.index()]));
            }
        }
        assert_eq!(table.iter().count(), legal);
    }
}

#[test]
fn iteration_gives_every_legal_coloring_with_its_values_in_code_order() {
    let board = board("2x4");
    let graph = graph(&board);
    let expected: Vec<_> = legal_colorings(&board)
        .into_iter()
        .map(|coloring| (coloring, made_up_scores(&graph, &coloring)))
        .collect();
    let table = table(&board, Ruleset::TROMP_TAYLOR);
    assert_eq!(table.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn the_order_of_texts_is_that_of_their_bytes_and_leaves_nothing_out() {
    for name in BOARDS {
        let board = board(name);
        let table = table(&board, Ruleset::TROMP_TAYLOR);
        let text = |coloring: &Coloring<1, 2>| coloring.to_symbols(board.points());
        let mut expected: Vec<_> = table.iter().collect();
        expected.sort_by_key(|(coloring, _)| text(coloring));
        let found: Vec<_> = table.in_text_order().collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// No stone has a liberty there, so 129,140,163 colorings of points leave one legal coloring.
#[test]
fn illegal_colorings_cost_no_time_in_the_order_of_texts() {
    let board = board("empty:17");
    let table = table(&board, Ruleset::TROMP_TAYLOR);
    let found: Vec<_> = table
        .in_text_order()
        .map(|(coloring, _)| coloring)
        .collect();
    assert_eq!(found, [Coloring::EMPTY]);
}

#[test]
fn stones_off_the_board_have_no_value() {
    let table = table(&board("path:3"), Ruleset::TROMP_TAYLOR);
    for text in ["...X", "X..O", &format!("{}X", ".".repeat(63))] {
        let coloring = Coloring::from_symbols(text).unwrap();
        assert_eq!(table.values(&coloring), None, "{text}");
    }
}

#[test]
fn histogram_counts_what_iteration_gives() {
    for name in BOARDS {
        let table = table(&board(name), Ruleset::TROMP_TAYLOR);
        let mut counted = BTreeMap::<_, [u64; 2]>::new();
        for (_, values) in table.iter() {
            for player in [0, 1] {
                counted.entry(values[player]).or_default()[player] += 1;
            }
        }
        assert_eq!(table.histogram(), counted, "{name}");
    }
}

#[test]
fn relabelling_the_board_carries_the_values_along() {
    for name in [
        "path:5",
        "star:5",
        "2x3",
        "path:2+path:3",
        "complete:3+complete:3",
    ] {
        let board = board(name);
        let table = table(&board, Ruleset::TROMP_TAYLOR);
        for to in permutations(board.points() as u16).iter().step_by(7) {
            let other = crate::synthetic::table(&relabelled(&board, to), Ruleset::TROMP_TAYLOR);
            for (coloring, values) in table.iter() {
                let there = carried(coloring, to);
                assert_eq!(
                    other.values(&there),
                    Some(values),
                    "{name} {coloring:?} {to:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn values_reach_every_image_of_a_representative(board in any_board(), seed: u64) {
        let representatives = representatives(&board);
        let values = random_values(&representatives, seed);
        let symmetry = representatives.symmetry();
        let mut expected = HashMap::new();
        for (coloring, &[black, white]) in representatives.iter().zip(&values) {
            for element in symmetry.elements() {
                let values = if symmetry.swaps_colors(element) {
                    [-white, -black]
                } else {
                    [black, white]
                };
                expected.insert(symmetry.image(element, coloring), values.map(i32::from));
            }
        }
        let table = Table::new(&board, Ruleset::NSTT, representatives.clone(), &values).unwrap();
        prop_assert_eq!(table.iter().collect::<HashMap<_, _>>(), expected);
        prop_assert_eq!(Table::from_bytes(&table.to_bytes().unwrap()).unwrap(), table);
    }

    #[test]
    fn exchanging_the_colors_negates_every_value(board in any_board(), seed: u64) {
        let representatives = representatives(&board);
        let values = random_values(&representatives, seed);
        let table = Table::new(&board, Ruleset::NSTT, representatives, &values).unwrap();
        for (coloring, [black, white]) in table.iter() {
            let exchanged = coloring.swapped(BLACK, WHITE);
            prop_assert_eq!(table.values(&exchanged), Some([-white, -black]));
        }
    }
}

#[test]
fn komi_is_left_out() {
    let rules = Ruleset {
        komi: Komi::from_half_points(13),
        ..Ruleset::NSTT
    };
    let table = table(&board("2x2"), rules);
    assert_eq!(table.rules(), Ruleset::NSTT);
    assert_eq!(table, crate::synthetic::table(&board("2x2"), Ruleset::NSTT));
}

#[test]
fn impossible_values_are_refused_with_the_coloring() {
    assert_eq!(
        path_of_two(&[[0, 0]]).unwrap_err(),
        TableError::Count {
            name: "path:2".into(),
            found: 1,
            expected: 2
        }
    );
    assert_eq!(
        path_of_two(&[[0, 0], [2, -3]]).unwrap_err(),
        TableError::Value {
            position: "O.".into(),
            to_move: WHITE,
            value: -3,
            most: 2
        }
    );
    assert_eq!(
        path_of_two(&[[1, 1], [2, 2]]).unwrap_err(),
        TableError::NotOpposite {
            position: "..".into(),
            black: 1,
            white: 1
        }
    );
    assert!(path_of_two(&[[1, -1], [2, 2]]).is_ok());
    assert!(path_of_two(&[[i8::MIN, i8::MIN], [2, 2]]).is_err());
}

#[test]
fn boards_and_rules_that_do_not_fit_are_refused() {
    let two = board("path:2");
    let values = [[0, 0], [2, 2]];
    let refusal = |board: &Board, rules, representatives| {
        Table::new(board, rules, representatives, &values).unwrap_err()
    };
    assert_eq!(
        refusal(&two, Ruleset::NSTT, representatives(&board("empty:2"))),
        TableError::OtherGraph("path:2".into())
    );
    let three = Ruleset {
        players: 3,
        ..Ruleset::NSTT
    };
    assert_eq!(
        refusal(&two, three, representatives(&two)),
        TableError::Players(3)
    );
    let misnamed = Board::new("cycle:3", 2, [(0, 1)]).unwrap();
    assert_eq!(
        refusal(&misnamed, Ruleset::NSTT, representatives(&misnamed)),
        TableError::Misnamed("cycle:3".into())
    );
}

#[test]
fn a_board_made_from_edges_may_have_the_name_of_its_family() {
    for (name, points, edges) in [
        ("2x2", 4, &[(0, 1), (0, 2), (1, 3), (2, 3)][..]),
        ("cycle:4", 4, &[(0, 1), (1, 2), (2, 3), (3, 0)]),
        ("edges:0-1,1-2", 3, &[(0, 1), (1, 2)]),
        ("g6:Bw", 3, &[(0, 1), (0, 2), (1, 2)]),
    ] {
        let made = Board::new(name, points, edges.iter().copied()).unwrap();
        let known = representatives(&made);
        let values = vec![[0, 0]; known.len()];
        let table = Table::new(&made, Ruleset::NSTT, known, &values).unwrap();
        assert_eq!(table.board(), &board(name), "{name}");
    }
}
