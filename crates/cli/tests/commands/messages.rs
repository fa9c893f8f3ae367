//! Messages about bad input: what is wrong, where, and what to do.

use super::bad_input::refused;
#[cfg(target_os = "linux")]
use super::limited;
use super::{Folder, koproof, stdout};

#[test]
fn a_missing_move_is_named() {
    let moves = ["solve", "2x2", "--moves", "1.B[a2] 3.W[]"];
    refused(moves, &["move 2 is missing", "3.W[]"]);
    let again = "show 2x2 --moves '1.B[a2] 1.W[]'";
    refused(again, &["move 2 is missing"]);
    // A list may continue a game.
    stdout("show 2x2 --moves '7.B[a2] 8.W[] B[b1]'", 0);
}

#[test]
fn the_number_of_komi_fits_the_players() {
    for command in ["score", "solve"] {
        let few = [command, "path:3", "--players", "3", "--komi", "1"];
        refused(few, &["--komi", "1 number for 3 players", "0.5,1"]);
        let many = [command, "path:3", "--players", "3", "--komi", "1,2,3"];
        refused(many, &["--komi", "3 numbers for 3 players", "0.5,1"]);
    }
    let comma = "score 2x2 --komi 6,5";
    refused(comma, &["2 numbers for 2 players", "a point", "6.5"]);
    let exact = "score path:3 --players 3 --komi 1,2";
    stdout(exact, 0);
}

#[test]
fn an_option_that_would_do_nothing_is_refused() {
    let watched = "play 2x2 --as none --judge";
    refused(watched, &["--judge", "--as none"]);
    refused("draw 2x2 --scale 2", &["--scale", "PNG"]);
    let svg = "draw 2x2 --scale 2 --out a.svg";
    refused(svg, &["--scale", "PNG"]);
    refused("table diff a b --first 0", &["from 1 to"]);
}

#[test]
fn an_argument_is_named_without_brackets() {
    refused("rules x", &["PRESET: 'x' is not one of"]);
}

#[test]
fn a_file_is_no_directory_for_pages() {
    let folder = Folder::new();
    let file = folder.write("file", "");
    refused(["self", "man", "--out", &file], &[&file, "no directory"]);
}

#[test]
fn a_list_of_rules_may_have_blanks() {
    let folder = Folder::new();
    let out = folder.name("batch");
    let rules = "--rules 'nstt, tromp-taylor'";
    let run = ["batch", "run", "--boards", "path:2", "--out", &out];
    stdout((&run, rules), 0);
    stdout(("compare path:2", rules), 0);
}

#[test]
fn a_position_may_have_blanks_and_its_symbols_come_first() {
    for position in ["X. .O", " X.\n.O\n", "X. / .O"] {
        let text = stdout(["score", "2x2", "--position", position], 0);
        assert_eq!(text, stdout("score 2x2 --position X./.O", 0));
    }
    let word = "score 2x2 --position empty";
    refused(word, &["'e' at character 1"]);
    let late = "score 2x2 --position 'X. .Z'";
    refused(late, &["'Z' at character 5"]);
}

#[test]
fn endings_may_be_capitals() {
    let folder = Folder::new();
    let [table, rows, proof] = ["a.kpt", "A.CSV", "A.TXT"].map(|name| folder.name(name));
    stdout(["table", "solve", "path:2", "--out", &table], 0);
    stdout(["table", "export", &table, "--out", &rows], 0);
    stdout(["solve", "path:2", "--certificate", &proof], 0);
    let text = std::fs::read(proof).expect("it is there");
    assert!(text.starts_with(b"koproof certificate"));
}

#[test]
fn a_number_of_colorings_beyond_any_integer_is_still_exact() {
    let paranoid = ["--players", "3", "--concept", "paranoid", "--all-colorings"];
    let all = [&["solve", "8x8"], &paranoid[..]].concat();
    refused(&all, &["4^64 colorings"]);
}

#[test]
fn scores_have_a_limit_that_is_named() {
    let beyond = "solve 2x2 --at-least 1001";
    refused(beyond, &["`1001` is no score", "at most 1000 points"]);
}

