//! Bad input of every kind: exit code 2, one line on stderr with the problem, and no answer.

use super::{Arguments, Folder, koproof};

/// Runs a command that must be refused, and returns the one line with the reason.
pub(super) fn refusal(arguments: impl Arguments) -> String {
    let output = koproof(&arguments);
    let arguments = arguments.list();
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?} has an answer");
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    let line = stderr.trim_end().to_owned();
    assert!(line.starts_with("koproof: "), "{line}");
    line
}

/// Asserts that a command is refused with a line that contains all these words.
#[track_caller]
pub(super) fn refused(arguments: impl Arguments, words: &[&str]) {
    let line = refusal(arguments);
    for word in words {
        assert!(line.contains(word), "no {word:?} in {line:?}");
    }
}

#[test]
fn a_command_is_needed_and_help_is_no_answer() {
    let output = koproof("");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn unknown_boards_are_refused_by_every_command() {
    for command in ["play", "gtp"] {
        refused([command, "@-"], &["reads moves from stdin"]);
    }
    for command in ["solve", "show", "boards"] {
        refused([command, "kagome:3"], &["kagome", "koproof boards"]);
    }
}

#[test]
fn a_self_loop_and_bad_graph6_are_refused_with_the_byte() {
    refused("solve edges:0-0", &["byte 7", "point 0", "itself"]);
    refused("solve 'g6:E!z_'", &["byte 5", "graph6"]);
}

#[test]
fn too_many_points_are_refused() {
    refused("solve 9x9", &["9x9", "81 points", "64"]);
    refused("show 30x30", &["900 points", "512"]);
}

#[test]
fn board_files_are_refused_by_name() {
    let folder = Folder::new();
    let argument = format!("@{}", folder.write("loop.txt", "0 1\n1 1\n"));
    refused(["solve", &argument], &["loop.txt", "line 2", "itself"]);
    refused("solve @no-such-file", &["no-such-file"]);
    refused("solve @", &["@graph.txt"]);
    let argument = format!("@{}", folder.0.path().display());
    refused(["solve", &argument], &["cannot read"]);
}

#[test]
fn a_file_in_the_place_of_a_board_is_called_a_file() {
    let folder = Folder::new();
    let file = folder.write("path.g6", "Bg\n");
    refused(["solve", &file], &["is a file: write @"]);
    for missing in ["graph.txt", "no/such/graph"] {
        refused(["solve", missing], &["there is no file", missing, "@FILE"]);
    }
}

#[test]
fn ranges_are_said_in_words() {
    let cases: [(&[&str], &str); 8] = [
        (&["solve", "2x2", "--players", "9"], "from 2 to 8"),
        (&["game", "sgf", "2x2", "--width", "0"], "from 1 to 64"),
        (&["score", "2x2", "--handicap", "x"], "from 0 to 512"),
        (&["count", "legal", "2x2", "--players", "1"], "from 2 to 8"),
        (&["explore", "2x2", "--port", "70000"], "from 0 to 65535"),
        (&["game", "random", "2x2", "--seed", "x"], "from 0 to 1844"),
        (&["game", "random", "2x2", "--games", "-1"], "from 1 to"),
        (&["table", "diff", "a", "b", "--first", "0"], "from 1 to"),
    ];
    for (arguments, range) in cases {
        refused(arguments, &[arguments[arguments.len() - 2], range]);
    }
}

#[test]
fn a_reason_is_said_once() {
    let folder = Folder::new();
    let out = folder.name("batch");
    let arguments = [
        "batch", "run", "--boards", "2x2", "--rules", "foo", "--out", &out,
    ];
    assert_eq!(refusal(arguments).matches("foo").count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_board_file_without_end_is_refused() {
    refused("boards @/dev/zero", &["/dev/zero", "larger than"]);
}

#[test]
fn positions_of_the_wrong_length_are_refused() {
    refused("solve 2x2 --position XX.", &["3 points", "the board has 4"]);
    refused("show 2x2 --position ''", &["0 points"]);
}

#[test]
fn symbols_and_separators_are_refused_with_their_place() {
    refused("solve 2x2 --position X./Z.", &["'Z'", "character 4"]);
    refused("show 2x2 --position X/...", &["'/'", "character 2"]);
}

#[test]
fn a_chain_without_liberties_is_no_start() {
    let position = "--position XX/XO";
    refused(
        ("solve 2x2", position),
        &["without liberties", "black", "a2 b2 a1"],
    );
    refused(
        ("show 2x2 --moves 'b pass'", position),
        &["without liberties"],
    );
}

#[test]
fn illegal_moves_are_refused_with_the_rule() {
    let moves = |board: &'static str, moves: &'static str| ["solve", board, "--moves", moves];
    refused(moves("2x2", "b a1, w a1"), &["move 2", "occupied"]);
    refused(
        moves("2x2", "b a2, w b2, b a1, w b1, b a2, w a1, b a2"),
        &["move 7", "superko", "after move 1"],
    );
    refused(moves("2x2", "b pass, w pass, b a1"), &["move 3", "over"]);
    refused(moves("2x2", "b c3"), &["move 1", "c3", "a1 to b2"]);
    refused(
        "show 2x3 --position OX./.X. --to-move white --rules nstt --moves 'w a1'",
        &["move 1", "suicide", "a2 a1"],
    );
}

#[test]
fn moves_out_of_turn_are_refused() {
    refused("solve 2x2 --moves 'w a1'", &["move 1", "black is to move"]);
    refused(
        "solve 2x2 --to-move white --moves 'w a1, w b1'",
        &["move 2", "black is to move"],
    );
    refused("solve 2x2 --moves a1", &["move 1", "no player"]);
}

#[test]
fn bad_rules_are_refused_with_what_would_be_right() {
    refused("solve 2x2 --komi 6.25", &["--komi", "6.25", "half"]);
    refused(
        "solve 2x2 --rules chinese",
        &["chinese", "tromp-taylor, nstt"],
    );
    refused("show 2x2 --superko none", &["situational"]);
    refused("solve 2x2 --suicide yes", &["allow, forbid"]);
    refused("solve 2x2 --to-move green", &["black, white"]);
    refused(
        "draw 2x2 --show values --players 3",
        &["--players: 3 are too many", "leave the option out"],
    );
    for command in ["show", "score", "draw"] {
        refused(
            [command, "2x2", "--to-move", "5"],
            &["--to-move", "5 does not play, there are 2 players"],
        );
    }
    refused(
        "compare 2x2 --certificates ''",
        &["--certificates", "the name is empty: name a directory"],
    );
    refused(
        "show 2x2 --clear 3",
        &["--clear", "3 does not play, there are 2 players"],
    );
}

#[test]
fn bad_limits_are_refused() {
    refused(
        "solve 2x2 --time-limit soon",
        &["--time-limit", "soon", "5m"],
    );
    refused(
        "solve 2x2 --time-limit 99999999999999999999",
        &["--time-limit"],
    );
    refused("solve 2x2 --node-limit 0", &["--node-limit"]);
    refused("solve 2x2 --memory 4X", &["--memory", "4G"]);
    refused("solve 2x2 --threads 0", &["--threads", "from 1"]);
    refused("solve 2x2 --threads 1000000", &["--threads"]);
}

#[test]
fn wrong_usage_is_one_line_too() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["solve"], &["missing: <BOARD>;"]),
        (
            &["certificate", "compose", "a.kpc"],
            &["missing: --out <FILE>;"],
        ),
        (
            &["solv", "2x2"],
            &["there is no command 'solv' here", "'solve'"],
        ),
        (
            &["solve", "2x2", "--kmi", "3"],
            &["there is no option '--kmi' here", "'--komi'"],
        ),
        (
            &["solve", "2x2", "--format", "xml"],
            &["--format: 'xml' is not one of text, json, csv;"],
        ),
        (
            &["solve", "2x2", "--to-move"],
            &["--to-move needs a value: one of black, white;"],
        ),
        (&["solve", "2x2", "--komi"], &["--komi needs a value;"]),
        (
            &["solve", "2x2", "2x3"],
            &["'2x3' is one argument too many;"],
        ),
        (
            &["solve", "2x2", "--threads", "1", "--threads", "2"],
            &["--threads is given twice;"],
        ),
    ];
    for (arguments, words) in cases {
        refused(arguments, words);
        refused(arguments, &["--help shows the usage"]);
    }
}

