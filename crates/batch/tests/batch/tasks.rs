//! The results of units.

use koproof_batch::{Cell, Task};
use koproof_rules::{Board, Coloring, Graph, Player};
use koproof_solver::{Budget, Nobody, Options, Solver};

use super::{cell, integer, rows, text};

/// Sources: 1xn by N. Weninger and R. Hayward, Exploring positional linear Go; 2x2 by J. Tromp, Solving 2x2 Go.
#[test]
fn empty_boards_have_their_published_values() {
    let rows = rows("path:1..7 2x2", &["nstt"], Task::Empty, 100_000);
    let value = |name: &str| {
        let named = |row: &&Vec<_>| text(row, "names") == name;
        let row = rows.iter().find(named).expect("it is in the batch");
        integer(row, "value")
    };
    for (name, published) in [
        ("path:1", 0),
        ("path:2", 0),
        ("path:3", 3),
        ("path:4", 4),
        ("path:5", 0),
        ("path:6", 1),
        ("path:7", 2),
        ("2x2", 1),
    ] {
        assert_eq!(value(name), Some(published), "{name}");
    }
    // J. Tromp and G. Farnebäck, Combinatorics of Go.
    let square = rows.iter().find(|row| text(row, "names") == "2x2");
    let square = square.expect("it is in the batch");
    assert_eq!(integer(square, "legal_colorings"), Some(57));
    let share = integer(square, "ko_free_states").expect("it is small") as f64 / 114.0;
    assert_eq!(cell(square, "ko_free_share"), Cell::from(share));
}

/// A position without its prisoners has no score under territory scoring.
#[test]
fn ko_free_states_are_counted_under_area_scoring_alone() {
    for (rules, counted) in [("reiss", false), ("taylor", true)] {
        for row in rows("path:3", &[rules], Task::Empty, 100_000) {
            assert!(integer(&row, "value").is_some(), "{rules}");
            let states = integer(&row, "ko_free_states");
            assert_eq!(states.is_some(), counted, "{rules}");
            let share = cell(&row, "ko_free_share");
            assert_eq!(share != Cell::Null, counted, "{rules}");
        }
    }
}

#[test]
fn the_best_opening_is_worth_what_the_empty_board_is() {
    let boards = "path:2..6 2x2 2x3 star:5 cycle:5";
    let rules = ["tromp-taylor", "nstt-situational"];
    let openings = rows(boards, &rules, Task::Openings, 1_000_000);
    for row in rows(boards, &rules, Task::Empty, 1_000_000) {
        let same = |other: &&Vec<_>| {
            ["graph6", "rules"]
                .iter()
                .all(|&column| cell(other, column) == cell(&row, column))
        };
        let openings: Vec<_> = openings.iter().filter(same).collect();
        let points = integer(&row, "points").expect("it is known");
        assert_eq!(
            openings.len() as i64,
            points + 1,
            "each point, and the pass"
        );
        let best = openings.iter().map(|row| integer(row, "value")).max();
        assert_eq!(best, Some(integer(&row, "value")), "{row:?}");
        // Symmetric first moves have the same value.
        for one in &openings {
            for other in &openings {
                if cell(one, "orbit") == cell(other, "orbit") {
                    assert_eq!(integer(one, "value"), integer(other, "value"));
                }
            }
        }
    }
}

#[test]
fn sums_over_all_colorings_are_those_of_the_table() {
    for name in ["2x2", "path:5", "star:5", "complete:4"] {
        let rows = rows(name, &["tromp-taylor"], Task::AllColorings, 1_000_000);
        let row = &rows[0];
        // The same values from `Solver::table`, with this numbering of the points.
        let board: Board = name.parse().expect("it is a board");
        let rules = koproof_rules::Ruleset::TROMP_TAYLOR;
        let solver = Solver::new(&board, rules, Options::default()).expect("two players");
        let (table, _) = solver
            .table(Budget::UNLIMITED, &Nobody)
            .expect("nobody stops it");
        let (mut white, mut ties, mut black) = (0, 0, 0);
        for value in table.iter().flat_map(|(_, values)| values) {
            match value.signum() {
                -1 => white += 1,
                0 => ties += 1,
                _ => black += 1,
            }
        }
        assert_eq!(integer(row, "black_wins"), Some(black), "{name}");
        assert_eq!(integer(row, "ties"), Some(ties), "{name}");
        assert_eq!(integer(row, "white_wins"), Some(white), "{name}");
        let empty = table.value(&Coloring::EMPTY, Player::BLACK);
        assert_eq!(integer(row, "value"), empty.map(i64::from), "{name}");
        let representatives = table.representatives();
        assert_eq!(integer(row, "orbits"), Some(representatives.len() as i64));
        assert_eq!(integer(row, "orbits_solved"), integer(row, "orbits"));
        let hardest = Coloring::<1, 2>::from_symbols(&text(row, "hardest_position"))
            .expect("it is a position");
        let canonical: Board = format!("g6:{}", text(row, "graph6"))
            .parse()
            .expect("graph6");
        let graph = Graph::new(&canonical).expect("it is small");
        assert!(hardest.is_legal(&graph));
        assert!(integer(row, "hardest_expansions") <= integer(row, "expansions"));
    }
}

