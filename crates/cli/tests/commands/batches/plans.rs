//! Plans that were made by another version or changed by hand.

use std::fs;

use crate::bad_input::refused;
use crate::{Folder, json, stdout, text};

#[test]
fn a_plan_of_another_version_or_with_changed_settings_is_not_run() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let boards = [
        "batch",
        "run",
        "--boards",
        "path:1 path:2",
        "--plan-only",
        "--out",
    ];
    stdout((&boards, &out), 0);
    let settings = out.join("batch.json");
    let planned = fs::read_to_string(&settings).expect("the plan");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let rules = "\"tromp-taylor\"";
    let twice = format!("{rules}, {rules}");
    let damaged = ("the plan is damaged", "--boards");
    for (from, to, (named, remedy)) in [
        (
            version.as_str(),
            "\"version\": \"9.9\"",
            ("version 9.9", "another directory"),
        ),
        (rules, "\"foo\"", damaged),
        (rules, &twice, damaged),
        (rules, "", damaged),
    ] {
        let changed = planned.replace(from, to);
        assert_ne!(changed, planned, "{from} is not in {planned}");
        fs::write(&settings, changed).expect("it can be written");
        refused(("batch run --out", &out), &[named, remedy]);
    }
}

#[test]
fn a_fresh_run_does_not_replace_another_batch() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    let run = |boards| ["batch", "run", "--out", out, "--boards", boards];
    stdout(run("path:1..4"), 0);
    let other = [&run("1x1")[..], &["--fresh"]].concat();
    refused(&other, &["holds another batch", "choose another directory"]);
    assert_eq!(json(run("path:1..4"))["units"]["found"], 4);
}

#[test]
fn a_damaged_plan_of_other_boards_is_not_replaced() {
    let folder = Folder::new();
    let out = text(folder.0.path());
    let run = |boards| ["batch", "run", "--out", out, "--boards", boards];
    stdout(run("path:1..4"), 0);
    fs::write(folder.path("batch.json"), "{").expect("it can be written");
    refused(run("1x1"), &["lists other boards", "another directory"]);
    assert_eq!(json(run("path:1..4"))["units"]["found"], 4);
}

#[test]
fn what_is_in_the_way_of_results_is_named() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let run = ["batch", "run", "--boards", "path:1..2", "--out", text(&out)];
    stdout(run, 0);
    let units = out.join("units");
    fs::remove_dir_all(&units).expect("it is there");
    fs::write(&units, "").expect("it can be written");
    for arguments in [&run[..], &["batch", "status", text(&out)]] {
        refused(arguments, &["batch/units", "move it away"]);
    }
}

#[test]
fn a_foreign_list_of_boards_is_not_replaced() {
    let folder = Folder::new();
    let list = folder.path("boards.jsonl");
    fs::write(&list, "mine").expect("it can be written");
    let out = ["--out", text(folder.0.path())];
    let run = [&["batch", "run", "--boards", "1x2"][..], &out].concat();
    for last in [None, Some("--plan-only")] {
        let arguments: Vec<&str> = run.iter().copied().chain(last).collect();
        refused(
            &arguments,
            &["boards.jsonl lists other boards", "another directory"],
        );
        assert_eq!(fs::read(&list).expect("it is there"), b"mine");
    }
}

#[test]
fn a_foreign_file_with_the_name_of_the_plan_is_not_replaced() {
    for content in ["{\"name\": \"nightly job\"}", "mine"] {
        let folder = Folder::new();
        let file = folder.path("batch.json");
        fs::write(&file, content).expect("it can be written");
        let run = [
            "batch",
            "run",
            "--boards",
            "1x2",
            "--out",
            text(folder.0.path()),
        ];
        for last in [None, Some("--plan-only")] {
            let arguments: Vec<&str> = run.iter().copied().chain(last).collect();
            refused(
                &arguments,
                &["batch.json is not the plan", "another directory"],
            );
            assert_eq!(fs::read_to_string(&file).expect("it is there"), content);
        }
    }
}

#[test]
fn a_plan_says_what_is_already_done() {
    let folder = Folder::new();
    let out = ("--out", folder.0.path());
    let shard = |shard, more: &[&str]| {
        let run = ["batch", "run", "--boards", "path:1..4", "--shard", shard];
        json((&run, out, more))
    };
    shard("0/2", &[]);
    for (of, done, left) in [("0/2", 2, 0), ("1/2", 0, 2), ("0/1", 2, 2)] {
        let units = &shard(of, &["--plan-only"])["units"];
        assert_eq!(
            (&units["done"], &units["left"]),
            (&done.into(), &left.into())
        );
    }
}

#[test]
fn boards_come_from_a_pipe_too_and_a_wrong_name_says_why() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let mut shell = std::process::Command::new("bash");
    let line = "\"$0\" batch run --boards <(printf '1x2\n1x3\n') --out \"$1\" --format json";
    shell.args(["-c", line, env!("CARGO_BIN_EXE_koproof"), text(&out)]);
    let output = shell.output().expect("bash is there");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["units"]["done"], 2, "{answer}");
    let run = |boards| ["batch", "run", "--out", text(&out), "--boards", boards];
    refused(run("8x9"), &["8x9", "72 points"]);
    refused(run(text(folder.0.path())), &["cannot read the boards"]);
}

#[test]
fn a_file_of_boards_is_named_without_the_at_sign() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let run = ("batch run --boards @kite --out", &out);
    refused(run, &["@kite names a file", "without @"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written_is_bad_input() {
    // Not even root can write there.
    let run = ["batch", "run", "--boards", "1x1", "--out", "/proc"];
    refused(run, &["/proc"]);
    let folder = Folder::new();
    let times = folder.path("times");
    fs::write(times, "").expect("it can be written");
    let run = "batch run --boards 1x1 --out";
    refused((run, folder.0.path()), &["times"]);
}