#[test]
fn negative_numbers_are_refused_as_values_and_not_as_options() {
    for option in ["--time-limit", "--node-limit", "--memory", "--threads"] {
        let value = format!("{option}: '-1' is not a");
        refused(["solve", "2x2", option, "-1"], &[&value]);
    }
}

#[test]
fn what_was_typed_cannot_break_the_line() {
    refused(["solve", "2x\n2"], &["byte 3"]);
    refused(
        ["solve", "2x2", "--komi", "a\nb\u{1b}[31m"],
        &["--komi", "a\\nb\\u{1b}"],
    );
    refused(["solve", "2x2", "--moves", "b\ta1\n,w b1\rx"], &["move 2"]);
}

#[test]
fn what_is_no_limit_is_refused_with_its_option() {
    let times = [
        "s",
        "0",
        "-1",
        "1y",
        "1.2.3s",
        "99999999999999999999s",
        "4000d",
        "ten",
    ];
    let counts = ["0", "_", "1X", "99999999999G"];
    let sizes = ["0", "G", "4X", "1_0K", "17179869184T"];
    for (option, texts) in [
        ("--time-limit", &times[..]),
        ("--node-limit", &counts),
        ("--memory", &sizes),
    ] {
        for text in texts {
            refused(
                ["solve", "2x2", &format!("{option}={text}")],
                &[option, text],
            );
        }
    }
}

