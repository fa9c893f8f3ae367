//! Two checkers, in two languages, agree on the solver's certificates.

use std::process::Command;

use serde_json::Value;

use super::{Folder, verify};
use crate::stdout;

const BOARDS: [&str; 6] = ["2x2", "1x3", "path:4", "star:4", "cycle:5", "2x3"];
const SUPERKO: [&str; 4] = ["positional", "situational", "natural-situational", "taylor"];

/// Runs the Python checker, which was written from the documentation alone.
pub(super) fn verify_in_python(files: &[String]) -> Vec<Value> {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scripts/check_certificate.py"
    );
    let output = Command::new("python3")
        .args([script, "--json"])
        .args(files)
        .output()
        .expect("python3 is needed for the second checker");
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");
    answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect()
}

/// Writes certificates of a board under every rule set: of the empty board, of a game that has begun, and of the whole
/// table.
fn write_all(folder: &Folder, board: &str, files: &mut Vec<String>) {
    let rules = SUPERKO.map(|superko| ["allow", "forbid"].map(|suicide| (superko, suicide)));
    for (number, (superko, suicide)) in rules.into_iter().flatten().enumerate() {
        let number = files.len() + number;
        let rules = ["--superko", superko, "--suicide", suicide, "--threads", "1"];
        let mut write = |command: &[&str], ending: &str| {
            let file = folder.name(&format!("{number}-{}.{ending}", files.len()));
            let arguments = [command, &rules, &["--certificate", &file]].concat();
            stdout(&arguments, 0);
            files.push(file);
        };
        let first = if board.contains('x') { "b a1" } else { "b 0" };
        write(&["solve", board], "txt");
        write(&["solve", board, "--to-move", "white"], "kpc");
        write(
            &["solve", board, "--moves", &format!("{first}, w pass")],
            "kpc",
        );
        let table = folder.name("table.kpt");
        write(
            &["table", "solve", board, "--force", "--out", &table],
            "kpc",
        );
    }
}

#[test]
fn both_checkers_accept_what_is_written_and_say_the_same_of_it() {
    let folder = Folder::new();
    let mut files = Vec::new();
    for board in BOARDS {
        write_all(&folder, board, &mut files);
    }
    assert_eq!(files.len(), BOARDS.len() * 2 * SUPERKO.len() * 4);
    let (ours, code, complaints) = verify(&files);
    assert_eq!((code, complaints.as_str()), (0, ""));
    let theirs = verify_in_python(&files);
    assert_eq!((ours.len(), theirs.len()), (files.len(), files.len()));
    for (our, their) in ours.iter().zip(&theirs) {
        let file = &our["file"];
        assert_eq!(our["verdict"], "proved", "{our}");
        assert_eq!(their["verdict"], "proved", "{their}");
        for (our_key, their_key) in [
            ("file", "file"),
            ("graph6", "graph6"),
            ("at_least", "at_least"),
            ("at_most", "at_most"),
            ("steps", "steps"),
            ("most_live_steps", "most_live"),
        ] {
            assert_eq!(our[our_key], their[their_key], "{our_key} of {file}");
        }
        assert_eq!(our["rules"]["superko"], their["superko"], "{file}");
        assert_eq!(our["rules"]["suicide"], their["suicide"], "{file}");
        if our["statement"] == "table" {
            assert_eq!(our["roots"], their["roots"], "{file}");
        } else {
            let position = our["position"].as_str().map(|rows| rows.replace('/', ""));
            assert_eq!(position.as_deref(), their["start"].as_str(), "{file}");
            assert_eq!(our["to_move"], their["to_move"], "{file}");
        }
    }
}
