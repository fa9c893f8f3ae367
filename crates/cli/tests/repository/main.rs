//! The documents and the results of the repository agree with each other, with the program and with published values.

mod area_and_territory;
#[cfg(unix)]
mod documents;
mod published;
mod readmes;
#[cfg(unix)]
mod reproduce;
mod results;
mod separation;
mod series;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn results() -> PathBuf {
    root().join("results")
}

/// Reads a file of the repository.
fn read(file: impl AsRef<Path>) -> String {
    let file = root().join(file);
    fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

/// Reads the JSON of a file of the repository.
fn json(file: impl AsRef<Path>) -> Value {
    serde_json::from_str(&read(file)).expect("it is JSON")
}

/// A row of a CSV file, by column.
type Row = BTreeMap<String, String>;

/// Reads the rows of a CSV file of the repository.
fn rows(file: &str) -> Vec<Row> {
    let text = read(file);
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>()
        .expect("every row has every column")
}

/// Reads a score in human-readable form, `B+1`, `W+4` or `0`.
fn score(text: &str) -> i32 {
    let number = |text: &str| -> i32 { text.parse().expect("a number") };
    match text.split_once('+') {
        Some(("B", points)) => number(points),
        Some(("W", points)) => -number(points),
        _ => number(text),
    }
}

/// Runs the program under `results/`.
fn koproof(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koproof"));
    let output = command.args(arguments).current_dir(results()).output();
    output.expect("the program runs")
}

/// Does the same, and returns the stdout of a success.
fn stdout(arguments: &[&str]) -> String {
    let output = koproof(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

/// Does the same with `--format json`, and returns the answers, one of each line.
fn answers(arguments: &[&str]) -> Vec<Value> {
    let text = stdout(&[arguments, &["--format", "json"]].concat());
    let answers = text.lines().map(serde_json::from_str);
    answers.collect::<Result<_, _>>().expect("they are JSON")
}
