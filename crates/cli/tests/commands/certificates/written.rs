//! `koproof solve --certificate`: when a certificate is written, and its content.

use super::{Folder, verify};
use crate::bad_input::refused;
use crate::{json, json_with, koproof, stdout};

#[test]
fn the_answer_tells_of_the_certificate_and_verify_says_what_it_proves() {
    let folder = Folder::new();
    let file = folder.name("1x5.kpc");
    let answer = json(["solve", "1x5", "--rules", "nstt", "--certificate", &file]);
    let written = &answer["certificate"];
    assert_eq!(written["file"], file.as_str());
    assert_eq!(written["form"], "binary");
    assert_eq!(written["bytes"], folder.read("1x5.kpc").len());
    assert_eq!(written["roots"], 2);
    let (answers, code, _) = verify(&[file]);
    assert_eq!(code, 0);
    let checked = &answers[0];
    for key in ["board", "graph6", "rules", "position", "to_move", "history"] {
        assert_eq!(checked[key], answer[key], "{key}");
    }
    assert_eq!(checked["steps"], written["steps"]);
    assert_eq!(checked["most_live_steps"], written["most_live_steps"]);
    // Weninger and Hayward: the empty 1x5 board is a tie.
    assert_eq!(
        (checked["at_least"].as_i64(), checked["at_most"].as_i64()),
        (Some(0), Some(0))
    );
}

#[test]
fn komi_is_no_part_of_what_is_proved() {
    let folder = Folder::new();
    let file = folder.name("2x2.kpc");
    let answer = json(["solve", "2x2", "--komi", "6.5", "--certificate", &file]);
    assert_eq!(answer["value"]["lo"], -5.5);
    assert_eq!(verify(&[file]).0[0]["at_least"], 1);
}

#[test]
fn moves_made_are_part_of_what_is_proved() {
    let folder = Folder::new();
    let file = folder.name("game.txt");
    let moves = "b a2, w b2, b a1, w b1, b a2, w a1";
    stdout(
        ["solve", "2x2", "--moves", moves, "--certificate", &file],
        0,
    );
    let (answers, code, _) = verify(&[file]);
    assert_eq!(code, 0);
    let history: Vec<&str> = moves.split(", ").collect();
    assert_eq!(answers[0]["history"], serde_json::json!(history));
    // Tromp: superko forbids a2 now, and White wins by 4.
    assert_eq!(answers[0]["at_most"], -4);
    assert_eq!(answers[0]["at_least"], -4);
}

#[test]
fn a_search_that_a_limit_stops_proves_its_bracket() {
    let folder = Folder::new();
    let file = folder.name("3x4.kpc");
    let arguments = "solve 3x4 --node-limit 5000 --threads 1";
    let answer = json_with((arguments, &["--certificate", &file]), 3);
    assert_eq!(answer["exact"], false);
    let (answers, code, _) = verify(&[file]);
    assert_eq!(code, 0);
    assert_eq!(answers[0]["at_least"], answer["value"]["lo"]);
    assert_eq!(answers[0]["at_most"], answer["value"]["hi"]);
}

#[test]
fn a_bracket_that_the_values_of_the_moves_narrow_is_proved() {
    let folder = Folder::new();
    let file = folder.name("moves.kpc");
    let limits = "--all-moves --node-limit 1 --threads 1";
    let prove = ["--certificate", &file, "--force"];
    let two = ("solve 1x2 --to-move white --moves", ["w a1, b b1"]);
    let four = (
        "solve 2x2 --position OXO. --to-move white --moves",
        ["w pass"],
    );
    for (game, code) in [(two, 0), (four, 3)] {
        let answer = json_with((game, limits, prove), code);
        let (answers, checked, why) = verify(std::slice::from_ref(&file));
        assert_eq!(checked, 0, "{why}");
        let proved = [&answers[0]["at_least"], &answers[0]["at_most"]];
        assert_eq!(proved, [&answer["value"]["lo"], &answer["value"]["hi"]]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn of_two_runs_that_write_one_file_the_stronger_proof_stays() {
    use crate::running::{end_of, start};

    let folder = Folder::new();
    for round in 0..10 {
        let file = folder.name(&format!("{round}.kpc"));
        let solve = ("solve 2x2 -q --certificate", [file.as_str()]);
        let runs = [
            start((solve, "--at-least -4")),
            start((solve, "--value-only")),
        ];
        let runs = runs.map(end_of);
        assert!(runs[1].status.success(), "{runs:?}");
        let (answers, code, why) = verify(&[file]);
        assert_eq!(
            (code, answers[0]["at_least"].as_i64()),
            (0, Some(1)),
            "{why}"
        );
    }
}

#[test]
fn a_game_that_is_over_needs_no_certificate() {
    let folder = Folder::new();
    let file = folder.name("over.kpc");
    refused(
        [
            "solve",
            "2x2",
            "--moves",
            "b pass, w pass",
            "--certificate",
            &file,
        ],
        &["the game is over"],
    );
    assert!(!folder.path("over.kpc").exists());
}

#[test]
fn other_files_are_not_replaced_but_certificates_are() {
    let folder = Folder::new();
    let notes = folder.write("notes.txt", b"keep me\n");
    let output = koproof(["solve", "2x2", "--certificate", &notes]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty(), "nothing is solved first");
    assert_eq!(folder.read("notes.txt"), b"keep me\n");
    let file = folder.name("a.kpc");
    stdout(["solve", "2x2", "--certificate", &file], 0);
    let text = "solve 2x2 --certificate-form text";
    stdout((text, &["--certificate", &file]), 0);
    assert!(folder.read("a.kpc").starts_with(b"koproof certificate"));
    let nowhere = folder.name("no/such/place.kpc");
    assert_eq!(
        koproof(["solve", "2x2", "--certificate", &nowhere])
            .status
            .code(),
        Some(2)
    );
}

/// It may be one of another board, or of a later version.
#[test]
fn a_certificate_whose_header_cannot_be_read_is_not_replaced() {
    let folder = Folder::new();
    let file = folder.name("a.kpc");
    stdout(["solve", "2x3", "--certificate", &file], 0);
    let mut bytes = folder.read("a.kpc");
    bytes[30] ^= 1;
    folder.write("a.kpc", &bytes);
    let words = ["a.kpc exists already", "its header cannot be read"];
    refused(["solve", "2x2", "--certificate", &file], &words);
    assert_eq!(folder.read("a.kpc"), bytes);
}

#[test]
fn a_check_of_several_files_ends_with_the_number_of_proofs() {
    let folder = Folder::new();
    let good = folder.name("1x3.kpc");
    stdout(["solve", "1x3", "--certificate", &good], 0);
    let bad = folder.write("bad.txt", b"koproof certificate 9\n");
    let last = |files: &[&str], code: i32| {
        let text = stdout(("verify", files), code);
        text.lines().last().map(str::to_owned)
    };
    let all = last(&[&good, &good], 0);
    assert_eq!(all.as_deref(), Some("proved: 2 of 2 files"));
    let some = last(&[&good, &bad, &good], 2);
    assert_eq!(some.as_deref(), Some("proved: 2 of 3 files"));
    // The answer for one file says it.
    let one = last(&[&good], 0).expect("it has lines");
    assert!(!one.contains("of 1"), "{one}");
    let (answers, _, _) = verify(&[good.clone(), good]);
    assert_eq!(answers.len(), 2, "JSON has a line for each file");
}
