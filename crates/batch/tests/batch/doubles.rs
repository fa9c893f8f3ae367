//! Several results of one unit, and results that are none although their checksum is right.

use std::fs;
use std::path::{Path, PathBuf};

use koproof_batch::{
    Cell, Found, Merged, Outcome, Plan, Results, Shard, Status, Task, columns, status,
};

use super::{bytes, plan, result_files, run_whole};

/// Runs a batch of one unit; returns its plan, its outcome and the file of that.
fn one_unit(directory: &Path) -> (Plan, Outcome, PathBuf) {
    let plan = plan("path:3", &["nstt"], Task::Empty, 100_000);
    run_whole(&plan, directory);
    let results = Results::list(directory).expect("it is there");
    let found = results.find(&plan.units()[0]).expect("it can be read");
    let Found::Outcome(outcome, path) = found else {
        panic!("{found:?}");
    };
    (plan, *outcome, path)
}

/// Stores an outcome beside the file of another of the same unit, as another process does; returns its path.
fn store_beside(path: &Path, outcome: &Outcome) -> PathBuf {
    let (bytes, digest) = outcome.to_bytes();
    let other = path.with_file_name(format!("{}-{digest}.json", outcome.unit.id()));
    fs::write(&other, bytes).expect("it can be written");
    other
}

/// An outcome without an answer.
fn failed(outcome: &Outcome, reason: &str) -> Outcome {
    let row = columns(Task::Empty).iter().map(|column| match column.name {
        "reason" => Cell::from(reason),
        _ => Cell::Null,
    });
    Outcome {
        unit: outcome.unit.clone(),
        status: Status::Failed,
        rows: vec![row.collect()],
    }
}

/// A run that is killed before it has removed the earlier failure leaves both, and so do two runs at once.
#[test]
fn an_answer_counts_more_than_a_failure_beside_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (plan, outcome, path) = one_unit(folder.path());
    let expected = bytes(&[folder.path()]);
    for reason in 0..20 {
        let other = store_beside(&path, &failed(&outcome, &reason.to_string()));
        let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
        assert_eq!((seen.tally.done, seen.tally.failed), (1, 0), "{other:?}");
        assert!(expected == bytes(&[folder.path()]), "{other:?}");
    }
    assert_eq!(run_whole(&plan, folder.path()).found, 1);
}

/// As where the system has no threads left for a second run.
#[test]
fn a_failure_replaces_no_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, outcome, path) = one_unit(folder.path());
    let results = Results::list(folder.path()).expect("it is there");
    let failure = failed(&outcome, "no thread is left");
    results.store(&failure).expect("nothing is in the way");
    assert_eq!(result_files(folder.path()), std::slice::from_ref(&path));
    fs::remove_file(path).expect("it is there");
    results.store(&failure).expect("it can be written");
    let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert_eq!((seen.tally.done, seen.tally.failed), (0, 1));
}

#[test]
fn two_answers_that_differ_are_damage_and_computed_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (plan, mut outcome, path) = one_unit(folder.path());
    let expected = bytes(&[folder.path()]);
    let value = columns(Task::Empty)
        .iter()
        .position(|column| column.name == "value");
    outcome.rows[0][value.expect("a column of values")] = (-3).into();
    store_beside(&path, &outcome);
    let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert_eq!((seen.tally.done, seen.tally.damaged), (0, 1));
    let why = Merged::new(&[folder.path()]).expect_err("they disagree");
    assert!(why.to_string().contains("says something else"), "{why}");
    let tally = run_whole(&plan, folder.path());
    assert_eq!((tally.done, tally.damaged), (1, 1));
    assert_eq!(result_files(folder.path()), [path]);
    assert!(expected == bytes(&[folder.path()]));
}

#[test]
fn a_copy_of_an_answer_in_another_folder_is_no_other_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, _, path) = one_unit(folder.path());
    let other = folder.path().join("units/zz");
    fs::create_dir(&other).expect("it can be made");
    let copy = other.join(path.file_name().expect("a file"));
    fs::copy(&path, copy).expect("it can be copied");
    let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert_eq!((seen.tally.done, seen.tally.damaged), (1, 0));
}

/// Another process has replaced it.
#[test]
fn a_result_that_disappears_after_it_was_listed_is_no_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (plan, _, path) = one_unit(folder.path());
    let results = Results::list(folder.path()).expect("it is there");
    fs::remove_file(path).expect("it is there");
    let found = results.find(&plan.units()[0]).expect("no error");
    assert_eq!(found, Found::Nothing);
}

/// So may a build of the same version with other columns.
#[test]
fn a_result_with_other_columns_or_a_list_in_a_cell_is_damage() {
    let lists = vec![Cell::from(vec![1]); columns(Task::Empty).len()];
    for (row, said) in [(Vec::new(), "columns"), (lists, "a list")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (plan, outcome, path) = one_unit(folder.path());
        let rows = vec![row];
        store_beside(&path, &Outcome { rows, ..outcome });
        fs::remove_file(path).expect("it is there");
        let why = Merged::new(&[folder.path()])
            .map(|merged| merged.rows().count())
            .expect_err("it is refused");
        assert!(why.to_string().contains(said), "{why}");
        let tally = run_whole(&plan, folder.path());
        assert_eq!(tally.damaged, 1, "{said}");
    }
}
