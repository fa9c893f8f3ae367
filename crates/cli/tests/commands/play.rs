//! `koproof play`: games at the terminal.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::{Value, json as value};

/// Plays with input lines, and returns exit code, stdout and stderr.
fn play(arguments: &[&str], typed: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_koproof"))
        .arg("play")
        .args(arguments)
        .env_remove("NO_COLOR")
        .write_stdin(typed)
        .timeout(std::time::Duration::from_secs(120))
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    let code = output.status.code().expect("it is not killed");
    (code, text(output.stdout), text(output.stderr))
}

fn played(arguments: &[&str], typed: &str) -> Value {
    let (code, text, complaints) = play(&[arguments, &["--format", "json"]].concat(), typed);
    assert_eq!((code, complaints.as_str()), (0, ""));
    serde_json::from_str(&text).expect("it is one object")
}

#[test]
fn perfect_play_can_be_watched_and_ends_with_the_published_value() {
    for (board, score) in [
        ("2x2", 1),
        ("3x3", 9),
        ("1x4", 4),
        ("2x3", 0),
        ("cycle:6", 1),
    ] {
        let game = played(&[board, "--as", "none"], "");
        assert_eq!(
            (&game["over"], &game["score"]),
            (&value!(true), &value!(score)),
            "{board}"
        );
    }
}

