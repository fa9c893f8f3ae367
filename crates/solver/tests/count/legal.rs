//! Legal colorings.

use koproof_rules::Suicide;
use koproof_solver::{BigUint, Budget, LegalMethod, Nobody, count_legal};
use proptest::prelude::*;

use super::graphs::graphs_on;
use super::naive::Naive;
use super::{board, graph};

fn count(board: &koproof_rules::Board, players: usize, method: LegalMethod) -> BigUint {
    count_legal(board, players, method, None, Budget::UNLIMITED, &Nobody)
        .expect("nothing limits it")
        .count
}

fn by_frontier(name: &str) -> String {
    count(&board(name), 2, LegalMethod::Frontier).to_string()
}

fn by_enumeration(name: &str) -> String {
    count(&board(name), 2, LegalMethod::Enumerate).to_string()
}

/// OEIS A102620: the number of legal Go positions on a 1 x n board.
const PATHS: [u32; 12] = [
    1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413, 50991, 141_209,
];

#[test]
fn paths_agree_with_the_encyclopedia() {
    for (points, expected) in (1..).zip(PATHS) {
        let name = format!("1x{points}");
        assert_eq!(by_frontier(&name), expected.to_string(), "{name}");
        assert_eq!(by_enumeration(&name), expected.to_string(), "{name}");
    }
}

#[test]
fn grids_agree_with_print() {
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    for (name, expected) in [
        ("2x2", "57"),
        ("2x3", "489"),
        ("2x4", "4125"),
        ("3x3", "12675"),
        ("3x4", "321689"),
        ("4x4", "24318165"),
    ] {
        assert_eq!(by_frontier(name), expected, "{name}");
        assert_eq!(by_enumeration(name), expected, "{name}");
    }
}

#[test]
fn larger_squares_agree_with_print() {
    // OEIS A094777: the number of legal positions in Go played on an n X n grid.
    assert_eq!(by_frontier("5x5"), "414295148741");
    assert_eq!(by_frontier("6x6"), "62567386502084877");
    assert_eq!(by_frontier("7x7"), "83677847847984287628595");
}

#[test]
fn largest_squares_agree_with_print() {
    // OEIS A094777.
    assert_eq!(by_frontier("8x8"), "990966953618170260281935463385");
    assert_eq!(
        by_frontier("9x9"),
        "103919148791293834318983090438798793469"
    );
}

#[test]
fn any_graph_of_up_to_five_points_is_counted_as_by_the_definition() {
    for board in (1..=5).flat_map(graphs_on) {
        let expected = BigUint::from(Naive::new(&board, 2, Suicide::Allow).legal());
        let name = board.name();
        assert_eq!(count(&board, 2, LegalMethod::Frontier), expected, "{name}");
        assert_eq!(count(&board, 2, LegalMethod::Enumerate), expected, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_graphs_are_counted_the_same_by_both_methods(
        points in 6..=7_u16,
        chosen in prop::collection::vec(any::<bool>(), 21),
        sparse in any::<bool>(),
        also in prop::collection::vec(any::<bool>(), 21),
        players in 2..=3_usize,
    ) {
        // Dense graphs have one part, sparse ones often several.
        let pairs = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
        let edges: Vec<(u16, u16)> = pairs
            .zip(chosen.iter().zip(&also))
            .filter(|&(_, (&chosen, &also))| chosen && (!sparse || also))
            .map(|(pair, _)| pair)
            .collect();
        let board = graph(points, &edges);
        prop_assert_eq!(
            count(&board, players, LegalMethod::Frontier),
            count(&board, players, LegalMethod::Enumerate)
        );
    }
}

#[test]
fn complete_graph_is_legal_whenever_a_point_is_empty() {
    // Every stone is next to every empty point, so only the full colorings, players^n of them, are illegal.
    for (players, points) in [(2_u32, 12), (3, 7), (5, 5), (8, 4)] {
        let expected = BigUint::from(players + 1).pow(points) - BigUint::from(players).pow(points);
        let board = board(&format!("complete:{points}"));
        for method in [LegalMethod::Frontier, LegalMethod::Enumerate] {
            assert_eq!(count(&board, players as usize, method), expected);
        }
    }
}

#[test]
fn star_of_forty_points_is_counted_by_its_centre() {
    // With the centre empty every leaf is free; with a stone there, a leaf is empty or of its color, and one is empty.
    let leaves = 39;
    let expected =
        BigUint::from(3_u32).pow(leaves) + (BigUint::from(2_u32).pow(leaves) - 1_u32) * 2_u32;
    assert_eq!(by_frontier("star:40"), expected.to_string());
}

#[test]
fn parts_of_a_board_multiply_beyond_any_word() {
    // 60 separate pairs of points, five legal colorings each: more than 2^128.
    let pairs: Vec<(u16, u16)> = (0..60).map(|pair| (pair, 119 - pair)).collect();
    let expected = BigUint::from(5_u32).pow(60);
    assert!(expected.bits() > 128);
    assert_eq!(
        count(&graph(120, &pairs), 2, LegalMethod::Frontier),
        expected
    );
}

#[test]
fn narrow_boards_of_any_length_are_counted_either_way_round() {
    assert_eq!(by_frontier("3x20"), by_frontier("20x3"));
    assert_eq!(by_frontier("2x4"), by_frontier("4x2"));
}

#[test]
fn isolated_points_stay_empty() {
    assert_eq!(
        count(&graph(3, &[]), 2, LegalMethod::Frontier),
        1_u32.into()
    );
    assert_eq!(
        count(&graph(4, &[(1, 3)]), 2, LegalMethod::Frontier),
        5_u32.into()
    );
}

/// Returns the largest number of points in the frontier.
fn frontier(name: &str) -> Option<usize> {
    let method = LegalMethod::Frontier;
    let counted = count_legal(&board(name), 2, method, None, Budget::UNLIMITED, &Nobody);
    counted.expect("nothing limits it").frontier
}

#[test]
fn frontier_of_a_grid_is_its_shorter_side() {
    assert_eq!(frontier("3x9"), Some(3));
    assert_eq!(frontier("9x3"), Some(3));
    assert_eq!(frontier("5x5"), Some(5));
}

#[test]
fn star_keeps_only_its_centre_in_the_frontier_and_a_cycle_needs_two() {
    assert_eq!(frontier("star:40"), Some(1));
    assert_eq!(frontier("cycle:12"), Some(2));
}

#[test]
fn parts_of_a_graph_come_one_after_another() {
    // Two triangles with alternating numbers, and an isolated point.
    assert_eq!(frontier("edges:0-2,2-4,4-0,1-3,3-5,5-1,6"), Some(2));
}
