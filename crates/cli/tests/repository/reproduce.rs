//! `scripts/reproduce`: the program still makes the same results, and differences are detected.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{read, root};

fn reproduce(arguments: &[&str]) -> Output {
    Command::new("bash")
        .arg(root().join("scripts/reproduce"))
        .args(arguments)
        .env("KOPROOF", env!("CARGO_BIN_EXE_koproof"))
        .output()
        .expect("there is bash")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Counts the files that are named. Lines of progress come by the clock.
fn named(complaint: &str) -> usize {
    let what = [": differs ", ": is missing", ": is not made "];
    let names = |line: &&str| what.iter().any(|what| line.contains(what));
    complaint.lines().filter(names).count()
}

#[test]
fn the_tables_and_the_summary_are_reproduced_byte_for_byte() {
    let output = reproduce(&["tables", "summary"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn results_that_are_not_reproduced_are_named() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let copy = |from: &Path, to: &Path| {
        fs::create_dir_all(to).expect("there is room for a directory");
        for entry in from.read_dir().expect("the results are there") {
            let path = entry.expect("the results can be read").path();
            if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                fs::copy(&path, to.join(name)).expect("there is room for a file");
            }
        }
    };
    let results = directory.path();
    copy(&root().join("results"), results);
    copy(&root().join("results/tables"), &results.join("tables"));

    let table = results.join("tables/2x2.nstt.kpt");
    let mut bytes = fs::read(&table).expect("a result");
    bytes[20] ^= 1;
    fs::write(&table, bytes).expect("there is room for a file");
    let manifest = results.join("tables/3x3.nstt.json");
    let text = fs::read_to_string(&manifest).expect("a result");
    fs::write(&manifest, text.replace("sha256\": \"", "sha256\": \"0")).expect("there is room");
    fs::remove_file(results.join("tables/cycle-3.nstt.json")).expect("a result");
    fs::write(results.join("tables/notes.txt"), "mine").expect("there is room for a file");
    let summary = results.join("SUMMARY.md");
    let text = fs::read_to_string(&summary).expect("a result");
    fs::write(&summary, text.replace("B+9", "B+8")).expect("there is room for a file");

    let directory = results.to_str().expect("temporary paths are UTF-8");
    let output = reproduce(&["--results", directory, "tables", "summary"]);
    let complaint = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{complaint}");
    for line in [
        "tables/2x2.nstt.kpt: differs",
        "tables/3x3.nstt.json: differs",
        "tables/cycle-3.nstt.json: is missing",
        "tables/notes.txt: is not made by this script",
        "SUMMARY.md: differs",
    ] {
        assert!(complaint.contains(line), "no {line:?} in {complaint}");
    }
    assert_eq!(named(&complaint), 5, "{complaint}");
}

/// Returns the arguments for a part with `--only` before each of these names.
fn only<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let names = names.iter().flat_map(|name| ["--only", *name]);
    names.chain(["certificates"]).collect()
}

/// All certificates take minutes (`scripts/reproduce certificates`); these are of every kind, and of both rule sets.
#[test]
fn certificates_are_reproduced_byte_for_byte() {
    let output = reproduce(&only(&[
        "2x2.nstt",
        "2x3.tromp-taylor",
        "2x6.tromp-taylor",
        "3x3.nstt",
        "3x4.nstt",
        "1x1.nstt",
        "1x9.nstt",
        "1x9.tromp-taylor",
        "cycle-8.nstt",
        "pair-1x6.positional",
        "pair-1x6.situational",
        "pair-2x3.positional",
        "pair-2x3.situational",
        "pair-1x2.positional",
        "pair-1x2.situational",
        "tables/2x4.nstt",
        "tables/3x3.tromp-taylor",
        "tables/path-5.nstt",
        "tables/cycle-7.tromp-taylor",
    ]));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn certificates_that_are_not_reproduced_are_named() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let results = directory.path();
    let path = results.to_str().expect("temporary paths are UTF-8");
    let three = only(&["1x3.nstt", "pair-1x2.situational", "tables/2x2.nstt"]);
    let run = |more: &[&str]| reproduce(&[&["--results", path], more, &three].concat());
    // The manifests cannot name the commit of a program that is given.
    let output = run(&["--update"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(!results.join("certificates").exists());
    let output = run(&["--update", "--any-commit"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    let certificates = results.join("certificates");
    let file = certificates.join("1x3.nstt.kpc");
    let mut bytes = fs::read(&file).expect("it was written");
    *bytes.last_mut().expect("it is not empty") ^= 1;
    fs::write(&file, bytes).expect("there is room for a file");
    let manifest = certificates.join("pair-1x2.situational.json");
    let text = fs::read_to_string(&manifest).expect("it was written");
    assert!(text.contains("\"at_most\": 0,"), "{text}");
    fs::write(
        &manifest,
        text.replace("\"at_most\": 0,", "\"at_most\": 1,"),
    )
    .expect("room");
    fs::remove_file(certificates.join("tables/2x2.nstt.json")).expect("it was written");
    let page = results.join("CERTIFICATES.md");
    let text = fs::read_to_string(&page).expect("it was written");
    fs::write(&page, text.replace("| B+3 |", "| B+2 |")).expect("there is room for a file");
    let output = run(&[]);
    let complaint = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{complaint}");
    for line in [
        "certificates/1x3.nstt.kpc: differs",
        "certificates/pair-1x2.situational.json: differs",
        "certificates/tables/2x2.nstt.json: is missing",
        "CERTIFICATES.md: differs",
    ] {
        assert!(complaint.contains(line), "no {line:?} in {complaint}");
    }
    assert_eq!(named(&complaint), 4, "{complaint}");
}

/// All boards take long (`scripts/reproduce series`), but most boards of most families are quick.
#[test]
fn boards_of_the_series_that_took_little_are_reproduced_byte_for_byte() {
    let output = reproduce(&["series", "--within", "20000"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn series_that_are_not_reproduced_are_named() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let results = directory.path().join("series");
    fs::create_dir(&results).expect("there is room for a directory");
    let change = |name: &str, from: &str, to: &str| {
        let text = read(format!("results/series/{name}"));
        assert!(text.contains(from), "{name}: {from}");
        fs::write(results.join(name), text.replacen(from, to, 1)).expect("there is room");
    };
    // The path of three points, whose value Black gets with the first stone.
    change(
        "lines-and-grids.csv",
        "nstt,done,,3,3,3,",
        "nstt,done,,2,2,2,",
    );
    for same in ["graphs.csv", "situational.csv"] {
        change(same, ",", ",");
    }
    let directory = directory.path().to_str();
    let directory = directory.expect("temporary paths are UTF-8");
    let output = reproduce(&["--results", directory, "series", "--within", "1"]);
    let complaint = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{complaint}");
    for line in [
        "series/lines-and-grids.csv: differs",
        "series/values.csv: is missing",
        "series/thin.svg: is missing",
        "SERIES.md: is missing",
    ] {
        assert!(complaint.contains(line), "no {line:?} in {complaint}");
    }
    for same in ["series/graphs.csv", "series/situational.csv"] {
        assert!(!complaint.contains(same), "{complaint}");
    }
}

#[test]
fn wrong_usage_is_refused() {
    for arguments in [
        &["--everything"][..],
        &["tabels"],
        &["--results"],
        &["--only"],
        &["--only", "9x9.nstt", "certificates"],
        &["--measure"],
        &["--any-commit"],
        &["--up-to", "9", "atlas"],
        &["--within", "few", "series"],
    ] {
        let output = reproduce(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr(&output).lines().count(), 1, "{arguments:?}");
    }
}
