//! Tables compared with retrograde brackets.

use serde_json::json as value;

use super::super::bad_input::refused;
use super::{Folder, json, stdout};

#[test]
fn a_table_counts_its_ko_free_states() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    let asked = ["table", "solve", "3x3", "--out", &file, "--ko-free"];
    let answer = json(asked);
    // The same share as that of `koproof retrograde`, which other tests compare with a prototype's 66 %.
    let share = &json("retrograde 3x3")["share"];
    assert_eq!(answer["ko_free"]["ko_free"], share["exact"]);
    assert_eq!(answer["ko_free"]["states"], 25_350);
    assert_eq!(answer["ko_free"]["outside"], 0);
    let text = stdout(asked, 0);
    assert!(text.contains("of 25,350 states (65.7 %)\n"), "{text}");
}

#[test]
fn a_table_that_is_not_asked_says_nothing_of_it() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    let answer = json(["table", "solve", "2x2", "--out", &file]);
    assert_eq!(answer.get("ko_free"), None);
}

#[test]
fn an_export_has_the_bracket_beside_each_value() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let text = stdout(["table", "export", &file, "--ko-free"], 0);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position,to_move,value,lo,hi,ko_free"));
    // Published: the empty 2x2 is worth 1 under positional superko, and without superko anything from -4 to 4.
    assert_eq!(lines.next(), Some("....,black,1,-4,4,false"));
    let mut ko_free = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<i32>().expect("a number");
        let (value, lo, hi) = (number(2), number(3), number(4));
        assert!((lo..=hi).contains(&value), "{line}");
        assert_eq!(fields[5], (lo == hi).to_string(), "{line}");
        ko_free += u64::from(lo == hi);
    }
    assert_eq!(json("retrograde 2x2")["share"]["exact"], ko_free);

    let text = stdout(
        ["table", "export", &file, "--ko-free", "--format", "jsonl"],
        0,
    );
    let line: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    let expected = value!({
        "position": "....", "to_move": "black", "value": 1, "lo": -4, "hi": 4, "ko_free": false,
    });
    assert_eq!(line, expected);
}

#[test]
fn prisoners_have_no_brackets() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    refused(
        [
            "table",
            "solve",
            "2x2",
            "--out",
            &file,
            "--ko-free",
            "--scoring",
            "territory",
        ],
        &["--ko-free", "or score by area"],
    );
    assert!(folder.names().is_empty());
}
