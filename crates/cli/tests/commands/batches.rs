//! Batches that are stopped, killed, divided into shards, or run on a full disk.
#![cfg(target_os = "linux")]

mod disk;
mod input;
mod leaders;
mod merging;
mod plans;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::bad_input::{refusal, refused};
use super::running::{end_of, start};
use super::{Folder, json, koproof, stdout, text};

/// The output of `nauty-geng -c 4 -q`: the six connected graphs on four points.
const FOUR_POINTS: &str = "CF\nCU\nCV\nC]\nC^\nC~\n";

/// Merges directories and returns the bytes of all files.
fn merged(directories: &[&Path]) -> Vec<Vec<u8>> {
    let folder = Folder::new();
    let [lines, table] = ["data.csv", "data.parquet"].map(|name| folder.path(name));
    let directories: Vec<&str> = directories.iter().map(|path| text(path)).collect();
    let out = ["--out", text(&lines), "--out", text(&table)];
    stdout(("batch merge", &directories, &out), 0);
    let manifest = folder.path("data.manifest.json");
    [lines, table, manifest]
        .iter()
        .map(|path| fs::read(path).expect("it was written"))
        .collect()
}

#[test]
fn boards_come_from_stdin_a_file_or_names() {
    let folder = Folder::new();
    let [piped, read, named] = ["piped", "read", "named"].map(|name| folder.path(name));
    let mut command = Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args([
            "batch",
            "run",
            "--boards",
            "-",
            "--rules",
            "nstt",
            "--what",
            "empty",
            "--out",
            text(&piped),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let input = command.stdin.take();
    let written = input
        .expect("it is piped")
        .write_all(FOUR_POINTS.as_bytes());
    written.expect("it is read");
    assert_eq!(command.wait().expect("it ends").code(), Some(0));
    let boards = folder.path("boards.g6");
    fs::write(&boards, FOUR_POINTS).expect("it can be written");
    let out = |boards, directory| {
        json([
            "batch",
            "run",
            "--boards",
            boards,
            "--rules",
            "nstt",
            "--out",
            text(directory),
        ])
    };
    let answer = out(text(&boards), &read);
    assert_eq!(
        (&answer["boards"], &answer["units"]["done"]),
        (&6.into(), &6.into())
    );
    assert!(merged(&[&piped]) == merged(&[&read]));
    out("path:4 star:4 cycle:4 complete:4 wheel:4", &named);
    let status = json(("batch status", &named));
    assert_eq!(status["units"]["total"], 4, "K4 is a wheel");
    assert_eq!(status["missing"], Value::Array(Vec::new()));
}

/// Runs a batch of all colorings.
fn all_colorings(out: &Path, boards: &str, more: &[&str]) -> Output {
    let arguments = "batch run --what all-colorings";
    let where_to = ["--boards", boards, "--out", text(out)];
    koproof((arguments, &where_to, more))
}

#[test]
fn exit_codes_tell_done_open_and_failed() {
    let folder = Folder::new();
    let run = |name: &str, boards: &str| {
        let more = ["--node-limit", "150", "--format", "json"];
        let output = all_colorings(&folder.path(name), boards, &more);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let units = ["done", "open", "failed"].map(|what| answer["units"][what].as_u64());
        (output.status.code(), units.map(Option::unwrap_or_default))
    };
    assert_eq!(run("done", "path:1..3"), (Some(0), [3, 0, 0]));
    assert_eq!(run("open", "path:3 2x4"), (Some(3), [1, 1, 0]));
    // A path of 18 points has more colorings than a table can hold.
    assert_eq!(run("failed", "path:3 2x4 path:18"), (Some(1), [1, 1, 1]));
}

#[test]
fn the_first_unit_that_fails_is_named_with_the_reason() {
    let folder = Folder::new();
    let run = |name: &str, boards: &str| {
        let output = all_colorings(&folder.path(name), boards, &["--rules", "nstt"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let one = run("one", "path:3 6x6");
    assert!(one.starts_with("koproof: 6x6 under nstt failed: "), "{one}");
    assert!(one.contains("36 points"), "{one}");
    assert_eq!(one.lines().count(), 1, "{one}");
    let two = run("two", "6x6 path:18");
    assert!(
        two.contains(" failed: ") && two.contains("batch status"),
        "{two}"
    );
    assert!(two.ends_with("lists 1 more\n"), "{two}");
}

/// Killed without warning at ten different moments, and started again.
#[test]
fn a_batch_killed_ten_times_merges_to_the_bytes_of_an_undisturbed_one() {
    let folder = Folder::new();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path(name));
    let batch = |out: &Path| {
        let boards = "path:1..7 cycle:3..7 star:3..8 2x2..3 wheel:5..6";
        let rules = "nstt,tromp-taylor,nstt-situational,tromp-taylor-situational";
        let task = [
            "--rules",
            rules,
            "--what",
            "all-colorings",
            "--threads",
            "2",
        ];
        [
            &["batch", "run", "--boards", boards],
            &task[..],
            &["--out", text(out)],
        ]
        .concat()
        .into_iter()
        .map(ToOwned::to_owned)
        .collect::<Vec<String>>()
    };
    fn words(words: &[String]) -> Vec<&str> {
        words.iter().map(String::as_str).collect()
    }
    let began = Instant::now();
    stdout(words(&batch(&whole)), 0);
    let whole_time = began.elapsed();
    let arguments = batch(&killed);
    let mut cut = 0;
    for round in 1..=10_u32 {
        let mut run = start(words(&arguments));
        // Moments from the start to the expected end, all different.
        std::thread::sleep(
            whole_time / 12 * round / 2 + Duration::from_micros(u64::from(round) * 791),
        );
        run.kill().expect("it can be killed");
        let ended = run.wait().expect("it ends");
        cut += usize::from(ended.code().is_none());
    }
    assert!(cut > 0, "it was always done before it was killed");
    stdout(words(&arguments), 0);
    assert!(merged(&[&whole]) == merged(&[&killed]));
    assert_eq!(json(("batch status", &killed))["units"]["damaged"], 0);
}

#[test]
fn a_signal_stops_a_batch_which_then_goes_on_by_itself() {
    let folder = Folder::new();
    let out = folder.path("batch");
    // Two quick units, and one that would take hours.
    let arguments = "batch run --boards 'path:3 path:4 cycle:16' --node-limit 1G";
    let child = start((arguments, ("--threads 1 --out", &out)));
    wait_for(|| units(&out) == 2);
    let process = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &process]).status();
    assert!(sent.is_ok_and(|sent| sent.success()));
    let output = end_of(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(
        answer.contains("3 units: 2 done, 0 open, 0 failed, 1 left to do"),
        "{answer}"
    );
    let status = json(("batch status", &out));
    assert_eq!(status["units"]["left"], 1);
    assert_eq!(
        status["running"],
        Value::Array(Vec::new()),
        "it took its note away"
    );
}

#[test]
fn a_batch_that_is_continued_takes_no_option_of_a_new_one() {
    let own = "a batch that is continued has its own";
    let option = "batch run --out none --node-limit 5";
    refused(option, &["missing: --boards", own]);
    let led = "batch lead --out none --job-nodes 1000";
    refused(led, &["missing: <BOARD>", "has its own question"]);
    for without in [["batch", "lead", "2x2"], ["solve", "--threads", "1"]] {
        let line = koproof(without);
        let line = String::from_utf8_lossy(&line.stderr);
        assert!(
            line.contains("missing: ") && !line.contains("own"),
            "{line}"
        );
    }
}

#[test]
fn the_boards_that_are_left_to_do_have_their_names() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let boards = ["--boards", "2x2 path:3", "--rules", "nstt"];
    stdout(
        (
            &["batch", "run", "--plan-only", "--out", text(&out)],
            &boards,
        ),
        0,
    );
    let status = stdout(("batch status", &out), 0);
    for unit in ["2x2 under nstt", "path:3 under nstt"] {
        assert!(status.contains(&format!("  {unit}\n")), "{status}");
    }
    let data = folder.path("data.csv");
    let merge = koproof(["batch", "merge", text(&out), "--out", text(&data)]);
    let says = String::from_utf8_lossy(&merge.stderr);
    assert!(says.contains("2x2 under nstt"), "{says}");
}

#[test]
fn another_terminal_sees_what_is_running() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let arguments = "batch run --boards 'path:3 cycle:16' --node-limit 1G --shard 1/2";
    let mut child = start((arguments, ("--out", &out)));
    let mut seen = Value::Null;
    wait_for(|| {
        seen = match out.join("batch.json").exists() {
            true => json(("batch status", &out))["running"][0].clone(),
            false => Value::Null,
        };
        !seen["units"][0].is_null()
    });
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(seen["shard"], "1/2");
    assert_eq!(seen["process"], child.id());
    let unit = seen["units"][0]["unit"]
        .as_str()
        .expect("it is at something");
    assert!(unit.ends_with(" tromp-taylor empty"), "{unit}");
}

#[test]
fn a_note_of_a_process_may_say_anything() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    stdout(["batch", "run", "--boards", "2x2", "--out", out], 0);
    let running = folder.path("running");
    fs::create_dir_all(&running).expect("a folder");
    for (seconds, said) in [("-1.0", "for 0.00 ms"), ("1e300", " h ")] {
        let note = format!(
            r#"{{"shard":"0/1\n","process":7,"units":[{{"unit":"2x2\u001b[31m","seconds":{seconds},"expansions":0}}]}}"#
        );
        fs::write(running.join("0-of-1.7.json"), note).expect("it can be written");
        let answer = stdout(["batch", "status", out], 0);
        assert!(
            answer.contains("running: shard 0/1\\n, process 7"),
            "{answer}"
        );
        assert!(answer.contains("2x2\\u{1b}[31m for "), "{answer}");
        assert!(answer.contains(said), "{answer}");
    }
}

