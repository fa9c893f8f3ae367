//! Workers that are lost, or that make no progress.

use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use koproof_jobs::status;
use koproof_solver::Observer;

use super::{Until, begin, led_with, new_job, question, serve, value_alone, wait_until};

#[test]
fn the_job_of_a_worker_with_half_a_name_is_given_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    // The first byte of two, when the disk was full.
    fs::write(directory.path().join("taken/000001"), b"J\xc3").expect("it can be written");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "late", &until));
        led_with(&run, &question, &until, Duration::from_secs(1))
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert!(found.lost >= 1, "{said:?}");
}

/// Writes signs of life of a worker, at a job unless that is 0, until the test is over or has failed.
fn give_signs(path: &Path, worker: &str, job: &AtomicU64, until: &Until) {
    let mut beats = 0;
    while !until.should_stop() {
        beats += 1;
        let job = match job.load(Ordering::Relaxed) {
            0 => "null".to_owned(),
            job => job.to_string(),
        };
        let beat = format!(
            "{{\"worker\":\"{worker}\",\"beats\":{beats},\"job\":{job},\"expansions\":7,\"done\":0}}"
        );
        fs::write(path, beat).expect("it can be written");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_job_of_a_worker_that_only_gives_signs_of_life_is_given_again() {
    // On a busy machine the signs may come so late that the worker counts as lost.
    let is_stuck = (0..5).any(|_| {
        let said = run_with_an_idle_worker();
        let idle = "worker idle makes no progress: job";
        let late = "worker idle is lost";
        let is_stuck = said.iter().any(|said| said.contains(idle));
        assert!(
            is_stuck || said.iter().any(|said| said.contains(late)),
            "{said:?}"
        );
        is_stuck
    });
    assert!(is_stuck, "the signs were late five times");
}

/// Leads a run whose first job is with a worker that only gives signs of life, and returns what the leader says.
fn run_with_an_idle_worker() -> Vec<String> {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let sign = directory.path().join("workers/idle.json");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| give_signs(&sign, "idle", &AtomicU64::default(), &until));
        scope.spawn(|| {
            // With one worker the first job is the whole question.
            let (number, _) = new_job(directory.path(), &[]);
            let taken = directory.path().join("taken").join(number);
            fs::write(taken, "idle").expect("it can be written");
            serve(&run, &question, "late", &until)
        });
        let led = led_with(&run, &question, &until, Duration::from_secs(2));
        until.stop();
        led
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert!(found.lost >= 1, "{said:?}");
    said
}

/// Answers jobs as "idle", without a result, until one prefers this worker; returns its number.
fn job_for_idle(directory: &Path) -> String {
    let mut answered = Vec::new();
    loop {
        let (number, job) = new_job(directory, &answered);
        if job.contains("\"prefers\":\"idle\"") {
            return number;
        }
        let report = format!(
            "{{\"job\":{job},\"worker\":\"idle\",\"expansions\":0,\"seconds\":0.0,\"parts\":0,\
             \"left\":{{\"proof\":1,\"disproof\":1}},\"open\":[]}}"
        );
        let results = directory.join("results");
        fs::write(results.join(".beside"), report).expect("it can be written");
        fs::rename(
            results.join(".beside"),
            results.join(format!("{number}.json")),
        )
        .expect("it can be written");
        answered.push(number);
    }
}

/// A run with two workers, of which one only gives signs of life. The one job prefers it.
fn run_with_an_idle_favourite(takes_it: bool) {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let until = Until::default();
    let at = AtomicU64::default();
    let sign = directory.path().join("workers/idle.json");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| give_signs(&sign, "idle", &at, &until));
        scope.spawn(|| {
            let number = job_for_idle(directory.path());
            if takes_it {
                at.store(number.parse().expect("a number"), Ordering::Relaxed);
                let taken = directory.path().join("taken").join(&number);
                fs::write(&taken, "idle").expect("it can be written");
                // When the job is free, anybody may take it.
                wait_until(|| !taken.exists());
                let job = directory.path().join(format!("jobs/{number}.json"));
                let job = fs::read_to_string(job).expect("it is open");
                assert!(job.contains("\"prefers\":null"), "{job}");
            }
            serve(&run, &question, "late", &until)
        });
        let led = led_with(&run, &question, &until, Duration::from_secs(1));
        until.stop();
        led
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert!(found.lost >= 1 || !takes_it, "{found:?} {said:?}");
}

/// Its signs say that it is at this job, so the other worker would wait for it without end.
#[test]
fn a_worker_that_stands_still_does_not_keep_the_job_that_prefers_it() {
    run_with_an_idle_favourite(true);
}

#[test]
fn a_worker_that_takes_no_jobs_does_not_keep_the_one_that_prefers_it() {
    run_with_an_idle_favourite(false);
}

const LAST_SIGN: &str = r#"{"worker":"killed","beats":9,"job":5,"expansions":0,"done":0}"#;

/// If the sign stayed, `batch status` would list this worker forever.
#[test]
fn the_leader_removes_the_last_sign_of_a_killed_worker() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let sign = directory.path().join("workers/killed.json");
    fs::write(&sign, LAST_SIGN).expect("it can be written");
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_until(|| !sign.exists());
            until.stop();
        });
        led_with(&run, &question, &until, Duration::from_secs(1))
    });
    assert!(!sign.exists());
}

/// Otherwise the jobs of the killed worker would stay with it.
#[test]
fn signs_that_another_worker_gives_in_its_name_do_not_keep_a_killed_one_alive() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let workers = directory.path().join("workers");
    let (sign, forged) = (workers.join("killed.json"), workers.join("liar.json"));
    fs::write(&sign, LAST_SIGN).expect("it can be written");
    let until = Until::default();
    thread::scope(|scope| {
        scope.spawn(|| give_signs(&forged, "killed", &AtomicU64::default(), &until));
        scope.spawn(|| {
            wait_until(|| !sign.exists());
            until.stop();
        });
        led_with(&run, &question, &until, Duration::from_secs(1))
    });
    assert!(!sign.exists());
}

#[test]
fn an_old_sign_shows_no_worker_but_its_age() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = begin(directory.path(), &question("2x3", 1_000));
    let path = directory.path().join("workers/killed.json");
    fs::write(&path, LAST_SIGN).expect("it can be written");
    let hour = Duration::from_secs(3_600);
    assert!(run.has_worker(hour));
    let sign = File::options().write(true).open(&path).expect("a file");
    sign.set_modified(SystemTime::now() - hour)
        .expect("it can be older");
    assert!(!run.has_worker(hour));
    let workers = status(directory.path()).expect("a run").workers;
    let ages: Vec<u64> = workers.iter().map(|sign| sign.silent_for).collect();
    assert!(
        matches!(ages.as_slice(), [age] if *age >= 3_600),
        "{ages:?}"
    );
}

#[test]
fn a_worker_that_is_forgotten_has_taken_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = begin(directory.path(), &question("2x3", 1_000));
    let path = |name: &str| directory.path().join(name);
    for (name, text) in [
        ("workers/killed.json", LAST_SIGN),
        ("taken/000005", "killed"),
        ("taken/000006", "killed-too"),
    ] {
        fs::write(path(name), text).expect("it can be written");
    }
    run.forget("killed");
    assert!(!path("workers/killed.json").exists());
    assert!(!path("taken/000005").exists());
    assert!(path("taken/000006").exists());
}
