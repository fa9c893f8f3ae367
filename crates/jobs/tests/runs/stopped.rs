//! Leaders and workers that are stopped while they do something else than search.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use koproof_jobs::{Leading, Question, RunDirectory, Working, lead, work};
use koproof_solver::{Observer, Progress, Stopped};
use serde_json::Value;

use super::{Until, begin, bounds, led, question, serve, together, value_alone, wait_until};

/// A run to its end, without the certificate of the value; and the number of entries of its log.
fn without_value(directory: &Path, question: &Question) -> (RunDirectory, usize) {
    let run = begin(directory, question);
    together(&run, question, "honest");
    fs::remove_file(run.value()).expect("the certificate");
    let log = fs::read_dir(directory.join("log")).expect("a folder");
    (run, log.count() / 2)
}

/// Adds a byte to the part of the last entry, which nobody reads who was stopped before.
fn damage_the_last_entry(directory: &Path, entries: usize) {
    for ending in ["kpj", "kpl"] {
        let path = directory.join(format!("log/{entries:06}.{ending}"));
        let mut bytes = fs::read(&path).expect("a file of the log");
        bytes.push(0);
        fs::write(path, bytes).expect("it can be written");
    }
}

#[test]
fn neither_leader_nor_worker_reads_a_log_to_its_end_when_it_is_stopped() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let (run, entries) = without_value(directory.path(), &question);
    damage_the_last_entry(directory.path(), entries);
    let at_once = Until::default();
    at_once.stop();
    let (found, said) = led(&run, &question, &at_once);
    assert_eq!(found.stopped, Some(Stopped::Observer), "{said:?}");
    assert_eq!(serve(&run, &question, "late", &at_once), 0);
    // Both would have met the damage.
    let working = Working {
        worker: "later".to_owned(),
        memory: None,
        observer: &Until::default(),
    };
    work(&run, &question, &working).expect_err("the log is damaged");
}

/// Stops after it has been asked so many times.
struct After(AtomicUsize);

impl Observer for After {
    fn should_stop(&self) -> bool {
        let left = |left: usize| Some(left.saturating_sub(1));
        let left = (self.0).try_update(Ordering::Relaxed, Ordering::Relaxed, left);
        left == Ok(0)
    }
}

#[test]
fn a_leader_that_is_stopped_early_reports_what_its_log_proves() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let (run, entries) = without_value(directory.path(), &question);
    // The last tree is of an earlier moment.
    let tree = directory.path().join("tree.json");
    let told = || -> Value {
        let text = fs::read(&tree).expect("the tree");
        serde_json::from_slice(&text).expect("it is JSON")
    };
    let mut earlier = told();
    earlier["lo"] = (-8).into();
    fs::write(&tree, earlier.to_string()).expect("it can be written");
    // It is asked before each entry.
    let after = After(AtomicUsize::new(entries));
    let (found, said) = led(&run, &question, &after);
    assert_eq!(found.value, value_alone("2x4"), "{said:?}");
    let (lo, hi) = (found.value.lo, found.value.hi);
    assert_eq!([&told()["lo"], &told()["hi"]], [lo, hi]);
    assert_eq!(found.stopped, Some(Stopped::Observer));
    assert!(!run.value().exists());
}

/// Stops when the certificate is begun.
#[derive(Default)]
struct AtTheCertificate(AtomicBool);

impl Observer for AtTheCertificate {
    fn on_certificate(&self, _done: u64, _total: u64) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_leader_can_be_stopped_while_it_makes_the_certificate() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x4", 100);
    let (run, _) = without_value(directory.path(), &question);
    let (found, said) = led(&run, &question, &AtTheCertificate::default());
    assert_eq!(found.value, value_alone("2x4"), "{said:?}");
    assert_eq!(found.stopped, Some(Stopped::Observer));
    assert!(!run.value().exists());
    let (found, said) = led(&run, &question, &Until::default());
    assert_eq!(found.stopped, None, "{said:?}");
    assert_eq!(bounds(&run.value()).len(), 2);
}

/// Stops after so many expansions.
struct AfterExpansions(u64, AtomicU64);

impl Observer for AfterExpansions {
    fn on_progress(&self, progress: &Progress) {
        self.1.store(progress.expansions, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

/// All that a worker had proved in its job was lost when its time was over.
#[test]
fn a_worker_that_is_stopped_in_its_first_job_writes_what_it_has_proved() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("4x4", 1_000_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let brief = AfterExpansions(20_000, AtomicU64::default());
    let jobs = thread::scope(|scope| {
        scope.spawn(|| led(&run, &question, &until));
        let jobs = serve(&run, &question, "brief", &brief);
        until.stop();
        jobs
    });
    assert_eq!(jobs, 0);
    let path = |name: &str| directory.path().join(name);
    assert!(path("journals/brief/000001.kpj").exists() || path("log/000001.kpl").exists());
    // No report names the part, and the next leader accepts it.
    let entry = path("log/000001.kpl");
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_until(|| entry.exists());
            until.stop();
        });
        led(&run, &question, &until)
    });
    assert!(entry.exists());
}

/// Its slices of a job are shorter than the search goes without a look at its limits.
#[test]
fn a_worker_with_short_jobs_stops_at_its_limit_of_memory() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("4x4", 5_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let working = Working {
        worker: "small".to_owned(),
        memory: Some(1 << 20),
        observer: &until,
    };
    let worked = thread::scope(|scope| {
        scope.spawn(|| led(&run, &question, &until));
        let worked = work(&run, &question, &working);
        until.stop();
        worked.expect("nothing fails")
    });
    assert_eq!(worked.stopped, Some(Stopped::Memory));
}

/// The claims of its workers fill the memory, and its own questions are too short for a look at the limits.
#[test]
fn a_leader_stops_at_its_limit_of_memory() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("3x4", 1_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let leading = Leading {
        memory: Some(1 << 18),
        observer: &until,
        ..Leading::default()
    };
    let found = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "large", &until));
        let found = lead(&run, &question, &leading);
        until.stop();
        found.expect("nothing fails")
    });
    assert_eq!(found.stopped, Some(Stopped::Memory));
}
