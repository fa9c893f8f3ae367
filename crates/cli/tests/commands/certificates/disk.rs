//! Certificates on a disk without room: here a limit of the size of files.
#![cfg(unix)]

use std::process::{Command, Output};

use super::Folder;

/// Runs the program with files of at most so many KiB.
fn limited(kib: u32, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_koproof");
    let line = format!("ulimit -f {kib}; '{program}' {arguments}");
    let output = Command::new("bash").args(["-c", &line]).output();
    output.expect("bash is there")
}

/// Expects exit code 1 and one line on stderr, and returns stdout and this line.
fn failed(output: &Output) -> (String, String) {
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    (String::from_utf8_lossy(&output.stdout).into_owned(), line)
}

#[test]
fn the_answer_of_solve_is_printed_though_its_certificate_cannot_be_written() {
    let folder = Folder::new();
    let file = folder.name("a.kpc");
    let output = limited(1, &format!("solve 3x3 --quiet --certificate '{file}'"));
    let (text, line) = failed(&output);
    assert!(
        line.contains("cannot write") && line.contains("a.kpc"),
        "{line}"
    );
    assert_eq!(line.matches("cannot write").count(), 1, "{line}");
    // Tromp: Black takes the whole board.
    assert!(text.contains("value: B+9"), "{text}");
    let left = std::fs::read_dir(folder.path("")).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[test]
fn table_solve_writes_what_it_can() {
    let folder = Folder::new();
    let [table, rows, proof] = ["t.kpt", "t.csv", "t.kpc"].map(|name| folder.name(name));
    let files = format!("--out '{table}' --export '{rows}' --certificate '{proof}'");
    // Only the rows of 1x4 have more than 1024 bytes; with several threads the certificate may have them, too.
    let output = limited(1, &format!("table solve 1x4 --threads 1 --quiet {files}"));
    let lines = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(lines.contains("t.csv"), "{lines}");
    assert!(text.contains("t.kpt") && !text.contains("t.csv"), "{text}");
    let exists = [&table, &rows, &proof].map(|file| std::path::Path::new(file).exists());
    assert_eq!(exists, [true, false, true]);
    // A table that cannot be written does not cost the rows.
    let again = folder.name("no.kpt");
    let small = format!("table solve 1x2 --quiet --out '{again}' --export '{rows}'");
    let output = limited(0, &small);
    let lines = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    assert!(
        lines.contains("no.kpt") && lines.contains("t.csv"),
        "{lines}"
    );
    assert!(!output.stdout.is_empty());
}

#[test]
fn compare_prints_its_answer_though_certificates_cannot_be_written() {
    let folder = Folder::new();
    let proofs = folder.name("proofs");
    let rules = "--rules tromp-taylor,aga-like --first 1 --quiet";
    let output = limited(
        0,
        &format!("compare path:4 {rules} --certificates '{proofs}'"),
    );
    let lines = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.lines().all(|line| line.contains(".kpc")), "{lines}");
    assert!(text.contains("differ"), "{text}");
}
