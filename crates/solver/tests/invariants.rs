//! Threads and the numbering of points do not change values, on boards that are too large for the oracle.

use std::num::NonZeroUsize;

use koproof_rules::{Board, Coloring, Player, Point, Ruleset, Suicide, Superko};
use koproof_solver::{Budget, Nobody, Options, Solver, Switch};
use koproof_tables::Table;
use proptest::prelude::*;

fn options(threads: usize) -> Options {
    Options {
        threads: NonZeroUsize::new(threads),
        ..Options::default()
    }
}

fn table(board: &Board, rules: Ruleset, threads: usize) -> Table {
    let solver = Solver::new(board, rules, options(threads)).expect("a small board");
    solver
        .table(Budget::UNLIMITED, &Nobody)
        .expect("no limit is set")
        .0
}

#[test]
fn threads_leave_the_bytes_of_a_table_alone() {
    for name in ["3x3", "cycle:7", "path:7"] {
        let board: Board = name.parse().expect("a board");
        for superko in Superko::ALL {
            let rules = Ruleset {
                superko,
                ..Ruleset::NSTT
            };
            let one = table(&board, rules, 1).to_bytes().expect("it fits");
            for threads in [2, 8] {
                let many = table(&board, rules, threads).to_bytes().expect("it fits");
                assert!(one == many, "{name} under {rules} with {threads} threads");
            }
        }
    }
}

#[test]
fn threads_together_find_the_value_that_one_thread_finds() {
    // A board with room, one without, and a dense one.
    for (name, value) in [("2x7", 14), ("1x11", 2), ("g6:FzK]w", 0)] {
        let board: Board = name.parse().expect("a board");
        for threads in [1, 2, 5] {
            let solver =
                Solver::new(&board, Ruleset::NSTT, options(threads)).expect("a small board");
            let game = solver
                .game(Coloring::EMPTY, Player::BLACK)
                .expect("an empty board");
            let found = solver.solve(&game, Budget::UNLIMITED, &Nobody);
            let value_found = found.value.exact();
            assert_eq!(value_found, Some(value), "{name} with {threads} threads");
            // Several threads may be lucky. One always takes as many, and more than it has alone before a race.
            let expansions = found.stats.expansions;
            assert!(threads > 1 || expansions > 40_000, "{name}: {expansions}");
        }
    }
}

/// The theorem of the handbook's chapter on open problems; under Taylor's rule with suicide nobody has proved it.
#[test]
fn no_empty_board_of_five_points_is_below_0() {
    let order = [0, 1, 2, 3, 4];
    let (mut all, mut exact) = (0, 0);
    for edges in 0..1 << 10 {
        let board = board(edges, &order);
        // Every graph is isomorphic to one whose points have fewer neighbours from first to last.
        let mut degrees = [0; 5];
        for &(a, b) in board.edges() {
            degrees[usize::from(a)] += 1;
            degrees[usize::from(b)] += 1;
        }
        if !degrees.is_sorted_by(|one, next| one >= next) {
            continue;
        }
        for superko in Superko::ALL {
            for suicide in [Suicide::Forbid, Suicide::Allow] {
                let rules = Ruleset {
                    superko,
                    suicide,
                    ..Ruleset::NSTT
                };
                let solver = Solver::new(&board, rules, options(1)).expect("a small board");
                let game = solver
                    .game(Coloring::EMPTY, Player::BLACK)
                    .expect("an empty board");
                // Of K5 and its like this is a bracket.
                let limit = Budget::nodes(3_000);
                let found = solver.solve(&game, limit, &Nobody).value;
                assert!(
                    found.hi >= 0,
                    "{} under {rules}: {found}",
                    board.to_graph6()
                );
                all += 1;
                exact += usize::from(found.exact().is_some());
            }
        }
    }
    assert!(exact > all / 10 * 9, "{exact} of {all}");
}

/// A graph on five points with some of the ten edges.
fn board(edges: u16, order: &[u16]) -> Board {
    let pairs = (0..5_u16).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
    let chosen = pairs
        .enumerate()
        .filter(|(index, _)| edges >> index & 1 == 1)
        .map(|(_, (a, b))| (order[usize::from(a)], order[usize::from(b)]));
    Board::new("relabelled", 5, chosen).expect("a simple graph")
}

fn relabelled(coloring: &Coloring<1, 2>, order: &[u16]) -> Coloring<1, 2> {
    coloring.map(|stones| {
        stones
            .iter()
            .map(|point| Point::new(order[point.index()]))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn relabelling_moves_values_and_swapping_colors_negates_them(
        edges in 0_u16..1 << 10,
        order in Just((0..5_u16).collect::<Vec<_>>()).prop_shuffle(),
        superko in prop::sample::select(Superko::ALL.to_vec()),
    ) {
        let rules = Ruleset { superko, ..Ruleset::NSTT };
        let one = table(&board(edges, &[0, 1, 2, 3, 4]), rules, 1);
        let other = table(&board(edges, &order), rules, 1);
        // A table has one value for a coloring and the one with the colors exchanged. This solver finds both.
        let plain = Options { symmetry: Switch::Off, ..options(1) };
        let plain = Solver::new(&board(edges, &order), rules, plain).expect("a small board");
        for (coloring, values) in one.iter() {
            let relabelled = relabelled(&coloring, &order);
            prop_assert_eq!(other.values(&relabelled), Some(values));
            let swapped = relabelled.swapped(Player::BLACK, Player::WHITE);
            for (to_move, value) in Player::BOTH.into_iter().zip([-values[1], -values[0]]) {
                let game = plain.game(swapped, to_move).expect("a legal coloring");
                let found = plain.solve(&game, Budget::UNLIMITED, &Nobody).value;
                prop_assert_eq!(found.exact(), Some(value));
            }
        }
    }
}