#[test]
fn a_batch_and_a_run_of_a_leader_do_not_share_a_directory() {
    let folder = Folder::new();
    let [batch, run] = ["batch", "run"].map(|name| folder.path(name));
    let in_batch = ["batch", "run", "--boards", "1x2", "--out"];
    let in_run = ["batch", "lead", "1x2", "--workers", "1", "--out"];
    stdout((&in_batch, &batch), 0);
    stdout((&in_run, &run), 0);
    for (arguments, there, holds) in [
        (in_batch.as_slice(), &run, "holds a run of a leader"),
        (&in_run, &batch, "holds a batch"),
    ] {
        refused((arguments, there), &[holds]);
    }
    // A directory that cannot be read holds no run that anybody knows of.
    let long = folder.path(&"x".repeat(300));
    let why = refusal((in_batch.as_slice(), &long));
    assert!(
        !why.contains("run of a leader") && why.contains("cannot read"),
        "{why}"
    );
    let shards = ("batch status --shards 2", &run);
    refused(shards, &["--shards is for a batch"]);
    refused(("batch status --picture x.svg", &batch), &["holds none"]);
    let other = ("batch run --boards 1x3 --plan-only --out", &batch);
    refused(other, &["(board 1x2, not 1x3): choose another directory"]);
    fs::write(run.join("question.json"), "{").expect("it can be written");
    refused(("batch status", &run), &["question.json"]);
}

/// Waits for a condition, at most a minute.
fn wait_for(mut what: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !what() {
        assert!(Instant::now() < deadline, "it never happens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Counts the results in a directory.
fn units(directory: &Path) -> usize {
    let list = |path: &Path| {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let files = list(&directory.join("units"));
    let files = files.iter().flat_map(|part| list(part));
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .count()
}

/// Somebody who gives 30 boards looks for 30.
#[test]
fn isomorphic_boards_count_once_and_the_answer_says_so() {
    let folder = Folder::new();
    let out = folder.name("batch");
    let run = [
        "batch",
        "run",
        "--rules",
        "nstt",
        "--plan-only",
        "--out",
        &out,
    ];
    let planned = stdout([&run[..], &["--boards", "path:3 1x3 cycle:3"]].concat(), 0);
    let counts = "2 boards (of 3, where isomorphic ones count once), nstt: empty\n";
    assert!(planned.starts_with(counts), "{planned}");
}
