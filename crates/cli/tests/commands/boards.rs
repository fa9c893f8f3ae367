//! `koproof boards`.

use super::{Folder, json, stdout};

#[test]
fn every_example_in_the_list_is_a_board_with_the_points_and_edges_it_says() {
    let kinds = json("boards");
    let kinds = kinds["families"].as_array().expect("it is a list");
    assert!(kinds.len() > 20);
    for kind in kinds.iter().filter(|kind| kind["points"].is_number()) {
        let about = json(["boards", kind["example"].as_str().expect("a name")]);
        assert_eq!(about["points"], kind["points"]);
        let edges = about["edges"].as_array().expect("a list").len();
        assert_eq!(edges, kind["edges"]);
    }
}

#[test]
fn the_list_has_a_line_for_each_family() {
    let text = stdout("boards", 0);
    for name in [
        "ROWSxCOLUMNS",
        "cycle:7",
        "hex:3",
        "cube-surface:2",
        "petersen",
        "@FILE",
    ] {
        assert!(text.lines().any(|line| line.contains(name)), "{name}");
    }
}

#[test]
fn a_grid_is_drawn_with_its_coordinates() {
    let text = stdout("boards 2x3", 0);
    assert!(text.contains("  2 . . .\n  1 . . .\n    a b c\n"), "{text}");
    assert!(text.contains("edges: 7\n"), "{text}");
}

/// D. West, *Introduction to Graph Theory*: the Petersen graph has 120 automorphisms, an n-prism (n ≠ 4) 4n,
/// the cube 48, the complete graph n!.
#[test]
fn automorphisms_are_counted() {
    let count = |name| json(["boards", name])["automorphisms"].clone();
    assert_eq!(count("petersen"), 120);
    assert_eq!(count("cube"), 48);
    assert_eq!(count("complete:6"), 720);
    assert_eq!(count("prism:32"), 128);
}

#[test]
fn what_is_only_part_of_the_automorphisms_says_so() {
    assert_eq!(json("boards complete:6")["automorphisms_complete"], true);
    assert_eq!(json("boards complete:9")["automorphisms_complete"], false);
    assert!(stdout("boards complete:9", 0).contains("automorphisms: at least "));
}

#[test]
fn a_board_can_be_read_from_a_file() {
    let directory = Folder::new();
    let path = directory.path("triangle.txt");
    std::fs::write(&path, "0 1\n1 2\n2 0\n").expect("there is room for a file");
    let about = json(["boards", &format!("@{}", path.display())]);
    assert_eq!(about["points"], 3);
    assert_eq!(about["graph6"], "Bw");
}

#[test]
fn the_graph6_of_a_board_names_the_same_graph() {
    let cycle = json("boards cycle:5");
    let name = format!("g6:{}", cycle["graph6"].as_str().expect("a text"));
    assert_eq!(json(["boards", &name])["edges"], cycle["edges"]);
}

#[test]
fn no_name_of_a_file_controls_the_terminal() {
    let directory = Folder::new();
    let path = directory.path("red\u{1b}[31m.txt");
    std::fs::write(&path, "0 1\n").expect("there is room for a file");
    let board = format!("@{}", path.display());
    let certificate = directory.path("red\u{1b}[31m.kpc");
    let certificate = certificate.display().to_string();
    let table = directory.path("red\u{1b}[31m.kpt");
    let table = table.display().to_string();
    let text_form = directory.path("red\u{1b}[31m.proof.txt");
    let text_form = text_form.display().to_string();
    for arguments in [
        &["boards", &board][..],
        &["show", &board],
        &["play", &board, "--as", "none"],
        &["solve", &board, "--certificate", &certificate],
        &["verify", &certificate],
        &["certificate", "convert", &certificate, &text_form],
        &["table", "solve", &board, "--out", &table],
        &["table", "info", &table],
        &["table", "diff", &table, &table],
    ] {
        let text = stdout(arguments, 0);
        assert!(text.contains("red\\u{1b}[31m."), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_koproof"));
    let name = std::ffi::OsStr::from_bytes(b"@caf\xe9.txt");
    let output = command.arg("boards").arg(name).output().expect("it runs");
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(line.contains("not UTF-8: @caf\u{fffd}.txt"), "{line}");
}

/// Stdin can be read only once.
#[test]
fn a_board_on_stdin_does_not_hide_what_is_wrong() {
    for (arguments, words) in [
        (&["solve", "@-", "--komi", "x"][..], "--komi"),
        (&["solve", "@-", "--node-limit", "x"], "--node-limit"),
        (&["boards", "@-"], "line 2: \"1 x\" is not an edge"),
    ] {
        let board = if arguments[0] == "boards" {
            "0 1\n1 x\n"
        } else {
            "0 1\n1 2\n"
        };
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"));
        let output = command
            .args(arguments)
            .write_stdin(board)
            .output()
            .expect("it runs");
        let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(line.contains(words), "{arguments:?}: {line}");
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_koproof"));
    let output = command
        .args(["solve", "@-", "--help"])
        .write_stdin("0 1\n")
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(0));
}
