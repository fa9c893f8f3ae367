//! Ctrl-C during the work.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::running::{self, end_of};
use super::{Arguments, Folder};

/// The bit of SIGINT in the masks of `/proc/PID/status`.
const INTERRUPT: u64 = 1 << 1;

/// Starts long work; it has a limit in case no signal arrives.
pub(super) fn start(arguments: impl Arguments) -> Child {
    running::start((arguments, "--time-limit 60s"))
}

/// Sends SIGINT as soon as the program listens for it, and waits for the end.
pub(super) fn interrupt(child: Child) -> Output {
    signal(&child);
    end_of(child)
}

/// Sends SIGINT as soon as the program listens for it.
fn signal(child: &Child) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !listens(child.id()) {
        assert!(Instant::now() < deadline, "it never listens for signals");
        thread::sleep(Duration::from_millis(5));
    }
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}

/// Waits until the program has used half a second of processor time since it wrote its first file: by then it searches.
pub(super) fn await_work(child: &Child) {
    let ticks = || -> u64 {
        let path = format!("/proc/{}/stat", child.id());
        let stat = std::fs::read_to_string(path).expect("the program runs");
        // The name of the program, in parentheses, may contain spaces. The twelfth field after it is the time in user mode.
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        assert!(!fields.starts_with(" Z"), "the program has ended");
        let time = fields.split_whitespace().nth(11).expect("a time");
        time.parse().expect("a number of ticks")
    };
    let (deadline, first) = (Instant::now() + Duration::from_secs(60), ticks());
    while ticks() < first + 50 {
        assert!(Instant::now() < deadline, "it does not work");
        thread::sleep(Duration::from_millis(5));
    }
}

fn listens(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & INTERRUPT != 0)
}

#[test]
fn certificates_of_a_comparison_end_with_the_signal() {
    let folder = Folder::new();
    let directory = folder.path("proofs");
    // It writes 1,772 certificates, each too short for a look at the signal.
    let rules = "compare 1x8 --rules nstt,taylor --threads 1 -q";
    let child = start((rules, "--certificates", &directory));
    let (deadline, count) = (Instant::now() + Duration::from_secs(60), || {
        std::fs::read_dir(&directory).map_or(0, Iterator::count)
    });
    while count() == 0 {
        assert!(Instant::now() < deadline, "it writes no certificate");
        thread::sleep(Duration::from_millis(5));
    }
    let output = interrupt(child);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("stopped before every certificate"), "{said}");
    assert!(count() < 1772);
}

#[test]
fn an_interrupted_solve_prints_its_bracket_and_exits_with_130() {
    let output = interrupt(start("solve 5x5"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("value: open, from "), "{text}");
    assert!(text.contains("stopped: interrupted"), "{text}");
}

#[test]
fn an_interrupted_answer_is_whole_json() {
    let output = interrupt(start("solve 5x5 --all-moves --format json"));
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(answer["exact"], false);
    assert_eq!(answer["stopped"], "interrupted");
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(26));
}

#[test]
fn an_interrupted_tree_is_written_with_what_is_known() {
    let folder = Folder::new();
    let out = folder.path("tree.sgf");
    let output = interrupt(start(["game", "sgf", "5x5", "--out", super::text(&out)]));
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{line}");
    let text = std::fs::read_to_string(&out).expect("it is written");
    assert!(text.starts_with("(;FF[4]"), "{text}");
    assert!(text.contains("SZ[5]"), "{text}");
}

/// Its temporary file stayed: of a large certificate, gigabytes.
#[test]
fn an_interrupted_conversion_leaves_no_file() {
    let folder = Folder::new();
    let made = running::start(["solve", "2x3", "--certificate", &folder.name("a.txt")]);
    assert!(end_of(made).status.success());
    let text = std::fs::read(folder.path("a.txt")).expect("it is written");
    let convert = ["certificate", "convert", "-", &folder.name("b.kpc")];
    let mut child = Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(convert)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(&text[..text.len() / 2]).expect("it reads");
    signal(&child);
    // The input ends when the program has seen the signal.
    thread::sleep(Duration::from_secs(1));
    drop(stdin);
    let output = end_of(child);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("stopped before "), "{said}");
    let files = std::fs::read_dir(folder.path("")).expect("it is there");
    assert_eq!(files.count(), 1, "only a.txt");
}

/// It took a second signal.
#[test]
fn a_check_that_waits_for_its_input_ends_with_the_signal() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(["verify", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let stdin = child.stdin.take().expect("it is piped");
    let output = interrupt(child);
    assert_eq!(output.status.code(), Some(130));
    drop(stdin);
}

#[test]
fn files_that_were_not_checked_are_counted_in_one_line() {
    let folder = Folder::new();
    let file = &*folder.name("a.kpc");
    let made = running::start(["solve", "3x3", "--certificate", file]);
    assert!(end_of(made).status.success());
    let many: Vec<&str> = std::iter::repeat_n(file, 20_000).collect();
    let arguments = [&["verify", "--threads", "1", "--quiet"], &many[..]].concat();
    let output = interrupt(running::start(&arguments));
    let lines = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{lines}");
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(
        lines.contains("interrupted: ") && lines.contains(" of 20000 not checked"),
        "{lines}"
    );
}