#[test]
fn a_comparison_finds_what_two_tables_differ_in() {
    let rows = rows(
        "path:5 cycle:5 2x3",
        &["nstt", "nstt-situational", "aga-like"],
        Task::Compare,
        1_000_000,
    );
    assert_eq!(rows.len(), 9, "three pairs of rules on three boards");
    for row in &rows {
        let canonical: Board = format!("g6:{}", text(row, "graph6"))
            .parse()
            .expect("graph6");
        let [one, other] = ["rules", "other_rules"].map(|column| {
            let rules = text(row, column).parse().expect("it is a preset");
            let solver = Solver::new(&canonical, rules, Options::default()).expect("two players");
            solver
                .table(Budget::UNLIMITED, &Nobody)
                .expect("nobody stops it")
                .0
        });
        let mut differ = Vec::new();
        for (coloring, values) in one.iter() {
            let others = other.values(&coloring).expect("it is legal there, too");
            for (to_move, (a, b)) in ["black", "white"]
                .into_iter()
                .zip(values.into_iter().zip(others))
            {
                if a != b {
                    let symbols = coloring.to_symbols(canonical.points());
                    differ.push((coloring.occupied().len(), symbols, to_move, a, b));
                }
            }
        }
        assert_eq!(integer(row, "differ"), Some(differ.len() as i64), "{row:?}");
        let largest = differ
            .iter()
            .map(|state| i64::from((state.3 - state.4).abs()));
        assert_eq!(
            integer(row, "largest_difference"),
            Some(largest.max().unwrap_or(0))
        );
        if let Some((_, position, to_move, a, b)) = differ.iter().min() {
            assert_eq!(&text(row, "position"), position);
            assert_eq!(text(row, "to_move"), *to_move);
            assert_eq!(integer(row, "value"), Some(i64::from(*a)));
            assert_eq!(integer(row, "other_value"), Some(i64::from(*b)));
        }
    }
    assert!(
        rows.iter().any(|row| integer(row, "differ") > Some(0)),
        "the test compares something"
    );
}

/// Source of the numbers: J. Tromp and G. Farnebäck, Combinatorics of Go, for 1x3 with suicide.
#[test]
fn games_and_colorings_are_counted() {
    let rows = rows(
        "path:3",
        &["tromp-taylor", "nstt-situational"],
        Task::Count,
        1_000_000,
    );
    assert_eq!(text(&rows[0], "legal_colorings"), "15");
    assert_eq!(text(&rows[0], "games"), "907");
    assert_eq!(
        cell(&rows[1], "games"),
        Cell::Null,
        "not under this superko"
    );
}

#[test]
fn a_budget_that_runs_out_leaves_a_bracket_around_the_value() {
    for board in ["path:8", "2x4", "cycle:7"] {
        let solved = &rows(board, &["nstt"], Task::Empty, 1_000_000)[0];
        let value = integer(solved, "value").expect("it is solved");
        let budget = integer(solved, "expansions").expect("it is counted") as u64 / 2;
        let row = &rows(board, &["nstt"], Task::Empty, budget)[0];
        assert_eq!(text(row, "status"), "open");
        assert_eq!(text(row, "reason"), "node limit");
        assert_eq!(cell(row, "value"), Cell::Null);
        let [lo, hi] = ["lo", "hi"].map(|end| integer(row, end).expect("a bracket"));
        assert!(lo < hi && (lo..=hi).contains(&value), "{row:?}");
        // A budget is checked now and then, not at each node.
        let spent = integer(row, "expansions").expect("it is counted") as u64;
        assert!((budget..=budget + budget / 4).contains(&spent), "{row:?}");
    }
}

#[test]
fn a_budget_that_runs_out_leaves_some_colorings_unsolved() {
    let solved = &rows("2x4", &["nstt"], Task::AllColorings, 1_000_000)[0];
    let all = integer(solved, "expansions").expect("it is counted") as u64;
    // A search with a smaller budget takes another course, which may be shorter, so a budget that is too small is found
    // by trying.
    let row = std::iter::successors(Some(all), |budget| Some(budget * 9 / 10))
        .map(|budget| rows("2x4", &["nstt"], Task::AllColorings, budget).remove(0))
        .find(|row| text(row, "status") == "open")
        .expect("without expansions nothing is solved");
    let row = &row;
    assert_eq!(cell(row, "value"), Cell::Null, "the empty board comes last");
    let orbits = integer(row, "orbits").expect("they are counted");
    let done = integer(row, "orbits_solved").expect("they are counted");
    assert!(0 < done && done < orbits, "{row:?}");
    // Solved states keep their values.
    for column in ["black_wins", "ties", "white_wins"] {
        assert!(integer(row, column) <= integer(solved, column));
    }
}

#[test]
fn a_unit_that_fails_says_why_and_the_others_go_on() {
    let boards = "path:18 path:3 cycle:18";
    let rows = rows(boards, &["nstt"], Task::AllColorings, 10_000);
    let status: Vec<String> = rows.iter().map(|row| text(row, "status")).collect();
    assert_eq!(status, ["done", "failed", "failed"]);
    for row in &rows[1..] {
        assert!(
            text(row, "reason").contains("18 points are too many"),
            "{row:?}"
        );
    }
}