#[test]
fn what_is_quoted_does_not_fill_the_screen() {
    let line = refusal([
        "solve",
        "2x2",
        "--moves",
        &format!("b {}", "ä".repeat(50_000)),
    ]);
    assert!(line.chars().count() < 1_020, "{line}");
    assert!(line.contains('…'), "{line}");
}

#[test]
fn text_that_only_nearly_has_the_form_is_refused() {
    for (arguments, words) in [
        (
            &["solve", "2x2", "--moves", "B[a2"][..],
            &["move 1", "B[a2"][..],
        ),
        (
            &["show", "2x2", "--position", "..//.."],
            &["'/'", "character 4"],
        ),
        (
            &["solve", "2x2", "--komi", "1", "--komi", "2"],
            &["--komi", "twice"],
        ),
        (
            &["solve", "2x2", "--komi", "7.50"],
            &["not written", "7, 6.5"],
        ),
        (
            &["solve", "2x2", "--checkpoint", "/"],
            &["/", "not a regular file"],
        ),
    ] {
        refused(arguments, words);
    }
}

#[test]
fn more_prisoners_than_a_score_can_count_are_refused() {
    let score = ["score", "2x2", "--rules", "reiss", "--prisoners"];
    for counts in ["1000001,0", "0,4294967295", "-1,2"] {
        refused((&score, &[counts]), &[counts, "1000000"]);
    }
    let most = super::json((&score, "1000000,0 --komi 0"));
    assert_eq!(most["score"], 1_000_000);
}

#[test]
fn an_export_does_not_replace_the_board_that_it_is_made_from() {
    let folder = Folder::new();
    let name = &*folder.write("edges.csv", "0 1\n1 2\n");
    let source = format!("@{name}");
    refused(
        ["table", "solve", &source, "--export", name],
        &["the board", "--export", "same file"],
    );
    assert_eq!(folder.read("edges.csv"), b"0 1\n1 2\n");
}
