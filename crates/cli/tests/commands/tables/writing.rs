//! The files that `table solve` writes, and those that it does not change.

use super::super::bad_input::refused;
use super::super::{exactly, koproof};
use super::{Folder, json, read, stdout};

#[test]
fn a_table_says_what_it_has_solved() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    // Of 2x2: 57 legal colorings by Tromp and Farnebäck, the empty board +1 by Tromp.
    let answer = json(["table", "solve", "2x2", "--out", &file]);
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["legal_colorings"], 57);
    assert_eq!(answer["states"], 114);
    assert_eq!(answer["empty_board"]["black"], exactly(1));
    assert_eq!(answer["empty_board"]["white"], exactly(-1));
    assert_eq!(answer["bytes"], read(&file).len());
    assert_eq!(folder.names(), ["t.kpt"]);
    let text = stdout(
        ["table", "solve", "2x2", "--out", &file, "--komi", "0.5"],
        0,
    );
    let line = "empty board: B+0.5 with black to move, W+1.5 with white to move, komi 0.5 counted";
    assert!(text.contains(line), "{text}");
}

#[test]
fn komi_changes_no_byte_of_a_table() {
    let folder = Folder::new();
    let without = read(folder.table("2x3", &[]));
    let with = read(folder.table("2x3", &["--komi", "6.5"]));
    assert_eq!(without, with);
}

#[test]
fn the_number_of_threads_changes_no_byte_of_a_table() {
    let folder = Folder::new();
    for board in ["3x3", "cycle:7", "path:7"] {
        for rules in ["tromp-taylor", "nstt"] {
            let bytes =
                |threads| read(folder.table(board, &["--rules", rules, "--threads", threads]));
            let one = bytes("1");
            assert_eq!(bytes("2"), one, "{board} {rules}");
            assert_eq!(bytes("8"), one, "{board} {rules}");
        }
    }
}

#[test]
fn a_table_of_the_same_board_and_rules_is_made_again() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let before = read(&file);
    stdout(["table", "solve", "2x2", "--out", &file], 0);
    assert_eq!(read(&file), before);
}

#[test]
fn nothing_else_is_replaced_without_force() {
    let folder = Folder::new();
    let file = folder.table("2x2", &[]);
    let before = read(&file);
    let table = |board, rules| ["table", "solve", board, "--rules", rules, "--out", &file];
    refused(
        table("2x3", "tromp-taylor"),
        &["table of 2x2", "2x3", "--force"],
    );
    refused(
        table("2x2", "nstt"),
        &["suicide allowed", "suicide forbidden", "--force"],
    );
    assert_eq!(read(&file), before);

    let half = &before[..before.len() / 2];
    for other in [b"my notes", half] {
        std::fs::write(&file, other).expect("there is room for a file");
        refused(
            table("2x2", "nstt"),
            &["t.kpt", "exists already", "--force"],
        );
        assert_eq!(read(&file), other);
    }
    stdout((&table("2x2", "nstt"), "--force"), 0);
    assert_eq!(json(["table", "info", &file])["rules"]["name"], "nstt");
    // In an empty file nothing can be lost.
    std::fs::write(&file, "").expect("there is room for a file");
    stdout(table("2x2", "nstt"), 0);
    assert_eq!(folder.names(), ["t.kpt"]);
}

#[test]
fn a_table_with_other_values_is_kept_and_reported() {
    use koproof_tables::Table;
    let folder = Folder::new();
    let file = folder.table("path:2", &[]);
    let table = Table::load(&file).expect("it was written just now");
    // The representatives are `..` and `O.`.
    let wrong = [[0, 0], [2, 1]];
    let representatives = table.representatives().clone();
    Table::new(table.board(), table.rules(), representatives, &wrong)
        .expect("possible values")
        .save(&file)
        .expect("there is room for a file");
    let before = read(&file);
    let (beside, csv) = (folder.name("t-2.kpt"), folder.name("t.csv"));
    let output = koproof([
        "table", "solve", "path:2", "--out", &file, "--export", &csv, "--format", "json",
    ]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let words = format!("one of the two is wrong, so the new table is in {beside}");
    assert!(stderr.contains(&words), "{stderr}");
    assert_eq!(read(&file), before);
    assert_eq!(read(&beside), read(folder.table("path:2", &[])));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&answer["file"], &answer["exported"]),
        (&beside.into(), &csv.into())
    );
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    // Tables of these boards would never be finished.
    refused(
        ["table", "solve", "4x4", "--out", &folder.name("no/t.kpt")],
        &["cannot write", "no/t.kpt", "make its directory first"],
    );
    refused(
        ["table", "solve", "4x4", "--out", &folder.name("")],
        &["cannot write", "not a regular file"],
    );
    let null = ["table", "solve", "4x4", "--out", "/dev/null"];
    refused(null, &["/dev/null", "not a regular file"]);
    assert!(folder.names().is_empty());
}

#[test]
fn boards_with_too_many_colorings_are_refused() {
    let folder = Folder::new();
    refused(
        ["table", "solve", "3x6", "--out", &folder.name("t.kpt")],
        &["18 points", "17"],
    );
    assert!(folder.names().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn the_name_of_a_file_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    let folder = Folder::new();
    let path = folder.0.path().join(OsStr::from_bytes(b"t\xff.kpt"));
    for arguments in [&["table", "solve", "1x2", "--out"][..], &["table", "info"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_koproof"));
        let output = command.args(arguments).arg(&path).output();
        let output = output.expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {stderr}");
    }
    assert!(path.exists());
}
