//! Runs that are killed and continue, and runs with a limit of memory.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::bad_input::refused;
use super::running::{end_of, start};
use super::signals::{await_work, interrupt};
use super::{Arguments, Folder, json, koproof, stdout, text};

/// Starts a run and kills it when its checkpoint contains claims; returns whether it was still running then.
fn is_killed_halfway(arguments: impl Arguments, checkpoint: &Path) -> bool {
    let mut run = start(arguments);
    // The first checkpoint is empty; one with claims is larger.
    let deadline = Instant::now() + Duration::from_secs(60);
    let size = || std::fs::metadata(checkpoint).map_or(0, |file| file.len());
    while size() < 2_000 {
        assert!(Instant::now() < deadline, "no checkpoint is saved");
        std::thread::sleep(Duration::from_millis(2));
    }
    run.kill().expect("it can be killed");
    run.wait().expect("it ends").code().is_none()
}

#[test]
fn a_killed_table_goes_on_and_has_the_bytes_of_an_undisturbed_one() {
    let folder = Folder::new();
    let [whole, resumed, checkpoint] =
        ["whole.kpt", "resumed.kpt", "run.kpk"].map(|name| folder.path(name));
    let board = ["path:10", "--rules", "nstt", "--threads", "2", "--quiet"];
    fn table<'a>(out: &'a Path, board: &[&'a str]) -> Vec<&'a str> {
        [&["table", "solve", "--out", text(out)], board].concat()
    }
    assert!(koproof(table(&whole, &board)).status.success());

    let keep = ["--checkpoint", text(&checkpoint)];
    let often = [&keep[..], &["--checkpoint-every", "20ms"]].concat();
    let begun = [&table(&resumed, &board)[..], &often].concat();
    // On a busy machine it may finish before it is killed.
    let killed = (0..20).any(|_| {
        is_killed_halfway(&begun, &checkpoint) && !resumed.exists() || {
            std::fs::remove_file(&resumed).expect("it was done");
            std::fs::remove_file(&checkpoint).ok();
            false
        }
    });
    assert!(killed, "it was always done before it was killed");
    assert!(!resumed.exists());

    let go_on = [&table(&resumed, &board)[..], &keep[..], &["--resume"]].concat();
    let finished = koproof(&go_on);
    assert!(finished.status.success(), "{finished:?}");
    let read = |path: &Path| std::fs::read(path).expect("the table is there");
    assert!(read(&whole) == read(&resumed));
}

#[test]
fn a_checkpoint_keeps_its_proofs_also_when_none_was_put_into_the_file() {
    let folder = Folder::new();
    let [certificate, checkpoint] = ["d.kpc", "d.kpk"].map(|name| folder.path(name));
    let prove = ("--certificate", &certificate);
    let keep = ("solve 3x3 --threads 1 -q --checkpoint", &checkpoint);
    let stopped = koproof((keep, prove, "--node-limit 200"));
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    let without = koproof((keep, "--resume"));
    assert_eq!(without.status.code(), Some(2), "{without:?}");
    let whole = koproof((keep, prove, "--resume"));
    assert!(whole.status.success(), "{whole:?}");
    assert!(certificate.exists());
    // The file of a run that failed at its start does not mean that a new checkpoint has proofs.
    for name in ["d.kpk", "d.kpk.steps"] {
        std::fs::remove_file(folder.path(name)).expect("it is there");
    }
    std::fs::write(folder.path("d.kpk.steps"), "").expect("a file");
    let plain = koproof((keep, "--node-limit 200"));
    assert_eq!(plain.status.code(), Some(3), "{plain:?}");
    let resumed = koproof((keep, "--resume"));
    assert!(resumed.status.success(), "{resumed:?}");
}

/// Value: van der Werf's table (`cli/data`).
#[test]
fn a_killed_search_goes_on_and_certifies_what_was_proved_before() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let [certificate, checkpoint, steps] = ["3x5.kpc", "run.kpk", "run.kpk.steps"].map(path);
    let solve = "solve 3x5 --rules nstt --threads 1 -q --value-only";
    let prove = ("--certificate", &certificate);
    let keep = ("--checkpoint-every 20ms --checkpoint", &checkpoint);
    let begun = (solve, prove, keep);
    // On a busy machine it may finish before it is killed.
    let killed = (0..20).any(|_| {
        is_killed_halfway(begun, &checkpoint) && !certificate.exists() || {
            for file in [&certificate, &checkpoint, &steps] {
                std::fs::remove_file(file).ok();
            }
            false
        }
    });
    assert!(killed, "it was always done before it was killed");

    refused((solve, keep, "--resume"), &["add --certificate to go on"]);
    refused(begun, &["run.kpk exists: add --resume"]);
    let [other, hidden] = ["other.kpk", "hidden"].map(path);
    std::fs::rename(&checkpoint, &other).expect("it is there");
    refused(begun, &["run.kpk.steps exists: choose another name"]);
    std::fs::rename(&other, &checkpoint).expect("it is there");
    std::fs::rename(&steps, &hidden).expect("it is there");
    let resumed = (begun, "--resume");
    refused(resumed, &["with the proofs of"]);
    let lock = path("run.kpk.lock");
    for own in [&steps, &lock] {
        let own = ("--resume --certificate", own);
        refused((solve, keep, own), &["name the same file"]);
    }
    std::fs::write(&steps, [0; 9]).expect("a file");
    refused(resumed, &["of another run"]);
    std::fs::rename(&hidden, &steps).expect("it is there");

    let finished = koproof(resumed);
    let stdout = String::from_utf8(finished.stdout).expect("it is text");
    assert_eq!(finished.status.code(), Some(0), "{stdout}");
    assert!(
        stdout.contains("value: B+15") && stdout.contains("resumed from"),
        "{stdout}"
    );
    let checked = koproof(("verify -q", &certificate));
    let stdout = String::from_utf8(checked.stdout).expect("it is text");
    assert!(
        stdout.contains("proved") && stdout.contains("value: B+15"),
        "{stdout}"
    );
}

