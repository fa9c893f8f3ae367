//! Workers that are lost, or that make no progress.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::hostile::Patience;
use super::{begin, led_with, new_job, question, serve, value_alone};

#[test]
fn the_job_of_a_worker_with_half_a_name_is_given_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let patience = Patience::new();
    // The first byte of two, when the disk was full.
    fs::write(directory.path().join("taken/000001"), b"J\xc3").expect("it can be written");
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| serve(&run, &question, "late", &patience));
        led_with(&run, &question, &patience, Duration::from_secs(1))
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert!(found.lost >= 1, "{said:?}");
}

#[test]
fn the_job_of_a_worker_that_only_gives_signs_of_life_is_given_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let question = question("2x3", 1_000);
    let run = begin(directory.path(), &question);
    let patience = Patience::new();
    let is_over = AtomicBool::new(false);
    let (found, said) = thread::scope(|scope| {
        scope.spawn(|| {
            for beats in 1.. {
                let beat = format!(
                    "{{\"worker\":\"idle\",\"beats\":{beats},\"job\":null,\"expansions\":7,\"done\":0}}"
                );
                let path = directory.path().join("workers/idle.json");
                fs::write(path, beat).expect("it can be written");
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                thread::sleep(Duration::from_millis(50));
            }
        });
        scope.spawn(|| {
            // With one worker the first job is the whole question.
            let (number, _) = new_job(directory.path(), &[]);
            let taken = directory.path().join("taken").join(number);
            fs::write(taken, "idle").expect("it can be written");
            serve(&run, &question, "late", &patience)
        });
        let led = led_with(&run, &question, &patience, Duration::from_secs(1));
        is_over.store(true, Ordering::Relaxed);
        led
    });
    assert_eq!(found.value, value_alone("2x3"), "{said:?}");
    assert_eq!(found.lost, 1, "{said:?}");
    assert!(
        said[0].contains("worker idle makes no progress: job"),
        "{said:?}"
    );
}
