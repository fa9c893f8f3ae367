//! Certificates that are there already.

use super::{Folder, verify};
use crate::bad_input::refused;
use crate::{koproof, stdout};

/// Runs a command that must end with this exit code, and returns its stdout and its one line on stderr.
fn answered(arguments: &[&str], code: i32) -> (String, String) {
    let output = koproof(arguments);
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    (text, line)
}

#[test]
fn a_certificate_of_the_value_is_not_replaced_by_one_of_a_bracket() {
    let folder = Folder::new();
    let file = folder.name("s.kpc");
    let exact = ["solve", "1x9", "--certificate", &file];
    stdout(exact, 0);
    let before = folder.read("s.kpc");
    // Two moves of Black in a row decide nothing yet: the bracket is wide.
    let short = ["--at-least", "1", "--node-limit", "10", "--threads", "1"];
    let weaker = [&exact[..], &short].concat();
    let (text, line) = answered(&weaker, 3);
    assert!(text.contains("value: open, from "), "{text}");
    // The empty 1x9 board is a tie: results/SERIES.md, and its certificate.
    let words = [
        "s.kpc states 0, the new certificate",
        "left as it is",
        "--force",
    ];
    for word in words {
        assert!(line.contains(word), "{line}");
    }
    assert_eq!(folder.read("s.kpc"), before);
    let forced = [&weaker[..], &["--force"]].concat();
    let output = koproof(&forced);
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stderr.is_empty(), "{output:?}");
    assert_ne!(folder.read("s.kpc"), before);
    // One that proves more takes its place.
    stdout(exact, 0);
    assert_eq!(verify(std::slice::from_ref(&file)).0[0]["at_least"], 0);
}

#[test]
fn a_certificate_of_something_else_is_refused_before_the_search() {
    let folder = Folder::new();
    let file = folder.name("s.kpc");
    stdout(["solve", "2x2", "--certificate", &file], 0);
    let before = folder.read("s.kpc");
    let cases: [(&[&str], &str); 4] = [
        (&["--position", "X..."], "another position"),
        (&["--to-move", "white"], "the other player to move"),
        (&["--moves", "b a1"], "other moves"),
        (&["--rules", "nstt"], "other rules"),
    ];
    for (options, found) in cases {
        let arguments = [&["solve", "2x2", "--certificate", &file], options].concat();
        refused(&arguments, &["s.kpc exists already", found, "--force"]);
    }
    // No search of this board ends.
    let other = ["solve", "5x5", "--certificate", &file];
    refused(other, &["another board"]);
    assert_eq!(folder.read("s.kpc"), before);
    let moves = ["solve", "2x2", "--moves", "b a1", "--certificate", &file];
    stdout((&moves, "--force"), 0);
    assert_ne!(folder.read("s.kpc"), before);
}

#[test]
fn the_certificate_of_a_table_is_not_replaced_by_one_of_a_position() {
    let folder = Folder::new();
    let (table, file) = (folder.name("r.kpt"), folder.name("r.kpc"));
    let of_table = [
        "table",
        "solve",
        "1x4",
        "--out",
        &table,
        "--certificate",
        &file,
    ];
    stdout(of_table, 0);
    let before = folder.read("r.kpc");
    let solve = ["solve", "1x4", "--certificate", &file, "--node-limit", "5"];
    refused(
        solve,
        &["r.kpc exists already", "a table, not of a position"],
    );
    assert_eq!(folder.read("r.kpc"), before);
    stdout(of_table, 0);
    let one = folder.name("one.kpc");
    stdout(["solve", "1x4", "--certificate", &one], 0);
    let of_table = [
        "table",
        "solve",
        "1x4",
        "--out",
        &table,
        "--certificate",
        &one,
    ];
    refused(
        of_table,
        &["one.kpc exists already", "a position, not of a table"],
    );
    stdout((&of_table, "--force"), 0);
}

