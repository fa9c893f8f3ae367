//! `koproof certificate compose` and `koproof solve --claims`.

use serde_json::json;

use super::{Folder, verify};
use crate::bad_input::refused;
use crate::{exactly, json, koproof, stdout};

/// Solves a position and returns the name of its certificate.
fn certified(folder: &Folder, file: &str, arguments: &[&str]) -> String {
    let name = folder.name(file);
    stdout(
        ("solve", arguments, &["--certificate", &name, "--quiet"]),
        0,
    );
    name
}

#[test]
fn the_openings_of_3x3_become_one_table_of_their_values() {
    let folder = Folder::new();
    // One opening of each kind: corner, side and centre. Published for area scoring: the centre has the value nine, the
    // side three.
    let openings = ["a1", "b1", "b2"].map(|point| {
        let moves = format!("b {point}");
        let rules = ["3x3", "--rules", "nstt", "--moves", &moves];
        certified(&folder, &format!("{point}.kpc"), &rules)
    });
    let table = folder.name("openings.kpc");
    let mut arguments = vec!["certificate", "compose", "--table", "--out", &table];
    arguments.extend(openings.iter().map(String::as_str));
    let answer = json(&arguments);
    assert_eq!(answer["files"], 3);
    let steps = |answer: &serde_json::Value| answer["steps"].as_u64().expect("a number");
    assert!(steps(&answer["certificate"]) < steps(&answer), "{answer}");
    let (answers, code, why) = verify(&[vec![table], openings.to_vec()].concat());
    assert_eq!(code, 0, "{why}");
    assert_eq!(answers[0]["roots"], 6);
    assert_eq!(answers[0]["exact_states"], 3);
}

#[test]
fn the_proof_of_the_best_move_proves_the_position_before() {
    let folder = Folder::new();
    let after = certified(&folder, "after.kpc", &["3x3", "--moves", "b b2"]);
    let out = folder.name("empty.kpc");
    let answer = json([
        "certificate",
        "compose",
        &after,
        "--out",
        &out,
        "--node-limit",
        "20",
    ]);
    // Nine points are the whole board.
    assert_eq!(answer["value"], exactly(9));
    let (answers, code, why) = verify(&[out]);
    assert_eq!((code, &answers[0]["roots"]), (0, &json!(2)), "{why}");
}

#[test]
fn a_forged_certificate_is_refused_and_a_foreign_one_is_bad_input() {
    let folder = Folder::new();
    let one = certified(&folder, "one.txt", &["1x4"]);
    let other = certified(&folder, "other.kpc", &["1x3"]);
    let mut bytes = folder.read("one.txt");
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    let forged = folder.write("forged.txt", &bytes);
    let out = folder.name("out.kpc");
    let none = folder.write("none", b"no certificate");
    for (files, code, what) in [
        ([&one, &forged], 4, "forged.txt"),
        ([&one, &other], 2, "another board"),
        ([&one, &none], 2, "none: "),
        ([&none, &one], 2, "none: "),
    ] {
        let [first, second] = files;
        let output = koproof(["certificate", "compose", first, second, "--out", &out]);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{why}");
        assert!(why.contains(what) || why.contains("is of"), "{why}");
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(!folder.path("out.kpc").exists());
    }
    let later = certified(&folder, "later.kpc", &["1x4", "--moves", "b pass"]);
    refused(
        ["certificate", "compose", &later, "--table", "--out", &out],
        &["leave --table out"],
    );
}

#[test]
fn points_have_the_names_of_the_usual_board() {
    let folder = Folder::new();
    let after = certified(&folder, "after.kpc", &["2x2", "--moves", "b a1"]);
    let (moves, out) = (["--moves", "b a1"], folder.name("out.kpc"));
    let compose = ["certificate", "compose", &after, "--out", &out];
    let joined = json((&compose, &moves));
    let solved = json((&["solve", "2x2"][..], &moves));
    assert_eq!(joined["value"], solved["value"]);
}

#[test]
fn points_have_the_names_of_the_board_that_is_given() {
    let folder = Folder::new();
    for (board, play) in [("4x1", "b a3"), ("path:4", "b 1"), ("edges:0-1,1-2", "b 1")] {
        let after = certified(&folder, "after.kpc", &[board, "--moves", play]);
        let (moves, out) = (["--moves", play], folder.name("out.kpc"));
        let compose = ["certificate", "compose", &after, "--out", &out, "--force"];
        let joined = json((&compose, ["--board", board], &moves));
        let solved = json((["solve", board], &moves));
        assert_eq!(joined["value"], solved["value"], "{board}");
        std::fs::remove_file(after).expect("it is there");
    }
}

#[test]
fn claims_of_earlier_runs_save_the_search_and_forged_ones_are_named() {
    let folder = Folder::new();
    certified(&folder, "3x3.kpc", &["3x3"]);
    certified(&folder, "2x2.kpc", &["2x2"]);
    let mut bytes = folder.read("3x3.kpc");
    bytes.pop();
    folder.write("cut.kpc", &bytes);
    folder.write("empty.kpc", b"");
    folder.write("notes.txt", b"no certificate");
    let directory = folder.name("");
    let proof = folder.name("again.kpc");
    let output = koproof([
        "solve",
        "3x3",
        "--claims",
        &directory,
        "--certificate",
        &proof,
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    for damaged in ["cut.kpc", "empty.kpc"] {
        let says = format!("{damaged} is not used: ");
        assert!(why.contains(&says), "{why}");
    }
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["value"], exactly(9));
    assert_eq!(answer["stats"]["expansions"], 0);
    let claims = &answer["claims"];
    assert_eq!(
        (&claims["certificates"], &claims["others"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(claims["refused"].as_array().map(Vec::len), Some(2));
    let (_, code, why) = verify(&[proof]);
    assert_eq!(code, 0, "{why}");
}

#[test]
fn a_certificate_of_another_game_is_not_replaced() {
    let folder = Folder::new();
    let file = certified(&folder, "one.kpc", &["1x4"]);
    let bytes = folder.read("one.kpc");
    let table = folder.name("1x3.kpt");
    for (arguments, what) in [
        (vec!["solve", "1x3"], "another board"),
        (vec!["solve", "1x4", "--suicide", "forbid"], "other rules"),
        (
            vec!["table", "solve", "1x3", "--out", &table],
            "another board",
        ),
    ] {
        refused((&arguments, &["--certificate", &file]), &[what]);
        assert!(folder.read("one.kpc") == bytes, "{arguments:?}");
    }
    // Taylor's scoring gives the same values as area.
    certified(
        &folder,
        "one.kpc",
        &["1x4", "--scoring", "taylor", "--komi", "1"],
    );
    assert!(folder.read("one.kpc") == bytes);
}
