//! Every command with bad boards and bad files: refused in one line, and nothing is written.

use std::fs;
use std::path::Path;

use super::Folder;
use super::bad_input::refused;

/// Commands with a board argument, with their other required arguments.
const BOARDS: [&[&str]; 15] = [
    &["boards"],
    &["compare", "--rules", "nstt,nstt-situational"],
    &["retrograde", "--out", "brackets.kpb"],
    &["draw", "--out", "picture.svg"],
    &["explore", "--port", "0"],
    &["gtp"],
    &[
        "solve",
        "--players",
        "3",
        "--concept",
        "paranoid",
        "--all-colorings",
    ],
    &["play"],
    &["game", "random", "--games", "1"],
    &["retrograde"],
    &["score"],
    &["game", "sgf", "--out", "tree.sgf"],
    &["show"],
    &["solve", "--certificate", "proof.kpc"],
    &["status"],
];

/// Texts that are no boards.
const NO_BOARDS: [&str; 17] = [
    "",
    "0x0",
    "3xx",
    "99999999999999999999x2",
    "65535x65535",
    "4294967296x1",
    "cycle:0",
    "cycle:99999999999",
    "path:",
    "star:70000",
    "g6:",
    "g6:~~~~~~~~~~",
    "edges:",
    "edges:0-999999999",
    "@",
    "@.",
    "@no-such-file",
];

/// Commands with a file argument, with their other required arguments.
const FILES: [&[&str]; 9] = [
    &["certificate", "convert", "--out", "copy.txt"],
    &["table", "export", "--out", "lines.csv"],
    &["table", "info"],
    &["plot", "--out", "chart.svg"],
    &["table", "query", "--position", "...."],
    &["game", "replay"],
    &["game", "sgf", "--out", "judged.sgf", "--game"],
    &["certificate", "play"],
    &["verify"],
];

/// Runs a command with one more argument, at the end or as the value of the last option, and expects a refusal.
fn refuse(command: &[&str], what: &str) {
    let arguments = [command, &[what]].concat();
    refused(&arguments, &[]);
}

fn files_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("it can be listed");
    let names = entries.map(|entry| entry.expect("it is there").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.into_string().expect("names are UTF-8"))
        .collect();
    names.sort();
    names
}

/// Returns the command with its files in a directory.
fn within(directory: &Path, command: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
    for index in 1..words.len() {
        if words[index - 1] == "--out" || words[index - 1] == "--certificate" {
            words[index] = directory.join(&words[index]).display().to_string();
        }
    }
    words
}

#[test]
fn what_is_no_board_is_refused_by_every_command_and_nothing_is_written() {
    let directory = Folder::new();
    for command in BOARDS {
        let command = within(directory.0.path(), command);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        for board in NO_BOARDS {
            refuse(&command, board);
        }
    }
    assert_eq!(files_in(directory.0.path()), [""; 0]);
}

#[test]
fn what_is_no_file_of_ours_is_refused_by_every_command_and_nothing_is_written() {
    let directory = Folder::new();
    let path = |name: &str| directory.path(name);
    fs::create_dir(path("directory")).expect("there is room for a directory");
    let junk: Vec<u8> = (0..3_000_u32)
        .map(|number| ((number * number) >> 3) as u8)
        .collect();
    fs::write(path("junk"), junk).expect("there is room for a file");
    fs::write(path("empty"), "").expect("there is room for a file");
    fs::write(path("text"), "hello\n").expect("there is room for a file");
    let before = files_in(directory.0.path());
    for command in FILES {
        let command = within(directory.0.path(), command);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        for name in &before {
            refuse(&command, &path(name).display().to_string());
        }
        refuse(&command, "/no/such/file");
        refuse(&command, "");
        if cfg!(target_os = "linux") {
            refuse(&command, "/dev/zero");
        }
    }
    assert_eq!(files_in(directory.0.path()), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_is_said_to_be_one() {
    use std::process::{Command, Stdio};

    for arguments in [
        &["solve", "2x2"][..],
        &["solve", "2x2", "--format", "json"],
        &["game", "sgf", "2x2"],
        &["draw", "2x2"],
        &["game", "random", "3x3", "--games", "2000"],
        &["boards"],
        &["--help"],
    ] {
        let full = fs::File::create("/dev/full").expect("it can be opened");
        let output = Command::new(env!("CARGO_BIN_EXE_koproof"))
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
        let begins = stderr.starts_with("koproof: cannot write the answer to stdout: ");
        assert!(
            begins && stderr.lines().count() == 1,
            "{arguments:?}: {stderr}"
        );
    }
}
