//! `koproof table solve --certificate`, and `koproof verify TABLE --certificate`.

use koproof_tables::Table;

use super::Folder;
use crate::{json, json_with, koproof, stdout};

/// Solves a board and returns the names of its table and of the certificate.
fn solved(folder: &Folder, name: &str, arguments: &[&str]) -> (String, String) {
    let table = folder.name(&format!("{name}.kpt"));
    let certificate = folder.name(&format!("{name}.kpc"));
    let files = ["--out", &table, "--certificate", &certificate];
    stdout(("table solve", arguments, &files), 0);
    (table, certificate)
}

/// Asserts that the certificate does not prove the table, and returns the line with the reason.
fn refused(table: &str, certificate: &str) -> String {
    let output = koproof(["verify", table, "--certificate", certificate]);
    assert_eq!(output.status.code(), Some(4));
    let line = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[test]
fn every_value_of_a_table_is_proved_by_its_certificate() {
    let folder = Folder::new();
    for rules in ["tromp-taylor", "nstt"] {
        let arguments = ["2x3", "--rules", rules];
        let (table, certificate) = solved(&folder, rules, &arguments);
        let answer = json(["verify", &table, "--certificate", &certificate]);
        assert_eq!(answer["verdict"], "proved");
        assert_eq!(answer["proved"], answer["total"]);
        assert_eq!(answer["rules"]["name"], rules);
        let orbits = json(["table", "info", &table])["orbits"].as_u64();
        assert_eq!(answer["total"].as_u64(), orbits.map(|orbits| 2 * orbits));
    }
}

#[test]
fn a_wrong_value_is_named() {
    let folder = Folder::new();
    let (table, certificate) = solved(&folder, "path", &["path:4"]);
    let right = Table::load(&table).expect("it was just written");
    let representatives = right.representatives().clone();
    // A value that is one point better for Black, at any position where that is possible.
    let mut spoilt = None;
    let values: Vec<[i8; 2]> = representatives
        .iter()
        .map(|coloring| {
            let mut pair = right
                .values(&coloring)
                .expect("it is legal")
                .map(|value| value as i8);
            if spoilt.is_none() && coloring.occupied().len() == 2 && pair[0] < 4 {
                pair[0] += 1;
                spoilt = Some((coloring.to_symbols(4), pair[0]));
            }
            pair
        })
        .collect();
    let (position, value) = spoilt.expect("there is room for a point somewhere");
    let wrong = Table::new(right.board(), right.rules(), representatives, &values);
    let wrong = wrong.expect("it is a table all the same");
    let path = folder.name("wrong.kpt");
    wrong.save(&path).expect("there is room for a file");
    let line = refused(&path, &certificate);
    let words =
        format!("{position} with black to move is {value} in the table, but the certificate");
    assert!(line.contains(&words), "{line}");
    let answer = json_with(["verify", &path, "--certificate", &certificate], 4);
    assert_eq!(answer["verdict"], "refused");
    assert_eq!(
        answer["proved"].as_u64(),
        answer["total"].as_u64().map(|all| all - 1)
    );
}

#[test]
fn a_value_that_nothing_is_said_of_is_named() {
    let folder = Folder::new();
    let (table, _) = solved(&folder, "2x2", &["2x2"]);
    let one = folder.name("one.kpc");
    stdout(["solve", "2x2", "--certificate", &one], 0);
    let line = refused(&table, &one);
    assert!(
        line.contains("the certificate proves nothing of it"),
        "{line}"
    );
}

#[test]
fn board_and_rules_must_match() {
    let folder = Folder::new();
    let (table, _) = solved(&folder, "a", &["path:4"]);
    let others: [(&str, &[&str]); 3] = [
        ("graph", &["cycle:4"]),
        ("superko", &["path:4", "--superko", "situational"]),
        ("suicide", &["path:4", "--suicide", "forbid"]),
    ];
    for (what, arguments) in others {
        let (_, certificate) = solved(&folder, what, arguments);
        let line = refused(&table, &certificate);
        assert!(line.contains(&format!("the table is of {what} ")), "{line}");
    }
    // A proof for a position within a game proves nothing about games that start there.
    let game = folder.name("game.kpc");
    stdout(
        ["solve", "path:4", "--moves", "b 0", "--certificate", &game],
        0,
    );
    assert!(refused(&table, &game).contains("within a game"));
}

#[test]
fn a_damaged_table_or_certificate_has_no_verdict() {
    let folder = Folder::new();
    let (table, certificate) = solved(&folder, "2x2", &["2x2"]);
    let bytes = folder.read("2x2.kpt");
    let cut = folder.write("cut.kpt", &bytes[..bytes.len() - 1]);
    let output = koproof(["verify", &cut, "--certificate", &certificate]);
    assert_eq!(output.status.code(), Some(2));
    let bytes = folder.read("2x2.kpc");
    let cut = folder.write("cut.kpc", &bytes[..bytes.len() - 1]);
    assert!(refused(&table, &cut).contains("cut.kpc"));
    let output = koproof(["verify", &table, "--certificate", &cut, "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["verdict"], "refused");
    let output = koproof(["verify", &table, &table, "--certificate", &certificate]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn table_and_certificate_need_two_files() {
    let folder = Folder::new();
    let file = folder.name("one");
    let same = folder.name("./one");
    for other in [
        ["--certificate", &file],
        ["--certificate", &same],
        ["--checkpoint", &same],
    ] {
        let output = koproof((&["table", "solve", "2x2", "--out", &file], &other));
        assert_eq!(output.status.code(), Some(2), "{other:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("same file"), "{other:?}: {said}");
    }
    let left = std::fs::read_dir(folder.path(""))
        .expect("a folder")
        .count();
    assert_eq!(left, 0);
}
