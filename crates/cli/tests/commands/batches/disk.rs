//! Batches on a full disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{Folder, json, koproof, text};
#[test]
fn a_full_disk_ends_with_a_clear_error_and_no_damaged_result() {
    let folder = Folder::new();
    let small = Mounted::new(&folder.path("small"), "192k");
    let out = small.0.join("batch");
    // Each result takes a block of 4 KiB, and most results also a directory.
    let arguments = [
        "batch",
        "run",
        "--boards",
        "path:1..8 cycle:3..8 star:4..9 2x2..3",
        "--rules",
    ];
    let arguments = [
        &arguments[..],
        &["nstt,tromp-taylor,nstt-situational", "--out", text(&out)],
    ]
    .concat();
    let output = koproof(&arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("No space left on device"), "{stderr}");
    assert!(stderr.contains(text(&out)), "it names the file: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let status = json(("batch status", &out));
    assert_eq!(status["units"]["damaged"], 0);
    let done = status["units"]["done"].as_u64().expect("a number");
    assert!(
        done > 0 && status["units"]["left"].as_u64() > Some(0),
        "{status}"
    );
    // With more room it continues.
    small.grow("16m");
    let answer: Value = json(&arguments);
    assert_eq!(answer["units"]["found"], done);
    assert_eq!(answer["units"]["left"], 0);
}

/// A small separate file system, which needs root.
struct Mounted(PathBuf);

impl Mounted {
    fn new(path: &Path, size: &str) -> Self {
        fs::create_dir(path).expect("it can be made");
        mount(&[
            "-t",
            "tmpfs",
            "-o",
            &format!("size={size}"),
            "tmpfs",
            text(path),
        ]);
        Self(path.to_owned())
    }

    fn grow(&self, size: &str) {
        mount(&["-o", &format!("remount,size={size}"), text(&self.0)]);
    }
}

fn mount(arguments: &[&str]) {
    let output = Command::new("mount").args(arguments).output();
    let output = output.expect("there is a program to mount with");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "this test mounts a small tmpfs, for which it has to run as root: {why}"
    );
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
