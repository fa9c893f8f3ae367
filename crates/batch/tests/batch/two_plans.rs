//! Two processes with different plans in one directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use koproof_batch::{Monitor, Plan, PlanError, RunError, Standing, Task, run};
use koproof_store::FileLock;

use super::{plan, work};

/// Returns two plans.
fn plans() -> [Plan; 2] {
    ["path:3..6", "1x1"].map(|boards| plan(boards, &["nstt"], Task::Empty, 1_000))
}

/// Writes a plan over that of a directory, without any check.
fn overwrite(plan: &Plan, directory: &Path) {
    let other = tempfile::tempdir().expect("a temporary folder");
    plan.save(other.path()).expect("nothing is in the way");
    for file in ["boards.jsonl", "batch.json"] {
        fs::copy(other.path().join(file), directory.join(file)).expect("it can be written");
    }
}

#[test]
fn of_two_first_runs_at_once_the_second_is_refused() {
    let [first, second] = plans();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let lock = FileLock::beside(folder.path().join("batch.json")).expect("it is free");
    let refused = std::thread::scope(|scope| {
        let saving = scope.spawn(|| second.save(folder.path()));
        std::thread::sleep(Duration::from_millis(200));
        overwrite(&first, folder.path());
        drop(lock);
        saving.join().expect("it does not panic")
    });
    assert!(
        matches!(refused, Err(PlanError::Other { .. })),
        "{refused:?}"
    );
    assert_eq!(Plan::load(folder.path()).expect("it is there"), first);
}

/// Replaces the plan during the run, as somebody does by hand.
struct Replacing(Plan, PathBuf);

impl Monitor for Replacing {
    fn on_standing(&self, _: &Standing) {
        overwrite(&self.0, &self.1);
    }
}

#[test]
fn a_run_whose_plan_was_replaced_is_not_reported_as_done() {
    let [first, second] = plans();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let replacing = Replacing(second, folder.path().to_owned());
    match run(&first, folder.path(), work("0/1"), &replacing) {
        Err(RunError::Plan(PlanError::Other { .. })) => {}
        other => panic!("{other:?}"),
    }
}
