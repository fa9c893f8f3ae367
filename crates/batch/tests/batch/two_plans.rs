//! A directory whose plan another process replaces.

use std::fs;
use std::path::{Path, PathBuf};

use koproof_batch::{Monitor, Plan, PlanError, RunError, Standing, Task, run};

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

/// As where the folder may not be searched: whether the file is there cannot be found out.
#[cfg(unix)]
#[test]
fn a_plan_that_cannot_be_read_is_not_called_missing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = folder.path().join("batch.json");
    std::os::unix::fs::symlink(&settings, &settings).expect("a link to itself");
    let why = Plan::load(folder.path()).expect_err("a circle");
    assert!(matches!(why, PlanError::Store(_)), "{why}");
}