#[test]
fn options_for_two_players_are_named_twice_rather_than_guessed() {
    let many = "solve 1x3 --players 3 --certificate x.kpc";
    refused(
        many,
        &["--certificate needs two players", "leave --certificate out"],
    );
}

#[test]
fn too_little_memory_is_refused_with_the_least() {
    for size in ["1K", "31M"] {
        refused(["solve", "2x2", "--memory", size], &[size, "at least 32M"]);
    }
    stdout("solve 2x2 --memory 32M", 0);
}

#[test]
fn every_command_has_the_version_of_the_program() {
    let version = stdout("--version", 0);
    assert!(version.starts_with("koproof "), "{version}");
    for command in [&["solve", "-V"][..], &["table", "info", "--version"]] {
        assert_eq!(stdout(command, 0), version);
    }
}

#[test]
fn a_table_needs_one_of_two_files() {
    refused("table solve 2x3", &["--out", "--export"]);
}

#[test]
fn a_board_with_a_wide_frontier_is_counted_by_the_other_method() {
    refused("count legal complete:40", &["--method enumerate"]);
}

#[test]
fn charts_say_what_is_wrong_with_a_file() {
    let folder = Folder::new();
    let cases = [
        ("none.csv", "a,b\n", "no line below it"),
        ("empty.csv", "", "is empty"),
        (
            "quote.csv",
            "points,value\n1,2\n3,\"4\n5,6\n",
            "line 3: a quote is opened",
        ),
        (
            "title.csv",
            "points,\"value\n1,2\n",
            "line 1: a quote is opened",
        ),
        (
            "twice.csv",
            "points,value,value\n1,2,3\n",
            "two columns are called \"value\"",
        ),
        (
            "bad.jsonl",
            "{\"points\":1,\"value\":1}\n{\"points\":}\n",
            "line 2, column 11: expected",
        ),
    ];
    for (name, text, words) in cases {
        let file = folder.write(name, text);
        refused(
            ["plot", &file, "--x", "points", "--y", "value"],
            &[name, words],
        );
    }
    let output = koproof([
        "plot",
        &folder.write("one.jsonl", "{]"),
        "--x",
        "a",
        "--y",
        "b",
    ]);
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(line.matches("line ").count(), 1, "{line}");
    // Quotes within a cell, and in a quoted cell, are characters.
    let file = folder.write(
        "good.csv",
        "points,value,name\n1,2,\"a \"\"b\"\"\"\n2,3,c\"d\n",
    );
    stdout(["plot", &file, "--x", "points", "--y", "value"], 0);
}

#[test]
fn games_that_are_no_sgf_are_refused_with_place_and_remedy() {
    let folder = Folder::new();
    let cases = [
        ("open.sgf", "(;SZ[3]\n;B[aa", "line 2: '[' has no ']'"),
        ("game.sgf", "(;SZ[3]\n;B[aa]\n", "line 1: '(' has no ')'"),
        ("close.sgf", "(;SZ[3])\n)", "line 2: ')' closes no game"),
        ("none.sgf", "hello", "a game begins with '(;'"),
        (
            "size.sgf",
            "(;SZ[0:3];B[aa])",
            "SZ gives a board of 0 columns and 3 rows",
        ),
        ("odd.sgf", "(;SZ[3]9)", "save it again"),
        (
            "komi.sgf",
            "(;SZ[2]KM;B[aa])",
            "KM has no value: write KM[]",
        ),
        ("size.sgf", "(;SZ\n;B[aa])", "SZ has no value"),
        ("dead.sgf", "(;SZ[2]AB[ab][ba]AW[aa])", "without liberties"),
    ];
    for (name, text, words) in cases {
        let file = folder.write(name, text);
        refused(["game", "replay", &file], &[name, words]);
    }
}

