//! Tables as lines of text.

use std::process::{Command, Stdio};

use super::super::bad_input::refused;
use super::{Scratch, exported, read, stdout};

#[test]
fn three_by_three_has_a_line_for_every_coloring_and_side_to_move() {
    let scratch = Scratch::new();
    let file = scratch.table("3x3", &[]);
    // A header, and two lines for each of the 12,675 legal colorings that Tromp and Farnebäck count.
    assert_eq!(
        stdout(&["table", "export", &file, "--format", "csv"], 0)
            .lines()
            .count(),
        25_351
    );
    assert_eq!(
        stdout(&["table", "export", &file, "--format", "jsonl"], 0)
            .lines()
            .count(),
        25_350
    );
}

#[test]
fn lines_are_sorted_by_their_bytes_and_have_no_separators() {
    let scratch = Scratch::new();
    let file = scratch.table("2x3", &["--rules", "nstt"]);
    for format in ["csv", "jsonl"] {
        let text = stdout(&["table", "export", &file, "--format", format], 0);
        let header = usize::from(format == "csv");
        let lines: Vec<&str> = text.lines().skip(header).collect();
        assert!(lines.is_sorted_by(|one, next| one < next), "{format}");
        assert!(!text.contains(['/', '\r']), "{format}");
    }
}

#[test]
fn both_forms_say_the_same() {
    let scratch = Scratch::new();
    let file = scratch.table("cycle:5", &[]);
    let from_json: Vec<(String, String, i64)> =
        stdout(&["table", "export", &file, "--format", "jsonl"], 0)
            .lines()
            .map(|line| {
                let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
                let text = |key: &str| line[key].as_str().expect("a text").to_owned();
                let value = line["value"].as_i64().expect("a number");
                (text("position"), text("to_move"), value)
            })
            .collect();
    assert_eq!(exported(&file), from_json);
}

#[test]
fn an_export_to_a_file_is_what_stdout_gets() {
    let scratch = Scratch::new();
    let file = scratch.table("2x2", &[]);
    let lines = scratch.file("t.csv");
    assert_eq!(stdout(&["table", "export", &file, "--out", &lines], 0), "");
    assert_eq!(
        read(&lines),
        stdout(&["table", "export", &file], 0).as_bytes()
    );
    assert_eq!(scratch.names(), ["t.csv", "t.kpt"]);
}

#[test]
fn an_export_never_replaces_its_table() {
    let scratch = Scratch::new();
    let file = scratch.table("2x2", &[]);
    let before = read(&file);
    refused(
        &["table", "export", &file, "--out", &file],
        &["the table itself"],
    );
    assert_eq!(read(&file), before);
    refused(
        &["table", "export", &file, "--out", &scratch.file("no/t.csv")],
        &["cannot write", "no/t.csv"],
    );
}

#[test]
fn a_reader_who_has_enough_is_no_error() {
    let scratch = Scratch::new();
    // More than a pipe holds.
    let file = scratch.table("3x3", &[]);
    for format in ["csv", "jsonl"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_koproof"))
            .args(["table", "export", &file, "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{format}: {stderr}");
        assert_eq!(stderr, "", "{format}");
    }
}