#[test]
fn a_checkpoint_is_not_written_over_nor_taken_for_another_boards() {
    let folder = Folder::new();
    let checkpoint = folder.path("run.kpk");
    let keep = ("--checkpoint", &checkpoint);
    assert!(koproof(("solve 2x3", keep)).status.success());
    for (arguments, complaint) in [
        (vec!["solve", "2x3"], "add --resume"),
        (
            vec!["solve", "2x4", "--resume"],
            "run.kpk: the checkpoint is of 2x3 (superko positional",
        ),
    ] {
        refused((&arguments, keep), &[complaint]);
    }
    let again = koproof(("solve 2x3 --resume", keep));
    let stdout = String::from_utf8_lossy(&again.stdout);
    assert!(stdout.contains("search: 0 expansions"), "{stdout}");
}

#[test]
fn a_checkpoint_that_cannot_be_saved_at_the_end_does_not_lose_the_answer() {
    let folder = Folder::new();
    let kept = folder.path("kept");
    std::fs::create_dir(&kept).expect("it can be made");
    let checkpoint = kept.join("run.kpk");
    let keep = ("--checkpoint", &checkpoint);
    let run = start(("solve 6x6 --quiet", keep));
    await_file(&checkpoint);
    // The first checkpoint is saved when its folder is synced, too.
    await_work(&run);
    std::fs::remove_dir_all(&kept).expect("it can be removed");
    let output = interrupt(run);
    let [answer, complaints] = [&output.stdout, &output.stderr].map(|s| String::from_utf8_lossy(s));
    assert!(answer.contains("value:"), "{complaints}");
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    assert!(
        complaints.contains("the checkpoint was not saved"),
        "{complaints}"
    );
}

#[test]
fn a_checkpoint_serves_one_run_at_a_time() {
    let folder = Folder::new();
    let checkpoint = folder.path("run.kpk");
    let keep = ["--checkpoint", text(&checkpoint)];
    let first = [&["solve", "6x6", "--quiet"], &keep[..]].concat();
    let run = start(&first);
    await_file(&checkpoint);
    refused(
        ("solve 6x6 --resume", &keep),
        &["another run is using", "run.kpk"],
    );
    assert_eq!(interrupt(run).status.code(), Some(130));
    let left = std::fs::read_dir(folder.0.path()).expect("a folder");
    assert_eq!(left.count(), 1, "the lock is gone");
    // A run that was killed locks nothing.
    std::fs::write(folder.path("run.kpk.lock"), "").expect("it can be written");
    let limit = "--resume --node-limit 1";
    let third = koproof(("solve 6x6", &keep, limit));
    assert_eq!(third.status.code(), Some(3), "{third:?}");
}

/// Solves 3x3 with a checkpoint where files have at most so many kilobytes.
fn with_small_files(checkpoint: &Path, kilobytes: u64) -> Output {
    let program = env!("CARGO_BIN_EXE_koproof");
    let name = text(checkpoint);
    let line = format!("ulimit -f {kilobytes}; '{program}' solve 3x3 --checkpoint '{name}'");
    let full = Command::new("bash").args(["-c", &line]).output();
    full.expect("bash is there")
}

#[test]
fn a_full_disk_at_the_first_checkpoint_names_the_file() {
    let folder = Folder::new();
    let full = with_small_files(&folder.path("run.kpk"), 0);
    let stderr = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains("run.kpk"), "{stderr}");
    let left = std::fs::read_dir(folder.0.path()).expect("a folder");
    assert_eq!(left.count(), 0);
}

