//! `koproof certificate play`: playing against a proof.

use assert_cmd::Command;
use serde_json::{Value, json as value};

use super::{Folder, json, koproof, stdout};

/// A certificate of a board in a directory that is removed after the test.
struct Certificate {
    _folder: Folder,
    path: String,
}

impl Certificate {
    fn new(arguments: &[&str]) -> Self {
        let folder = Folder::new();
        let path = folder.name("it.kpc");
        let mut arguments = arguments.to_vec();
        let table = folder.name("it.kpt");
        if arguments[0] == "table" {
            arguments.extend(["--out", &table]);
        }
        arguments.extend(["--certificate", &path]);
        stdout(&arguments, 0);
        Self {
            path,
            _folder: folder,
        }
    }

    /// Plays these moves, one on each line, and returns the exit code, stdout and stderr.
    fn play(&self, moves: &str, more: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_koproof"))
            .args(["certificate", "play", &self.path])
            .args(more)
            .write_stdin(moves)
            .output()
            .expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
        let code = output.status.code().expect("it is not killed");
        (code, text(output.stdout), text(output.stderr))
    }
}

#[test]
fn a_person_can_leave_the_game() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    for word in ["quit", "q"] {
        let (code, text, complaints) = certificate.play(&format!("{word}\npass\n"), &[]);
        assert_eq!((code, complaints.as_str()), (0, ""), "{text}");
        assert!(text.contains("the game was left before its end"), "{text}");
    }
}

#[test]
fn the_proof_answers_until_the_bound_is_met() {
    let certificate = Certificate::new(&["solve", "3x3"]);
    let (code, text, complaints) = certificate.play("pass\n\nw pass\n", &[]);
    assert_eq!((code, complaints.as_str()), (0, ""));
    assert!(
        text.contains("Black plays the proof of at least B+9; you are white\n"),
        "{text}"
    );
    // Drange: on 3x3 Black opens in the centre and owns the whole board.
    assert!(text.contains("b b2  (step "), "{text}");
    let verdict = "the game is over: B+9 (Black wins by 9); at least B+9 was proved: met\n";
    assert!(text.ends_with(verdict), "{text}");
}

#[test]
fn either_bound_can_be_played_for() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    let (code, text, _) = certificate.play(
        "a1\npass\npass\npass\n",
        &["--bound", "at-most", "--format", "json"],
    );
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(answer["prover"], "white");
    assert_eq!(answer["bound"], value!({"at_most": 1}));
    assert_eq!(
        (&answer["over"], &answer["met"]),
        (&value!(true), &value!(true))
    );
    assert_eq!(answer["moves"][0], "b a1");
    assert!(answer["score"].as_i64() <= Some(1));
}

#[test]
fn a_bad_move_in_a_script_ends_it_with_the_reason() {
    let certificate = Certificate::new(&["solve", "3x3"]);
    let cases = [
        ("b2\n", "b2 is occupied"),
        ("b a1\n", "white is to move"),
        ("z9\n", "z9"),
        ("w a1, b a2\n", "not one move"),
    ];
    for (moves, words) in cases {
        let (code, _, line) = certificate.play(moves, &[]);
        assert_eq!(code, 2, "{line}");
        assert!(line.contains(words), "{line}");
        assert_eq!(line.lines().count(), 1, "{line}");
    }
}

#[test]
fn a_game_can_be_left() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    let (code, text, _) = certificate.play("", &["--format", "json"]);
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        (&answer["over"], &answer["met"]),
        (&value!(false), &value!(null))
    );
}

#[test]
fn a_game_goes_on_after_the_moves_of_the_certificate() {
    let moves = "b a2, w b2, b a1, w b1, b a2, w a1";
    let certificate = Certificate::new(&["solve", "2x2", "--moves", moves]);
    // Superko forbids a2, as in the documented game.
    let (code, _, line) = certificate.play("a2\n", &["--bound", "at-most"]);
    assert_eq!(code, 2);
    assert!(
        line.contains("superko: it would recreate the position after move 1"),
        "{line}"
    );
    let (code, text, _) = certificate.play("pass\n", &["--bound", "at-most", "--format", "json"]);
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(answer["moves"][0], "b a2");
    assert_eq!(answer["score"], -4);
    assert_eq!(answer["met"], true);
}

