//! `koproof self bench`.

use serde_json::json as value;

use super::bad_input::refused;
use super::{json, stdout};

#[test]
fn the_first_rung_has_the_value_in_print() {
    let answer = json("self bench --rungs 1 --no-baseline --threads 1");
    assert_eq!(answer["threads"], 1);
    assert_eq!(answer["rules"]["name"], "nstt");
    assert_eq!(answer["baseline"], value!(null));
    let board = &answer["rungs"][0]["boards"][0];
    assert_eq!(board["board"], "3x3");
    assert_eq!(board["states"], 25_350);
    assert_eq!(board["value"], value!({"lo": 9, "hi": 9}));
    assert_eq!(board["exact"], true);
    for cost in ["expansions", "claims", "seconds", "expansions_per_second"] {
        assert!(board[cost].as_f64() > Some(0.0), "{cost}");
    }
    // A claim has a bound, a derivation, and records of four bytes; on 3x3 fights are short.
    let bytes = board["bytes_per_claim"].as_f64().expect("there are claims");
    assert!((50.0..2000.0).contains(&bytes), "{bytes}");
}

#[test]
fn the_baseline_agrees_where_it_finishes_and_is_stopped_where_not() {
    let answer = json("self bench --rungs 1 --baseline-time-limit 1s");
    let boards = answer["baseline"]["boards"]
        .as_array()
        .expect("boards were compared");
    let names: Vec<_> = boards.iter().map(|one| one["board"].clone()).collect();
    assert_eq!(names, ["2x2", "1x5", "1x6", "1x7", "1x8"]);
    assert_eq!(
        boards[0]["baseline"]["value"],
        boards[0]["koproof"]["value"]
    );
    assert_eq!(boards[0]["baseline"]["finished"], true);
    assert!(boards[0]["ratio_of_expansions"].as_f64() > Some(1.0));
    assert_eq!(boards[4]["baseline"]["finished"], false);
    assert_eq!(boards[4]["koproof"]["finished"], true);
    assert_eq!(answer["agrees"], true);
}

#[test]
fn a_limit_leaves_brackets_and_ends_with_its_code() {
    let arguments = "self bench --rungs 2 --no-baseline --node-limit";
    let text = stdout((arguments, "100"), 3);
    for board in ["1x12", "1x13", "1x14"] {
        let mut lines = text.lines();
        let line = lines.find(|line| line.trim_start().starts_with(board));
        let line = line.unwrap_or_else(|| panic!("no {board} in {text}"));
        assert!(line.ends_with("stopped: node limit"), "{line}");
        assert!(line.contains(" to B+"), "{line}");
    }
}

#[test]
fn rungs_that_do_not_exist_are_refused() {
    for rungs in ["0", "7", "one", ""] {
        refused(["self", "bench", "--rungs", rungs], &["--rungs"]);
    }
}