#[test]
fn a_full_disk_at_the_last_checkpoint_keeps_the_answer_and_the_checkpoint_before() {
    let folder = Folder::new();
    let checkpoint = folder.path("run.kpk");
    let full = with_small_files(&checkpoint, 1);
    let [answer, complaints] = [&full.stdout, &full.stderr].map(|s| String::from_utf8_lossy(s));
    assert!(answer.contains("value: B+9"), "{complaints}");
    assert_eq!(full.status.code(), Some(1), "{complaints}");
    assert!(
        complaints.contains("the checkpoint was not saved"),
        "{complaints}"
    );
    let resumed = koproof(("solve 3x3 --checkpoint", &checkpoint, "--resume"));
    assert_eq!(resumed.status.code(), Some(0), "{resumed:?}");
}

#[test]
fn checkpoints_that_fail_again_and_again_are_reported_once() {
    let folder = Folder::new();
    let kept = folder.path("kept");
    std::fs::create_dir(&kept).expect("it can be made");
    let checkpoint = kept.join("run.kpk");
    let keep = ("--checkpoint", &checkpoint);
    let often = "--checkpoint-every 10ms";
    let run = start(("solve 6x6 --quiet", keep, often));
    await_file(&checkpoint);
    // The file is there before the directory is synced, and a first checkpoint that fails ends the program.
    await_work(&run);
    // A checkpoint that is being written can bring a file back.
    let deadline = Instant::now() + Duration::from_secs(60);
    while std::fs::remove_dir_all(&kept).is_err() {
        assert!(Instant::now() < deadline, "it cannot be removed");
    }
    await_work(&run);
    let output = interrupt(run);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let told = stderr.matches("the checkpoint was not saved").count();
    assert_eq!(told, 1, "{stderr}");
}

fn await_file(path: &Path) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < deadline, "no checkpoint is saved");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_value_that_rests_on_a_checkpoint_says_so() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let table = path("2x2.kpt");
    let whole_table = ["table", "solve", "2x2", "--out", text(&table)];
    for command in [&["solve", "2x2"][..], &whole_table] {
        let checkpoint = path(command[0]);
        let keep = (command, "--checkpoint", &checkpoint);
        let first = json(keep);
        assert_eq!(first.get("resumed_from"), None);
        let again = json((keep, "--resume"));
        assert_eq!(again["resumed_from"], text(&checkpoint));
    }
    let text = stdout(("solve 2x2 --resume --checkpoint", &path("solve")), 0);
    assert!(text.contains("\nresumed from: "), "{text}");
}

/// Returns the peak memory of a process in bytes, as counted by the kernel.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Solves an empty board with a published value within these mebibytes and expansions, and checks the memory of the
/// process.
fn stays_within(board: &str, value: i64, mebibytes: u64, nodes: &str) {
    let limit = mebibytes << 20;
    let limits = format!("--memory {mebibytes}M --node-limit {nodes} --threads 1");
    let how = "--rules nstt --quiet --format json";
    let mut run = start((&["solve", board], how, limits.as_str()));
    let mut most = 0;
    while run.try_wait().expect("it can be asked").is_none() {
        most = peak(run.id()).map_or(most, |now| most.max(now));
        std::thread::sleep(Duration::from_millis(1));
    }
    let ended = end_of(run);
    let answer: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("it is JSON");
    assert!(most > limit / 2, "{most} bytes seen: the test is too easy");
    assert!(most < limit + limit / 10, "{most} bytes seen");
    let bound = |end: &str| answer["value"][end].as_i64().expect("a number");
    assert!(bound("lo") <= value && value <= bound("hi"), "{answer}");
    let expected = if answer["exact"] == true { 0 } else { 3 };
    assert_eq!(ended.status.code(), Some(expected));
}

#[test]
fn a_memory_limit_holds_and_leaves_the_value_right_or_bracketed() {
    // Without a limit this takes about 100 MB.
    stays_within("1x12", 2, 64, "2M");
}

#[test]
fn a_memory_limit_holds_on_a_square_of_sixteen_points() {
    stays_within("4x4", 2, 128, "4M");
}

/// The checkpoint took the place of the certificate, although a link of its name led there.
#[test]
fn a_link_to_a_file_that_is_still_to_come_is_the_same_name() {
    let folder = Folder::new();
    let [certificate, checkpoint] = ["c.kpc", "c.kpk"].map(|name| folder.path(name));
    std::os::unix::fs::symlink("c.kpc", &checkpoint).expect("links can be made");
    let both = ("solve 2x2 --certificate", &certificate, "--checkpoint");
    refused((both, &checkpoint), &["name the same file"]);
    assert!(!certificate.exists());
}
