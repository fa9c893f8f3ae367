//! `koproof table diff`.

use serde_json::json as value;

use super::{Folder, exactly, json, json_with, koproof, stdout};

fn table(folder: &Folder, name: &str, arguments: &[&str]) -> String {
    let path = folder.name(name);
    stdout((&["table", "solve", "--out", &path], arguments), 0);
    path
}

#[test]
fn tables_with_the_same_values_are_the_same() {
    let folder = Folder::new();
    let one = table(&folder, "one.kpt", &["2x2"]);
    let other = table(&folder, "other.kpt", &["2x2", "--threads", "1"]);
    assert!(stdout(["table", "diff", &one, &other], 0).ends_with("the values are the same\n"));
    let answer = json(["table", "diff", &one, &other]);
    assert_eq!(
        (&answer["same"], &answer["count"]),
        (&value!(true), &value!(0))
    );
    assert_eq!(answer["differences"], value!([]));
}

/// The pair on two points of values.csv (SCX 2026), its mirror images, and nothing else.
#[test]
fn superko_rules_differ_on_two_points_where_they_are_known_to() {
    let folder = Folder::new();
    let positional = table(&folder, "psk.kpt", &["1x2"]);
    let situational = table(&folder, "ssk.kpt", &["1x2", "--superko", "situational"]);
    let arguments = ["table", "diff", &positional, &situational];
    let answer = json_with(arguments, 4);
    let one = |position: &str, to_move: &str, a: i32, b: i32| value!({"position": position, "to_move": to_move, "a": exactly(a), "b": exactly(b)});
    let expected = value!([
        one(".O", "white", 2, 0),
        one(".X", "black", -2, 0),
        one("O.", "white", 2, 0),
        one("X.", "black", -2, 0),
    ]);
    assert_eq!(answer["differences"], expected);
    assert_eq!(answer["a"]["rules"]["superko"], "positional");
    assert_eq!(answer["b"]["rules"]["superko"], "situational");
    let text = stdout((&arguments, "--first 1"), 4);
    assert!(
        text.contains("4 values differ\n  .O white to move: B+2 in A, 0 in B\n"),
        "{text}"
    );
    assert!(text.ends_with("  and 3 more\n"), "{text}");
}

#[test]
fn differences_are_listed_smallest_first() {
    let folder = Folder::new();
    let positional = table(&folder, "psk.kpt", &["2x3"]);
    let situational = table(&folder, "ssk.kpt", &["2x3", "--superko", "situational"]);
    let answer = json_with(["table", "diff", &positional, &situational], 4);
    let differences = answer["differences"].as_array().expect("it is a list");
    assert!(differences.len() > 10);
    let keys: Vec<_> = differences
        .iter()
        .map(|one| {
            let position = one["position"].as_str().expect("it is text");
            let stones = position
                .chars()
                .filter(|symbol| "XO".contains(*symbol))
                .count();
            (stones, position, one["to_move"].as_str())
        })
        .collect();
    assert!(keys.is_sorted(), "{keys:?}");
}

#[test]
fn tables_of_different_graphs_cannot_be_compared() {
    let folder = Folder::new();
    let one = table(&folder, "one.kpt", &["2x2"]);
    let other = table(&folder, "other.kpt", &["path:4"]);
    assert_eq!(
        koproof(["table", "diff", &one, &other]).status.code(),
        Some(2)
    );
    assert_eq!(
        koproof(["table", "diff", &one, "missing.kpt"])
            .status
            .code(),
        Some(2)
    );
}
