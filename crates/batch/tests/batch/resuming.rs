//! Batches that were stopped, and results that were damaged.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use koproof_batch::{
    Damaged, Monitor, Plan, PlanError, RunError, Shard, Task, Unit, Unwatched, run, status,
};

use super::{BOARDS, bytes, plan, result_files, run_whole, work};

/// Stops a batch when it has been asked so many times whether to stop.
struct Impatient(AtomicUsize);

impl Monitor for Impatient {
    fn should_stop(&self) -> bool {
        let less = |left: usize| Some(left.saturating_sub(1));
        let left = self
            .0
            .try_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left == Ok(0)
    }
}

/// Collects the results that are reported as damaged.
#[derive(Default)]
struct Notes(Mutex<Vec<(String, String)>>);

impl Monitor for Notes {
    fn on_damaged(&self, unit: &Unit, damaged: &Damaged) {
        let note = (unit.to_string(), damaged.problem.clone());
        self.0.lock().expect("nobody panics").push(note);
    }
}

#[test]
fn a_batch_that_is_stopped_again_and_again_ends_with_the_same_bytes() {
    let plan = plan(
        &format!("{BOARDS} cycle:6..7 path:7..8"),
        &["nstt"],
        Task::AllColorings,
        100_000,
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let all = run_whole(&plan, &whole);
    assert_eq!(all.done, all.total);
    let mut before = 0;
    let mut stops = 0;
    for stop_after in (20..).step_by(7).take(1_000) {
        let monitor = Impatient(AtomicUsize::new(stop_after));
        let tally = run(&plan, &stopped, work("0/1"), &monitor).expect("nothing is in the way");
        assert!(tally.finished() >= before, "what is done stays done");
        before = tally.finished();
        stops += usize::from(tally.finished() < tally.total);
        if tally.finished() == tally.total {
            break;
        }
    }
    assert!(stops > 1, "it was never stopped");
    assert!(bytes(&[&whole]) == bytes(&[&stopped]));
}

#[test]
fn threads_and_runs_change_no_byte() {
    let plan = plan(BOARDS, &["nstt"], Task::Openings, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, four] = ["one", "four"].map(|name| folder.path().join(name));
    for (directory, threads) in [(&one, 1), (&four, 4)] {
        let mut work = work("0/1");
        work.threads = std::num::NonZeroUsize::new(threads);
        run(&plan, directory, work, &Unwatched).expect("nothing is in the way");
    }
    let names = |directory| {
        let files = result_files(directory);
        let names = files
            .iter()
            .map(|path| path.file_name().map(ToOwned::to_owned));
        names.collect::<Vec<_>>()
    };
    // The names contain the checksums.
    assert_eq!(names(&one), names(&four));
}

#[test]
fn what_is_done_is_not_done_again() {
    let plan = plan(BOARDS, &["nstt"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = run_whole(&plan, folder.path());
    assert_eq!((first.found, first.done), (0, first.total));
    let times = || fs::read_to_string(folder.path().join("times/0-of-1.csv")).expect("it is there");
    assert_eq!(times().lines().count(), first.total, "a line for each unit");
    let second = run_whole(&plan, folder.path());
    assert_eq!((second.found, second.done), (first.total, first.total));
    assert_eq!(times().lines().count(), first.total, "nothing was solved");
    let mut fresh = work("0/1");
    fresh.fresh = true;
    let third = run(&plan, folder.path(), fresh, &Unwatched).expect("nothing is in the way");
    assert_eq!((third.found, third.done), (0, first.total));
    assert_eq!(
        times().lines().count(),
        2 * first.total,
        "everything was solved"
    );
}

#[test]
fn an_interrupted_fresh_run_keeps_the_results_that_it_has_not_reached() {
    let plan = plan(BOARDS, &["nstt"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let total = run_whole(&plan, folder.path()).total;
    let expected = bytes(&[folder.path()]);
    let mut fresh = work("0/1");
    fresh.fresh = true;
    let mut stops = 0;
    for stop_after in [0, 1, total, total + 5, total + 10] {
        let monitor = Impatient(AtomicUsize::new(stop_after));
        let tally = run(&plan, folder.path(), fresh, &monitor).expect("nothing is in the way");
        stops += usize::from(tally.finished() < total);
        assert_eq!(result_files(folder.path()).len(), total, "{stop_after}");
    }
    assert!(stops > 2, "it was hardly ever stopped");
    assert!(expected == bytes(&[folder.path()]));
    assert_eq!(run_whole(&plan, folder.path()).found, total);
}

#[test]
fn a_damaged_result_is_found_named_and_computed_again() {
    let plan = plan("path:3..6", &["nstt"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan, folder.path());
    let sound = bytes(&[folder.path()]);
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 4] = [
        ("a flipped bit", |bytes| bytes[40] ^= 1),
        ("cut short", |bytes| bytes.truncate(30)),
        ("nothing left", Vec::clear),
        ("a byte too many", |bytes| bytes.push(b' ')),
    ];
    for (what, damage) in damages {
        let path = result_files(folder.path())[1].clone();
        let mut content = fs::read(&path).expect("it is there");
        let text = String::from_utf8(content.clone()).expect("it is JSON");
        let graph6 = text.split("\"graph6\":\"").nth(1).expect("it has a board");
        let graph6 = graph6
            .split('"')
            .next()
            .expect("it ends")
            .replace("\\\\", "\\");
        damage(&mut content);
        fs::write(&path, content).expect("it can be written");

        let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
        assert_eq!((seen.tally.damaged, seen.missing.len()), (1, 0), "{what}");
        let refused = koproof_batch::Merged::new(&[folder.path()])
            .expect_err(what)
            .to_string();
        assert!(
            refused.starts_with(&format!("the result of {graph6} nstt empty is damaged: ")),
            "{refused}"
        );

        let notes = Notes::default();
        let tally = run(&plan, folder.path(), work("0/1"), &notes).expect("nothing is in the way");
        assert_eq!(
            (tally.damaged, tally.found, tally.done),
            (1, 3, 4),
            "{what}"
        );
        let notes = notes.0.into_inner().expect("nobody panics");
        assert_eq!(notes.len(), 1);
        assert_eq!(notes[0].0, format!("{graph6} nstt empty"));
        assert!(sound == bytes(&[folder.path()]), "{what}");
        assert_eq!(result_files(folder.path()).len(), 4, "{what}");
    }
}

#[test]
fn a_result_under_a_wrong_name_is_damaged() {
    let plan = plan("path:3..4", &["nstt"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan, folder.path());
    let files = result_files(folder.path());
    // The content of one result under the identity of the other, with a correct checksum.
    let name = |index: usize| {
        files[index]
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name")
    };
    let id = name(0).split('-').next().expect("it has parts");
    let digest = name(1).split('-').nth(1).expect("it has parts");
    let forged = files[0].with_file_name(format!("{id}-{digest}"));
    fs::copy(&files[1], forged).expect("it can be copied");
    fs::remove_file(&files[0]).expect("it is there");
    let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert_eq!((seen.tally.done, seen.tally.damaged), (1, 1));
    assert!(
        seen.damaged[0]
            .1
            .problem
            .starts_with("it is the result of "),
        "{:?}",
        seen.damaged
    );
    run_whole(&plan, folder.path());
    assert_eq!(result_files(folder.path()).len(), 2, "the forgery is gone");
}

#[test]
fn failed_units_are_tried_again() {
    let plan = plan("path:18 path:3", &["nstt"], Task::AllColorings, 1_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    for found in [0, 1] {
        let tally = run_whole(&plan, folder.path());
        assert_eq!((tally.done, tally.failed, tally.found), (1, 1, found));
    }
    assert_eq!(result_files(folder.path()).len(), 2);
    let seen = status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert!(
        seen.unsolved[0].1.starts_with("failed: 18 points"),
        "{:?}",
        seen.unsolved
    );
}

#[test]
fn a_damaged_plan_is_written_again_and_the_results_stay() {
    let plan = plan("path:3", &["nstt"], Task::Empty, 1_000);
    for file in ["batch.json", "boards.jsonl"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run_whole(&plan, folder.path());
        let path = folder.path().join(file);
        let mut content = fs::read(&path).expect("it is there");
        content.truncate(content.len() / 2);
        fs::write(&path, content).expect("it can be written");
        let refused = Plan::load(folder.path()).expect_err(file).to_string();
        assert!(
            refused.contains(file) && refused.contains("damaged"),
            "{refused}"
        );
        let tally = run(&plan, folder.path(), work("0/2"), &Unwatched).expect("it is written");
        assert_eq!((tally.found, tally.done), (1, 1), "{file}");
        assert_eq!(Plan::load(folder.path()).expect("it is sound"), plan);
    }
}

#[test]
fn a_plan_without_its_boards_is_damaged() {
    let plan = plan("path:3", &["nstt"], Task::Empty, 1_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan, folder.path());
    fs::remove_file(folder.path().join("boards.jsonl")).expect("it is there");
    let why = Plan::load(folder.path()).expect_err("it has no boards");
    assert!(matches!(why, PlanError::Damaged { .. }), "{why}");
    assert_eq!(run_whole(&plan, folder.path()).found, 1);
}

/// The names of the boards, and their mapping to the canonical forms, are in no other file.
#[test]
fn a_damaged_plan_of_other_boards_is_not_replaced() {
    let [ours, other] =
        ["path:3..6", "2x2"].map(|boards| plan(boards, &["nstt"], Task::Empty, 1_000));
    for file in ["batch.json", "boards.jsonl"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        run_whole(&ours, folder.path());
        let kept = ["batch.json", "boards.jsonl"].map(|name| folder.path().join(name));
        fs::write(folder.path().join(file), "{").expect("it can be written");
        let before = kept
            .each_ref()
            .map(|path| fs::read(path).expect("it is there"));
        other
            .save(folder.path())
            .expect_err("another batch is there");
        assert!(
            before
                == kept
                    .each_ref()
                    .map(|path| fs::read(path).expect("it is there"))
        );
        assert_eq!(run_whole(&ours, folder.path()).found, 4, "{file}");
    }
}

#[test]
fn a_plan_of_another_version_is_not_called_damaged() {
    let plan = plan("path:3", &["nstt"], Task::Empty, 1_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan, folder.path());
    let path = folder.path().join("batch.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(text.contains(version), "{text}");
    let later = text.replace(version, "\"version\": \"9.0.0\", \"later\": 1");
    fs::write(&path, &later).expect("it can be written");
    let why = plan.save(folder.path()).expect_err("it cannot be read");
    assert!(matches!(why, PlanError::Version { .. }), "{why}");
    assert!(why.to_string().contains("9.0.0"), "{why}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), later);
}

#[test]
fn results_that_the_plan_does_not_ask_for_stay_and_are_not_read() {
    let [small, large] =
        ["path:3", "path:3..5"].map(|boards| plan(boards, &["nstt"], Task::Empty, 1_000));
    let folders = [(), ()].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let [alone, both] = folders.each_ref().map(tempfile::TempDir::path);
    run_whole(&small, alone);
    run_whole(&large, both);
    for file in ["batch.json", "boards.jsonl"] {
        fs::remove_file(both.join(file)).expect("it is there");
    }
    assert_eq!(run_whole(&small, both).found, 1);
    assert_eq!(result_files(both).len(), 3);
    assert!(bytes(&[both]) == bytes(&[alone]));
    let seen = status(both, Shard::WHOLE).expect("it is a batch");
    assert_eq!((seen.tally.total, seen.tally.done), (1, 1));
}

/// As a run leaves it that was killed while it wrote a line.
#[test]
fn half_a_line_of_the_times_stays_and_the_next_run_begins_a_new_one() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let plan = plan("path:2..3", &["nstt"], Task::Empty, 100);
    run_whole(&plan, directory.path());
    let mut times = fs::read_dir(directory.path().join("times")).expect("a folder");
    let times = times.next().expect("a file").expect("a file").path();
    let whole = fs::read_to_string(&times).expect("it was written");
    // It may also be that of another process, which is about to write the rest.
    fs::write(&times, format!("{whole}B?,ns")).expect("it can be written");
    let mut fresh = work("0/1");
    fresh.fresh = true;
    run(&plan, directory.path(), fresh, &Unwatched).expect("nothing is in the way");
    let now = fs::read_to_string(&times).expect("it is there");
    let added = now.strip_prefix(&format!("{whole}B?,ns\n"));
    let added = added.expect("nothing was removed");
    assert_eq!(added.lines().count(), 2, "{now}");
    assert!(
        added.lines().all(|line| line.split(',').count() == 4),
        "{now}"
    );
}

/// As in a directory that cannot be written, which does not exist for root.
#[test]
fn a_complete_batch_needs_no_place_for_times_and_an_incomplete_one_says_so() {
    let plan = plan("path:2..3", &["nstt"], Task::Empty, 100);
    let directory = tempfile::tempdir().expect("a temporary folder");
    run_whole(&plan, directory.path());
    let times = directory.path().join("times");
    fs::remove_dir_all(&times).expect("it is there");
    fs::write(&times, "").expect("it can be written");
    assert_eq!(run_whole(&plan, directory.path()).found, 2);
    fs::remove_file(&result_files(directory.path())[0]).expect("it is there");
    match run(&plan, directory.path(), work("0/1"), &Unwatched) {
        Err(RunError::Store(error)) => assert!(error.to_string().contains("times"), "{error}"),
        other => panic!("{other:?}"),
    }
}

/// As `kill -9` leaves one.
#[test]
fn a_run_removes_the_notes_of_killed_ones() {
    let plan = plan("path:3", &["nstt"], Task::Empty, 1_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let notes = folder.path().join("running");
    fs::create_dir(&notes).expect("it can be made");
    let [old, recent] = ["0-of-1.7.json", "0-of-1.8.json"].map(|name| notes.join(name));
    for (path, age) in [(&old, 3_600), (&recent, 1)] {
        let file = fs::File::create(path).expect("it can be made");
        let time = SystemTime::now() - Duration::from_secs(age);
        file.set_modified(time).expect("its time can be set");
    }
    run_whole(&plan, folder.path());
    assert!(!old.exists());
    assert!(recent.exists());
}
