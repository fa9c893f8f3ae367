//! Refused merges.

use std::fs;
use std::process::Output;

use crate::bad_input::refused;
use crate::{Folder, json, koproof, stdout, text};

#[test]
fn merging_reports_what_is_missing_and_writes_nothing() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let data = folder.path("data.csv");
    let batch = [
        "batch",
        "run",
        "--boards",
        "path:3..8",
        "--shard",
        "0/2",
        "--out",
        text(&out),
    ];
    assert_eq!(json(batch)["units"]["done"], 3);
    let output = koproof(["batch", "merge", text(&out), "--out", text(&data)]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("3 of 6 units missing: "), "{stderr}");
    assert!(!data.exists());
    let answer = json([
        "batch",
        "merge",
        text(&out),
        "--partial",
        "--out",
        text(&data),
    ]);
    assert_eq!(answer["missing"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        fs::read_to_string(&data)
            .expect("it was written")
            .lines()
            .count(),
        4
    );
    assert_eq!(stdout(("batch status", &out, "--shards 4"), 0), "1,3\n");
    // The directory contains the plan.
    assert_eq!(json(("batch run --out", &out))["units"]["found"], 3);
    assert_eq!(
        json(["batch", "merge", text(&out), "--out", text(&data)])["rows"],
        6
    );
}

#[test]
fn a_damaged_result_is_named_by_every_command() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let batch = [
        "batch",
        "run",
        "--boards",
        "path:3",
        "--rules",
        "nstt",
        "--out",
        text(&out),
    ];
    stdout(batch, 0);
    let parts = fs::read_dir(out.join("units")).expect("it is there");
    let part = parts
        .map(|part| part.expect("it is there").path())
        .next()
        .expect("one");
    let file = fs::read_dir(part)
        .expect("it is there")
        .next()
        .expect("one");
    let file = file.expect("it is there").path();
    fs::write(&file, "{}").expect("it can be written");
    let named = |output: &Output, unit: &str| {
        let all = [&output.stdout[..], &output.stderr[..]].concat();
        let all = String::from_utf8_lossy(&all).into_owned();
        assert!(all.contains(unit) && all.contains(text(&file)), "{all}");
    };
    let data = folder.path("data.csv");
    let merging = koproof(["batch", "merge", text(&out), "--out", text(&data)]);
    assert_eq!(merging.status.code(), Some(4));
    named(&merging, "Bo nstt empty");
    let status = koproof(("batch status", &out));
    assert_eq!(status.status.code(), Some(4));
    named(&status, "path:3 under nstt");
    let again = koproof(batch);
    assert_eq!(again.status.code(), Some(0));
    named(&again, "Bo nstt empty");
    stdout(["batch", "merge", text(&out), "--out", text(&data)], 0);
}

#[test]
fn a_merge_writes_all_its_files_or_none() {
    let folder = Folder::new();
    let out = folder.path("batch");
    let run = ("batch run --boards path:2 --out", &out);
    assert_eq!(json(run)["units"]["done"], 1);
    let (one, table) = (folder.path("one.csv"), folder.path("two.csv"));
    let solved = folder.path("two.kpt");
    stdout(("table solve 1x2 --out", &solved), 0);
    let before = fs::read(&solved).expect("it was written");
    fs::rename(&solved, &table).expect("it can be renamed");
    let both = ["--out", text(&one), "--out", text(&table)];
    refused(
        (&["batch", "merge", text(&out)][..], &both),
        &["two.csv is a result"],
    );
    assert!(!one.exists());
    assert_eq!(fs::read(&table).expect("it is there"), before);
}

#[test]
fn rows_replace_no_file_of_a_batch_and_a_merge_names_each_file_once() {
    let folder = Folder::new();
    let out = folder.path("batch");
    stdout(("batch run --boards 1x2 --out", &out), 0);
    let list = out.join("units/../boards.jsonl");
    let before = fs::read(&list).expect("the list of boards");
    let merge = ("batch merge", &out, "--out");
    refused((merge, &list), &["belongs to a batch"]);
    let table = folder.path("1x2.kpt");
    stdout(("table solve 1x2 --out", &table), 0);
    let rows = ["table", "export", text(&table), "--out", text(&list)];
    refused(rows, &["belongs to a batch"]);
    assert_eq!(fs::read(&list).expect("the list of boards"), before);
    let data = folder.path("data.csv");
    let twice = [text(&data), "--out", text(&data)];
    refused((merge, &twice), &["data.csv is given twice"]);
    let other = data.with_extension("manifest.json");
    fs::write(&other, "{}").expect("it can be written");
    refused(
        (merge, &data),
        &["data.manifest.json is not the manifest of a data set"],
    );
    assert_eq!(fs::read(&other).expect("it is there"), b"{}");
    assert!(!data.exists());
    assert!(!data.exists());
}
