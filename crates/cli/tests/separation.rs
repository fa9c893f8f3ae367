//! The files under `results/separation`: the states that positional and situational superko value differently.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/separation")
}

/// Returns the lines of a table there, without the first.
fn lines(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(results().join(file)).expect("it lies there");
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

fn koproof(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koproof"));
    let output = command.args(arguments).current_dir(results()).output();
    let output = output.expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

#[test]
fn every_graph_of_up_to_five_points_is_compared_again() {
    let states = lines("states.csv");
    let boards = lines("boards.csv");
    let small = boards.iter().filter(|board| board[0].as_str() <= "5");
    let mut compared = 0;
    for board in small {
        let (graph6, suicide) = (&board[1], &board[2]);
        assert_eq!(board[3], "yes");
        let rules = match suicide.as_str() {
            "forbidden" => "nstt,nstt-situational",
            _ => "tromp-taylor,tromp-taylor-situational",
        };
        let name = format!("g6:{graph6}");
        let found = koproof(&["compare", &name, "--rules", rules, "--format", "csv"]);
        let found: Vec<&str> = found.lines().skip(1).collect();
        let written = states
            .iter()
            .filter(|state| (&state[1], &state[2]) == (graph6, suicide));
        let written: Vec<String> = written.map(|state| state[4..].join(",")).collect();
        assert_eq!(found, written, "{graph6}, suicide {suicide}");
        compared += 1;
    }
    // Connected graphs of 1 to 5 points, OEIS A001349, with suicide and without.
    assert_eq!(compared, 2 * (1 + 1 + 2 + 6 + 21));
    assert_eq!(boards.len() - compared, 2 * 112);
}

#[test]
fn the_smallest_pairs_are_proved() {
    let manifest = fs::read_to_string(results().join("manifest.json")).expect("it lies there");
    let manifest: Value = serde_json::from_str(&manifest).expect("it is JSON");
    let certificates = manifest["certificates"].as_array().expect("a list");
    assert_eq!(certificates.len(), 6);
    for certificate in certificates {
        let file = certificate["file"].as_str().expect("a name");
        let proved: Value = serde_json::from_str(&koproof(&["verify", file, "--format", "json"]))
            .expect("it is JSON");
        assert_eq!(proved["at_least"], certificate["value"], "{file}");
        assert_eq!(proved["at_most"], certificate["value"], "{file}");
        assert_eq!(proved["steps"], certificate["steps"], "{file}");
    }
}