/// A search that takes hours hides neither the board nor what was said before it.
#[test]
fn the_board_is_there_before_the_first_move_of_the_program() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(["play", "5x5", "--as", "white", "--time-limit", "1h", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
    let is_there = lines.any(|line| line.expect("it is text").contains("a b c d e"));
    child.kill().expect("it runs");
    child.wait().expect("it was started");
    assert!(is_there);
}

#[test]
fn a_bad_player_loses_to_either_color() {
    let white = played(&["3x3"], "pass\npass\npass\npass\npass\n");
    assert_eq!(white["score"], -9);
    let black = played(&["3x3", "--as", "white"], "pass\npass\npass\npass\n");
    assert_eq!(black["score"], 9);
    assert_eq!(black["moves"][0], "b b2");
}

#[test]
fn two_people_have_a_referee_who_knows_superko() {
    let game = "a2\nb2\nw? \n";
    let (code, _, line) = play(&["2x2", "--as", "both"], game);
    assert_eq!((code, line.lines().count()), (2, 1), "{line}");
    for (typed, words) in [
        ("a2\nz9\n", "stdin, line 2: 'z9': no point \"z9\" here"),
        (
            "values x\n",
            "stdin, line 1: 'values x' is not one move; write b2, pass or help",
        ),
    ] {
        let (code, _, line) = play(&["2x2", "--as", "both"], typed);
        assert_eq!(code, 2, "{line}");
        assert!(line.contains(words) && line.contains("help"), "{line}");
    }
    let game = "a2\nb2\na1\nw b1\nb a2\na1\n";
    let (code, text, line) = play(&["2x2", "--as", "both"], &format!("{game}a2\n"));
    assert_eq!(code, 2);
    let words =
        "stdin, line 7: 'a2' is illegal: superko: it would recreate the position after move 1";
    assert!(line.contains(words), "{line}");
    assert!(text.contains("you play both sides"), "{text}");
    let (code, text, _) = play(
        &["2x2", "--as", "both"],
        &format!("{game}values\npass\npass\n"),
    );
    assert_eq!(code, 0);
    assert!(
        text.contains(
            "  pass  W+4 *\n  a2    illegal, superko: it would recreate the position after move 1\n"
        ),
        "{text}"
    );
    assert!(
        text.ends_with("the game is over: W+4 (White wins by 4)\n"),
        "{text}"
    );
}

#[test]
fn moves_can_be_taken_back_with_their_answers() {
    let game = played(&["3x3"], "a1\nundo\nundo\nb2\n");
    assert_eq!(game["moves"][0], "b b2");
    let (_, text, _) = play(&["3x3", "--moves", "b a1"], "quit\n");
    assert!(
        text.ends_with("the game was left before its end\n"),
        "{text}"
    );
    let (_, text, _) = play(&["3x3", "--moves", "b a1, w b2"], "undo\nquit\n");
    assert!(text.contains("there is nothing to take back"), "{text}");
}

#[test]
fn hints_are_the_best_moves_and_judgements_add_up() {
    let (_, text, _) = play(&["3x3", "--komi", "0.5"], "hint\nquit\n");
    assert!(text.contains("best: b2 (value B+8.5)\n"), "{text}");
    let typed = "a3\nundo\nb2\nquit\n";
    let (_, text, _) = play(&["3x3", "--judge"], typed);
    // The corner loses everything: +9 becomes -9.
    assert!(text.contains("that gave 18 points away\n"), "{text}");
    assert!(text.contains("that kept the value\n"), "{text}");
    assert_eq!(
        played(&["3x3", "--judge"], typed)["given_away"],
        value!({"lo": 0, "hi": 0}),
        "it was taken back"
    );
    assert_eq!(
        played(&["3x3", "--judge"], "a3\nquit\n")["given_away"],
        value!({"lo": 18, "hi": 18})
    );
    // The corner loses 18 points (van der Werf: 4x4 is worth 2), which a search of some thousand nodes cannot tell.
    let limited = ["4x4", "--judge", "--node-limit", "100000", "--threads", "1"];
    let (_, text, _) = play(&limited, "a1\nquit\n");
    assert!(text.contains("that gave at least "), "{text}");
    let away = &played(&limited, "a1\nquit\n")["given_away"];
    assert!(away["lo"].as_i64() < Some(18), "{away}");
    assert!(away["hi"].as_i64() >= Some(18), "{away}");
    assert_eq!(
        played(&["3x3"], "a3\nquit\n")["given_away"],
        Value::Null,
        "nobody has judged it"
    );
}

#[test]
fn the_json_of_a_game_says_which_moves_are_known_to_be_best() {
    let judged = |limit: &str| {
        let line = ["2x2", "--as", "white", "--judge", "--threads", "1", limit];
        played(&line, "pass\nquit\n")["judged"].clone()
    };
    let all = judged("--node-limit=100000");
    // 2x2 is worth 1 (Tromp).
    let first =
        value!({"number": 1, "value": {"lo": 1, "hi": 1}, "best": true, "given_away": null});
    assert_eq!(all[0], first);
    assert_eq!(all[1]["number"], 2);
    assert!(all[1]["given_away"]["lo"].is_i64(), "{all}");
    let unknown = judged("--node-limit=1");
    assert_eq!(unknown[0]["best"], false, "{unknown}");
}

#[test]
fn a_limit_that_ends_a_hint_is_not_called_time() {
    let limited = ["5x5", "--node-limit", "1", "--threads", "1", "--judge"];
    let (_, text, _) = play(&limited, "hint\nquit\n");
    let words = "a limit ended the search before it found the best move\n";
    assert!(text.contains(words), "{text}");
    assert!(!text.contains("time"), "{text}");
}

#[test]
fn colors_are_for_terminals_and_those_who_ask() {
    let escape = '\u{1b}';
    let (_, text, _) = play(&["2x2"], "a1\nquit\n");
    assert!(!text.contains(escape), "stdout is no terminal");
    let (_, text, _) = play(&["2x2", "--color", "always"], "a1\nquit\n");
    assert!(text.contains("\u{1b}[1;31mX\u{1b}[0m"), "{text}");
}

#[test]
fn boards_that_nobody_can_solve_are_played_with_a_word_of_doubt() {
    let (code, text, _) = play(
        &[
            "6x6",
            "--as",
            "white",
            "--time-limit",
            "50ms",
            "--threads",
            "1",
        ],
        "quit\n",
    );
    assert_eq!(code, 0);
    assert!(text.contains(", not known to be best)"), "{text}");
}
