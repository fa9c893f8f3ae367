//! Batches from the list of boards to the data set.

mod boards;
mod documented;
mod doubles;
mod exports;
mod looking_up;
mod merging;
mod resuming;
mod tasks;
mod two_plans;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use koproof_batch::{Cell, Merged, Plan, Shard, Tally, Task, Unwatched, Work, read_boards, run};

/// Enough boards for several shards, all of which are solved within a second.
const BOARDS: &str = "path:1..6 cycle:3..5 star:4..5 2x2 complete:4";

fn plan(boards: &str, rules: &[&str], task: Task, nodes: u64) -> Plan {
    let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
    let boards = read_boards(boards).expect("they are boards");
    Plan::new(&boards, &rules, task, nodes).expect("they are presets")
}

fn work(shard: &str) -> Work {
    Work {
        shard: shard.parse().expect("it is a shard"),
        threads: NonZeroUsize::new(2),
        fresh: false,
    }
}

fn run_whole(plan: &Plan, directory: &Path) -> Tally {
    run(plan, directory, work("0/1"), &Unwatched).expect("nothing is in the way")
}

/// Returns the bytes of the data in all forms, and of the manifest.
fn bytes(directories: &[&Path]) -> Vec<Vec<u8>> {
    let merged = Merged::new(directories).expect("they are parts of one batch");
    assert_eq!(merged.missing(), []);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let forms = ["csv", "jsonl", "parquet"];
    let path = |form| folder.path().join("data").with_extension(form);
    let mut paths = forms.map(path).to_vec();
    let manifest = koproof_batch::export(&merged, &paths).expect("it can be written");
    paths.extend(manifest);
    let read = |path: &PathBuf| std::fs::read(path).expect("it was written");
    paths.iter().map(read).collect()
}

/// Returns the rows of one batch, as name and cell.
fn rows(boards: &str, rules: &[&str], task: Task, nodes: u64) -> Vec<Vec<(&'static str, Cell)>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan(boards, rules, task, nodes), folder.path());
    let merged = Merged::new(&[folder.path()]).expect("it is a batch");
    let names: Vec<&str> = merged.columns().iter().map(|column| column.name).collect();
    let named = |row: Vec<Cell>| names.iter().copied().zip(row).collect();
    merged.rows().map(named).collect()
}

fn cell(row: &[(&'static str, Cell)], name: &str) -> Cell {
    let found = row.iter().find(|(column, _)| *column == name);
    found.expect("there is such a column").1.clone()
}

fn integer(row: &[(&'static str, Cell)], name: &str) -> Option<i64> {
    cell(row, name).as_i64()
}

fn text(row: &[(&'static str, Cell)], name: &str) -> String {
    match cell(row, name) {
        Cell::String(text) => text,
        other => panic!("{name} is {other:?}"),
    }
}

/// Returns the files of results.
fn result_files(directory: &Path) -> Vec<PathBuf> {
    let list = |directory: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).expect("it is there");
        entries
            .map(|entry| entry.expect("it is there").path())
            .collect()
    };
    let mut files: Vec<PathBuf> = list(&directory.join("units"))
        .iter()
        .flat_map(|part| list(part))
        .collect();
    files.sort();
    files
}

#[test]
fn every_unit_belongs_to_one_shard() {
    let shards: Vec<Shard> = ["0/3", "1/3", "2/3"]
        .map(|text| text.parse().expect("a shard"))
        .into();
    for unit in 0..20 {
        assert_eq!(shards.iter().filter(|shard| shard.has(unit)).count(), 1);
    }
}
