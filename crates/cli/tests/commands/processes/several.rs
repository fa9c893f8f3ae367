//! Processes that are started one by one, as on several machines.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{WAIT_LIMIT, level, stderr, table};
use crate::running::{end_of, start};
use crate::{Folder, text};

/// Starts three processes of a run one by one. A free port may be taken a moment later; then one of the processes
/// reports it, and other ports are tried.
fn one_by_one(folder: &Path, arguments: &[&str], watch: impl Fn(&mut [Child; 3])) -> [Output; 3] {
    let hosts = folder.join("hosts");
    for _ in 0..5 {
        let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port is free"));
        let address = |one: &TcpListener| one.local_addr().expect("it is bound").to_string();
        let addresses = listeners.each_ref().map(address);
        drop(listeners);
        fs::write(&hosts, addresses.join("\n")).expect("it can be written");
        let hosted = [
            "--hosts",
            text(&hosts),
            "--wait",
            "60s",
            // A process that waits in vain ends, too.
            "--time-limit",
            "10m",
            "--format",
            "json",
            "--quiet",
        ];
        let mut runs = ["0", "1", "2"].map(|process| {
            start([&["retrograde"], arguments, &hosted, &["--process", process]].concat())
        });
        watch(&mut runs);
        let ended = runs.map(end_of);
        if !ended
            .iter()
            .any(|one| stderr(one).contains("cannot listen"))
        {
            return ended;
        }
    }
    panic!("five times in a row a port was taken");
}

#[test]
fn processes_that_are_started_one_by_one_find_each_other() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let board = ["2x4", "--rules", "nstt"];
    let arguments = [&board[..], &["--out", text(&out)]].concat();
    let ended = one_by_one(folder.0.path(), &arguments, |_| ());
    let answers = ended.map(|one| -> Value {
        assert!(one.status.success(), "{}", stderr(&one));
        serde_json::from_slice(&one.stdout).expect("it is JSON")
    });
    for (process, answer) in answers.iter().enumerate() {
        assert_eq!(answer["processes"].as_array().map(Vec::len), Some(1));
        assert_eq!(answer["processes"][0]["process"], process);
        assert_eq!(answer["table"].is_null(), process > 0);
    }
    assert_eq!(answers[0]["table"]["states"], 8_250);
    assert!(fs::read(&out).expect("the table is there") == table(&board, "1").0);
}

/// Starts three processes one by one and kills one of them after the first level; again, if they were faster.
fn lose_one(folder: &Path, arguments: &[&str], out: &Path, parts: &Path) -> [Output; 3] {
    for _ in 0..20 {
        let ended = try_to_lose_one(folder, arguments, parts);
        if !out.exists() {
            return ended;
        }
        fs::remove_file(out).expect("it can be deleted");
    }
    panic!("twenty times in a row the table was written before a process was killed");
}

fn try_to_lose_one(folder: &Path, arguments: &[&str], parts: &Path) -> [Output; 3] {
    one_by_one(folder, arguments, |runs| {
        let until = Instant::now() + WAIT_LIMIT;
        while level(parts, 3) < 1 {
            // A port was taken, so this attempt has failed, or the work is done.
            if runs
                .iter_mut()
                .any(|run| run.try_wait().is_ok_and(|ended| ended.is_some()))
            {
                break;
            }
            assert!(Instant::now() < until, "waited in vain for a level");
            std::thread::sleep(Duration::from_millis(1));
        }
        runs[1].kill().expect("it can be killed");
    })
}

/// Checks that the processes 0 and 2 have noticed that process 1 has ended.
fn notice_the_loss(ended: &[Output; 3]) {
    for one in [&ended[0], &ended[2]] {
        let says = stderr(one);
        assert_eq!(one.status.code(), Some(1), "{says}");
        assert!(
            says.contains("another process ended before the work was done"),
            "{says}"
        );
        assert_eq!(says.lines().count(), 1, "{says}");
    }
}

#[test]
fn processes_that_were_started_one_by_one_notice_that_another_is_gone_and_go_on_together() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let parts = folder.path("out.kpb.parts");
    let board = ["3x4", "--suicide", "forbid", "--all-colorings"];
    let arguments = [&board[..], &["--out", text(&out)]].concat();
    notice_the_loss(&lose_one(folder.0.path(), &arguments, &out, &parts));
    let ended = one_by_one(folder.0.path(), &arguments, |_| ());
    let answer: Value = serde_json::from_slice(&ended[0].stdout).expect("it is JSON");
    assert!(answer["resumed"].as_u64() >= Some(1), "{answer}");
    assert!(fs::read(&out).expect("the table is there") == table(&board, "2").0);
}

#[test]
fn processes_that_were_started_one_by_one_notice_that_another_has_a_damaged_checkpoint() {
    let folder = Folder::new();
    let out = folder.path("out.kpb");
    let parts = folder.path("out.kpb.parts");
    let board = ["3x4", "--suicide", "forbid", "--all-colorings"];
    let arguments = [&board[..], &["--out", text(&out)]].concat();
    lose_one(folder.0.path(), &arguments, &out, &parts);
    let turns = parts.join("1-of-3.turns");
    let mut bytes = fs::read(&turns).expect("it is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&turns, bytes).expect("it can be written");
    // Several times, because it depends on the moment whether the connections look as if the work were done.
    for _ in 0..4 {
        let ended = one_by_one(folder.0.path(), &arguments, |_| ());
        let says = stderr(&ended[1]);
        assert_eq!(ended[1].status.code(), Some(2), "{says}");
        assert!(
            says.contains("1-of-3.turns") && says.contains("delete this file"),
            "{says}"
        );
        assert_eq!(says.lines().count(), 1, "{says}");
        notice_the_loss(&ended);
    }
}
