//! Leaders that begin, continue and end.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use koproof_jobs::{Question, RunDirectory};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};

use crate::bad_input::refused;
use crate::running::{self, text};
use crate::{json, koproof, stdout};

#[test]
fn a_run_keeps_its_question_and_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("run");
    let out = ["--out", text(&run)];
    let begun = [
        &[
            "batch",
            "lead",
            "2x3",
            "--rules",
            "nstt",
            "--position",
            "X.....",
        ][..],
        &["--to-move", "white", "--moves", "w b1", "--workers", "1"],
        &out,
    ]
    .concat();
    stdout(&begun, 0);
    let again = [&["batch", "lead"][..], &out].concat();
    assert!(
        stdout(&again, 0).starts_with(
            "board: 2x3 (6 points, 7 edges)\nrules: nstt: positional superko, suicide forbidden, area scoring, komi 0\n\
             position: X../...\nto move: white\nmoves made: w b1\nvalue: "
        ),
        "{}",
        stdout(&again, 0)
    );
    let answer = json(&again);
    assert_eq!(answer["rules"]["name"], "nstt", "{answer}");
    assert_eq!(answer["position"], "X../...");
    assert_eq!(answer["to_move"], "white");
    assert_eq!(answer["history"], serde_json::json!(["w b1"]));
    let value = &answer["value"]["lo"];
    let solved = json(&[
        "solve",
        "2x3",
        "--rules",
        "nstt",
        "--position",
        "X.....",
        "--to-move",
        "white",
        "--moves",
        "w b1",
    ]);
    assert_eq!(
        (value, &answer["exact"]),
        (&solved["value"]["lo"], &serde_json::json!(true))
    );
    let status = stdout(&["batch", "status", text(&run)], 0);
    assert!(status.contains("\nvalue: "), "{status}");

    for option in [
        ["--rules", "tromp-taylor"],
        ["--position", "..."],
        ["--job-nodes", "5"],
    ] {
        refused(&[&again[..], &option[..]].concat(), &["BOARD"]);
    }
    let other = [&begun[..], &["--job-nodes", "5"]].concat();
    refused(&other, &["20000 expansions", "--job-nodes"]);
}

#[test]
fn a_value_without_a_run_is_not_taken_for_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let value = folder.path().join("value.kpc");
    fs::write(&value, "mine").expect("it can be written");
    let out = text(folder.path());
    refused(
        &["batch", "lead", "1x3", "--out", out],
        &["value.kpc exists", "another directory"],
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// Otherwise they would wait for the next leader forever.
#[test]
fn workers_end_with_a_leader_that_is_killed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path();
    let mut leader = running::start(&[
        "batch",
        "lead",
        "4x5",
        "--workers",
        "2",
        "--quiet",
        "--out",
        text(out),
    ]);
    let deadline = Instant::now() + Duration::from_secs(60);
    let wait_for = |number: usize| {
        let alive = || fs::read_dir(out.join("workers")).map_or(0, Iterator::count);
        while alive() != number {
            assert!(Instant::now() < deadline, "{} workers", alive());
            thread::sleep(Duration::from_millis(20));
        }
    };
    wait_for(2);
    leader.kill().expect("it can be killed");
    leader.wait().expect("it ends");
    wait_for(0);
}

/// A run whose leader is not there yet has no jobs.
#[test]
fn a_worker_says_what_stopped_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let board: Board = "2x3".parse().expect("a board");
    let graph = Graph::<1>::new(&board).expect("a small board");
    let game = Game::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK).expect("a start");
    let question = Question::new(&board, &game, 1000).expect("nothing is disputed");
    RunDirectory::begin(folder.path(), question).expect("an empty directory");
    let work = ["batch", "work", text(folder.path()), "--time-limit", "10ms"];
    let said = stdout(&work, 3);
    assert!(said.ends_with(": 0 jobs; stopped: time limit\n"), "{said}");
    let output = koproof(&[&work[..], &["--format", "json"]].concat());
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["stopped"], "time limit", "{answer}");
    assert_eq!(answer["done"], false, "{answer}");
}

/// On a terminal there would otherwise be nothing to see.
#[test]
fn a_leader_without_a_worker_says_how_to_start_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = text(folder.path());
    let lead = ["batch", "lead", "2x3", "--out", out];
    let leader = running::start(&lead);
    let question = folder.path().join("question.json");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !question.exists() {
        assert!(Instant::now() < deadline, "it does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    stdout(&["batch", "work", out], 0);
    let output = leader.wait_with_output().expect("it ends");
    let lines = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{lines}");
    assert_eq!(lines.lines().count(), 1, "{lines}");
    let words = format!("no worker yet: `koproof batch work {out}` starts one");
    assert!(lines.contains(&words), "{lines}");
}
