//! Unfinished tables leave no file.

#[cfg(target_os = "linux")]
use super::super::signals::{interrupt, start};
use super::super::{json_with, koproof};
use super::Folder;

#[test]
fn a_limit_leaves_no_file_and_says_how_far_it_came() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    for limit in ["--node-limit=100", "--memory=32M", "--time-limit=1ms"] {
        let output = koproof(["table", "solve", "3x4", "--out", &file, limit]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{limit}: {stderr}");
        assert!(output.stdout.is_empty(), "{limit}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        for words in ["limit", "no table was written"] {
            assert!(stderr.contains(words), "{stderr}");
        }
        assert!(says_how_far(&stderr), "{stderr}");
        assert!(folder.names().is_empty(), "{limit}: {:?}", folder.names());
    }
}

/// The positions are listed first, and a short time or an early Ctrl-C ends that.
fn says_how_far(stderr: &str) -> bool {
    stderr.contains("states up to symmetry solved")
        || stderr.contains("before the states were listed")
}

#[test]
fn a_limit_is_told_in_json_too() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    let answer = json_with(("table solve 3x4 --node-limit 100 --out", [&*file]), 3);
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["stopped"], "node limit");
    assert!(answer["solved"].as_u64() < answer["total"].as_u64());
}

#[test]
fn a_limit_leaves_an_older_table_as_it_was() {
    let folder = Folder::new();
    let file = folder.table("3x3", &[]);
    let before = super::read(&file);
    let again = [
        "table",
        "solve",
        "3x3",
        "--out",
        &file,
        "--node-limit",
        "10",
    ];
    assert_eq!(koproof(again).status.code(), Some(3));
    assert_eq!(super::read(&file), before);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_table_leaves_no_file_and_exits_with_130() {
    let folder = Folder::new();
    let file = folder.name("t.kpt");
    let output = interrupt(start([
        "table",
        "solve",
        "4x4",
        "--threads",
        "2",
        "--out",
        &file,
    ]));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted"), "{stderr}");
    assert!(says_how_far(&stderr), "{stderr}");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
