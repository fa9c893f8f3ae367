//! `scripts/reproduce`: the results are what the program finds today, and what is not is noticed.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

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

#[test]
fn the_results_are_reproduced_byte_for_byte() {
    let output = reproduce(&[]);
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
    fs::write(&summary, text.replace("+9", "+8")).expect("there is room for a file");

    let directory = results.to_str().expect("temporary paths are UTF-8");
    let output = reproduce(&["--results", directory]);
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
    assert_eq!(complaint.lines().count(), 6, "{complaint}");
}

#[test]
fn wrong_usage_is_refused() {
    for arguments in [&["--everything"][..], &["tabels"], &["--results"]] {
        let output = reproduce(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr(&output).lines().count(), 1, "{arguments:?}");
    }
}