#[test]
fn random_opponents_never_do_better_than_the_bounds() {
    for rules in [["--superko", "positional"], ["--superko", "situational"]] {
        let certificate = Certificate::new(&["solve", "2x3", rules[0], rules[1]]);
        let answer = json(["certificate", "play", &certificate.path, "--random", "500"]);
        assert_eq!(answer["games"], 1000);
        assert_eq!(answer["met"], true);
        let bounds = answer["bounds"].as_array().expect("both are proved");
        // Drange, and brute force under situational superko: the empty 2x3 board is a tie.
        assert_eq!(bounds[0]["bound"], value!({"at_least": 0}));
        assert!(bounds[0]["least_score"].as_i64() >= Some(0));
        assert_eq!(bounds[1]["bound"], value!({"at_most": 0}));
        assert!(bounds[1]["greatest_score"].as_i64() <= Some(0));
        let play = ["certificate", "play", &certificate.path, "--random", "500"];
        let again = json((&play, "--limit-stones"));
        assert_eq!(answer, again, "the seed determines the games");
    }
}

#[test]
fn a_table_is_played_from_any_position() {
    let certificate = Certificate::new(&["table", "solve", "2x3"]);
    let answer = json([
        "certificate",
        "play",
        &certificate.path,
        "--random",
        "300",
        "--seed",
        "7",
    ]);
    assert_eq!(
        (&answer["games"], &answer["met"]),
        (&value!(600), &value!(true))
    );
    // The documented position: White to move, Black gets all six points.
    let position = ["--position", "OX./.X.", "--to-move", "white"];
    let more = [
        &position[..],
        &["--random", "50", "--bound", "at-least", "--format", "json"],
    ]
    .concat();
    let (code, text, _) = certificate.play("", &more);
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(answer["bounds"][0]["bound"], value!({"at_least": 6}));
    assert_eq!(answer["bounds"][0]["least_score"], 6);
    let (code, _, line) = certificate.play("", &["--position", "XXXXXX"]);
    assert_eq!(code, 2, "{line}");
}

#[test]
fn what_is_not_proved_is_not_played() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    let (code, _, line) = certificate.play("", &["--position", "X..."]);
    assert_eq!(code, 2);
    assert!(line.contains("one position"), "{line}");
    let bytes = std::fs::read(&certificate.path).expect("it is there");
    std::fs::write(&certificate.path, &bytes[..bytes.len() - 1]).expect("there is room");
    assert_eq!(
        koproof(["certificate", "play", &certificate.path, "--random", "1"])
            .status
            .code(),
        Some(4)
    );
    assert_eq!(
        koproof("certificate play missing.kpc").status.code(),
        Some(2)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_games_are_counted() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    let arguments = ["certificate", "play", &certificate.path, "--random", "1G"];
    let mut seconds = [1, 5, 20].into_iter();
    let is_counted = seconds.any(|seconds| {
        let child = super::running::start(arguments);
        // Too early, the signal stops the check.
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        let output = super::signals::interrupt(child);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(130), "{text}");
        text.matches("; scores from ").count() == 2
    });
    assert!(is_counted);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_because_the_certificate_is_read_twice() {
    let certificate = Certificate::new(&["solve", "2x2"]);
    let bytes = std::fs::read(&certificate.path).expect("it is there");
    let out = format!("{}.joined", certificate.path);
    for arguments in [
        ["play", "/dev/stdin", "--random", "2"],
        ["compose", "/dev/stdin", "--out", &out],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_koproof"));
        command.arg("certificate").args(arguments);
        let output = command
            .write_stdin(bytes.clone())
            .output()
            .expect("it runs");
        let line = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(
            line.contains("/dev/stdin: a pipe cannot be read twice"),
            "{line}"
        );
    }
    assert!(!std::path::Path::new(&out).exists());
}