#[test]
fn a_damaged_plan_is_refused_with_a_remedy() {
    let folder = Folder::new();
    let batch = folder.name("batch");
    let run = ["batch", "run", "--boards", "path:2", "--out", &batch];
    stdout(run, 0);
    for name in ["boards.jsonl", "batch.json"] {
        let path = folder.path("batch").join(name);
        let good = std::fs::read(&path).expect("it is there");
        std::fs::write(&path, "{").expect("there is room for a file");
        let out = folder.name("out.csv");
        refused(["batch", "status", &batch], &[name, "--boards"]);
        refused(
            ["batch", "merge", &batch, "--out", &out],
            &[name, "--boards"],
        );
        refused(["batch", "run", "--out", &batch], &[name, "--boards"]);
        let output = koproof(run);
        assert_eq!(output.status.code(), Some(0), "the remedy helps");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("the plan is damaged and is written again"),
            "{said}"
        );
        assert_eq!(std::fs::read(&path).expect("it is there"), good);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_said_once() {
    let folder = Folder::new();
    let file = folder.name("a.kpc");
    stdout(["solve", "2x3", "--certificate", &file], 0);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(["certificate", "convert", &file, "-"])
        .stdout(full.expect("it can be opened"))
        .output();
    let output = output.expect("the program runs");
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert_eq!(line.matches("cannot write").count(), 1, "{line}");
}

#[test]
fn long_work_can_be_asked_to_show_no_progress() {
    let folder = Folder::new();
    let [table, proof, rows, text] =
        ["a.kpt", "a.kpc", "a.csv", "a.txt"].map(|name| folder.name(name));
    let certificate = ["--certificate", &proof];
    stdout(
        (&["table", "solve", "path:2", "--out", &table], &certificate),
        0,
    );
    for command in [
        &["table", "export", &table, "--out", &rows][..],
        &["table", "diff", &table, &table],
        &["certificate", "convert", &proof, &text],
        &["plot", &rows, "--kind", "histogram"],
        &["draw", "path:2"],
    ] {
        stdout((command, "--quiet"), 0);
    }
}

#[test]
fn a_game_is_not_replaced_by_its_tree() {
    let folder = Folder::new();
    let game = "(;GM[1]FF[4]SZ[2];B[aa])";
    let name = folder.write("g.sgf", game);
    refused(
        ["game", "sgf", "--game", &name, "--out", &name],
        &["--game and --out name the same file"],
    );
    let left = std::fs::read_to_string(folder.path("g.sgf"));
    assert_eq!(left.expect("it is there"), game);
}

#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_cannot_be_started_is_no_bad_input() {
    let folder = Folder::new();
    let path = folder.write("game.sgf", "(;SZ[2];B[aa])");
    let paranoid = "solve 1x2 --players 3 --concept paranoid --all-colorings";
    for (command, words) in [
        ("solve 2x2 --players 3", "cannot start a thread"),
        (paranoid, "cannot start a thread"),
        (&format!("game replay {path}"), "to read the game"),
    ] {
        let (code, line) = limited(command);
        assert_eq!((code, line.lines().count()), (Some(1), 1), "{line}");
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn rules_that_many_people_know_are_refused_with_a_rule_set_to_begin_with() {
    for (given, words) in [
        ("japanese", "reiss has territory scoring"),
        ("Chinese", "nstt has area scoring without suicide"),
        ("aga", "aga-like has the superko rule of the AGA"),
    ] {
        refused(["solve", "2x2", "--rules", given], &["tromp-taylor", words]);
        refused(["rules", given], &["tromp-taylor", words]);
    }
    let other = koproof("solve 2x2 --rules x");
    let other = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.contains(" has "), "{other}");
}

#[test]
fn a_game_on_a_board_that_is_too_large_is_named() {
    let folder = Folder::new();
    let file = folder.write("large.sgf", "(;SZ[19];B[aa])");
    refused(["game", "sgf", "--game", &file], &["large.sgf", "19x19"]);
}

#[test]
fn help_on_tables_says_which_build_has_tables_of_brackets() {
    for command in ["info", "export"] {
        let help = stdout(["table", command, "--help"], 0);
        assert!(help.contains("--features distribute"), "{help}");
    }
}
