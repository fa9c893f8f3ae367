//! The values of tables.

use std::collections::HashMap;

use super::super::bad_input::refused;
use super::super::exactly;
use super::{Folder, exported, json, stdout};

/// Rules with their options.
const RULES: [&[&str]; 3] = [
    &["--rules", "tromp-taylor"],
    &["--rules", "nstt"],
    &["--superko", "situational", "--suicide", "allow"],
];

#[test]
fn a_query_agrees_with_solving_the_position() {
    let folder = Folder::new();
    for (board, rules) in ["2x4", "cycle:6", "2x3"].into_iter().zip(RULES) {
        let file = folder.table(board, rules);
        let lines = exported(&file);
        // An odd step, so that both players to move occur.
        for (position, to_move, value) in lines.iter().skip(11).step_by((lines.len() / 12) | 1) {
            let at = ["--position", position, "--to-move", to_move];
            let answer = json((&["table", "query", &file], &at));
            assert_eq!(
                answer["value"],
                exactly(*value),
                "{board} {position} {to_move}"
            );
            let solved = json((&["solve", board], &at, rules));
            assert_eq!(
                solved["value"]["lo"], *value,
                "{board} {position} {to_move}"
            );
            assert_eq!(solved["exact"], true);
        }
    }
}

#[test]
fn a_query_answers_for_both_players_and_says_that_history_is_fresh() {
    let folder = Folder::new();
    let file = folder.table("path:2", &[]);
    // With White to move the stone is captured and cannot be retaken: -2. With Black to move, Black can only pass
    // first.
    let asked = ["table", "query", &file, "--position", "X."];
    let answer = json(asked);
    assert_eq!(answer["values"]["black"], exactly(-2));
    assert_eq!(answer["values"]["white"], exactly(-2));
    assert_eq!(answer["value"], serde_json::Value::Null);
    assert_eq!(answer["history"], serde_json::json!([]));
    let text = stdout(asked, 0);
    assert!(text.contains("fresh history"), "{text}");
    assert!(
        text.contains("black to move: W+2 (White wins by 2)"),
        "{text}"
    );
    assert!(
        text.contains("white to move: W+2 (White wins by 2)"),
        "{text}"
    );
}

#[test]
fn a_query_takes_komi_off() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let asked = [
        "table",
        "query",
        &file,
        "--to-move",
        "black",
        "--komi",
        "1.5",
    ];
    assert_eq!(json(asked)["value"], exactly(-0.5));
    let text = stdout(asked, 0);
    assert!(text.contains("komi 1.5 counted"), "{text}");
    assert!(!text.contains("komi 0"), "{text}");
    assert!(text.contains("W+0.5 (White wins by 0.5)"), "{text}");
    assert!(!text.contains("white to move"), "{text}");
}

#[test]
fn a_query_for_another_board_is_refused() {
    let folder = Folder::new();
    let file = folder.table("2x3", &[]);
    // Boards with as many points but other edges, and one with other points.
    for other in ["path:6", "3x2", "2x2"] {
        refused(
            ["table", "query", &file, "--board", other],
            &["t.kpt", "table of 2x3", other],
        );
    }
    json(["table", "query", &file, "--board", "2x3"]);
}

#[test]
fn a_query_speaks_of_the_same_points_by_another_name() {
    let folder = Folder::new();
    let file = folder.table("edges:0-1,0-2,1-3,2-3", &[]);
    let asked = [
        "table",
        "query",
        &file,
        "--board",
        "2x2",
        "--position",
        "X./..",
    ];
    assert_eq!(json(asked)["position"], "X./..");
}

#[test]
fn a_query_for_what_is_no_position_is_refused() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let position = |text| ["table", "query", &file, "--position", text];
    refused(position("X.."), &["3 points", "4"]);
    refused(position("XX/XO"), &["without liberties"]);
    refused(position("XX/.Z"), &["'Z'"]);
}

#[test]
fn a_relabelled_board_has_the_same_values_at_other_points() {
    let folder = Folder::new();
    // The house graph; point i here is point TO[i] there.
    const TO: [usize; 5] = [3, 0, 4, 1, 2];
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)];
    let name = |ends: &dyn Fn(usize) -> usize| {
        let edges: Vec<String> = edges
            .iter()
            .map(|&(a, b)| format!("{}-{}", ends(a), ends(b)))
            .collect();
        format!("edges:{}", edges.join(","))
    };
    let here = exported(&folder.table(&name(&|point| point), &[]));
    let there = exported(&folder.table(&name(&|point| TO[point]), &[]));
    let there: HashMap<(String, String), i64> = there
        .into_iter()
        .map(|(position, to_move, value)| ((position, to_move), value))
        .collect();
    assert_eq!(here.len(), there.len());
    for (position, to_move, value) in here {
        let mut moved = vec!['.'; TO.len()];
        for (point, symbol) in position.chars().enumerate() {
            moved[TO[point]] = symbol;
        }
        let moved: String = moved.into_iter().collect();
        let found = there.get(&(moved, to_move.clone()));
        assert_eq!(found, Some(&value), "{position} {to_move}");
    }
}

#[test]
fn info_counts_every_coloring_once() {
    let folder = Folder::new();
    let file = folder.table("2x3", &["--rules", "nstt"]);
    let about = json(["table", "info", &file]);
    assert_eq!(about["board"], "2x3");
    assert_eq!(about["points"], 6);
    assert_eq!(about["rules"]["name"], "nstt");
    assert_eq!(about["checksum"], "ok");
    assert_eq!(about["format_version"], 1);
    // Tromp and Farnebäck: 489 legal colorings.
    assert_eq!(about["legal_colorings"], 489);
    let mut counted = HashMap::new();
    for (_, to_move, value) in exported(&file) {
        *counted.entry((to_move, value)).or_insert(0) += 1;
    }
    for bar in about["histogram"].as_array().expect("a list") {
        let value = bar["score"].as_i64().expect("a number");
        for side in ["black", "white"] {
            let count = counted.remove(&(side.to_owned(), value)).unwrap_or(0);
            assert_eq!(bar[format!("{side}_to_move")], count, "{side} {value}");
        }
    }
    assert!(counted.is_empty(), "{counted:?}");
}

#[test]
fn info_draws_a_histogram_that_fits_a_page() {
    let folder = Folder::new();
    let file = folder.table("3x3", &[]);
    let text = stdout(["table", "info", &file], 0);
    let bars: Vec<&str> = text.lines().filter(|line| line.ends_with('#')).collect();
    assert!(bars.len() > 2, "{text}");
    let longest = bars.iter().map(|bar| bar.len()).max();
    assert_eq!(longest, Some(80), "{text}");
}