#[test]
fn compose_and_convert_keep_what_proves_more() {
    let folder = Folder::new();
    let [exact, low, table] = ["exact.kpc", "low.kpc", "table.kpc"].map(|name| folder.name(name));
    stdout(["solve", "1x5", "--certificate", &exact], 0);
    let short = ["--at-least", "-1", "--certificate", &low];
    stdout(("solve 1x5", &short), 0);
    let before = folder.read("exact.kpc");
    let output = koproof(["certificate", "convert", &low, &exact]);
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(
        line.contains("left as it is") && line.lines().count() == 1,
        "{line}"
    );
    assert!(output.stdout.is_empty());
    assert_eq!(folder.read("exact.kpc"), before);

    let few = ["--out", &exact, "--node-limit", "1"];
    let compose = [&["certificate", "compose", &low], &few[..]].concat();
    let (text, line) = answered(&compose, 3);
    assert!(text.contains("value: open"), "{text}");
    assert!(
        line.contains("exact.kpc states 0, the new certificate"),
        "{line}"
    );
    assert_eq!(folder.read("exact.kpc"), before);

    // A table of one state proves less than one of all.
    let out = folder.name("t.kpt");
    stdout(
        [
            "table",
            "solve",
            "1x5",
            "--out",
            &out,
            "--certificate",
            &table,
        ],
        0,
    );
    let before = folder.read("table.kpc");
    let join = ["certificate", "compose", &exact, "--table", "--out", &table];
    let (text, line) = answered(&join, 0);
    assert!(text.contains("joined: 1 certificate"), "{text}");
    assert!(line.contains("table.kpc proves more about"), "{line}");
    assert_eq!(folder.read("table.kpc"), before);
    refused(
        ["certificate", "convert", &exact, &table],
        &["table.kpc exists already", "a table, not of a position"],
    );
    stdout(["certificate", "convert", &exact, &table, "--force"], 0);
    assert_ne!(folder.read("table.kpc"), before);
}

#[test]
fn a_certificate_that_proves_something_else_gets_a_name_beside_the_old_one() {
    let folder = Folder::new();
    let file = folder.name("proof.kpc");
    // 2x3 is worth 0: the second run proves at most B+2.
    let ask = |score| ["solve", "2x3", "--at-least", score, "--certificate", &file];
    stdout(ask("0"), 0);
    let before = folder.read("proof.kpc");
    let (text, line) = answered(&ask("3"), 0);
    assert!(text.contains("at least B+3: no"), "{text}");
    assert!(text.contains("proof-2.kpc"), "{text}");
    assert!(line.contains("proof.kpc states "), "{line}");
    assert!(line.contains("so the new one is in "), "{line}");
    assert_eq!(folder.read("proof.kpc"), before);
    let both = [&file, &folder.name("proof-2.kpc")];
    let both = stdout(["verify", both[0], both[1]], 0);
    assert_eq!(both.matches(": proved").count(), 2, "{both}");
}

#[test]
fn a_certificate_that_contradicts_the_new_one_is_kept_and_reported() {
    let folder = Folder::new();
    let file = folder.name("s.txt");
    let solve = ["solve", "1x3", "--certificate", &file];
    stdout(solve, 0);
    // Black takes the middle of 1x3. The header alone is read here.
    let honest = String::from_utf8(folder.read("s.txt")).expect("it is text");
    let forged = honest.replace("at-least 3", "at-least 4");
    let forged = forged.replace("at-most 3", "at-most 4");
    assert_ne!(forged, honest);
    folder.write("s.txt", forged.as_bytes());
    let (text, line) = answered(&solve, 4);
    assert!(text.contains("value: B+3"), "{text}");
    let words =
        "s.txt states B+4, the new certificate B+3 (komi not counted); one of the two is wrong";
    assert!(line.contains(words), "{line}");
    assert_eq!(folder.read("s.txt"), forged.as_bytes());
    assert!(line.contains("so the new one is in "), "{line}");
    assert_eq!(folder.read("s-2.txt"), honest.as_bytes());
    stdout((&solve, "--force"), 0);
    assert_eq!(folder.read("s.txt"), honest.as_bytes());
}
