//! Tests of the command line.

mod bad_input;
mod batches;
mod bench;
mod boards;
mod certificates;
mod checkpoints;
mod comparisons;
mod count;
mod diff;
mod draw;
mod examples;
mod explore;
mod gtp;
mod messages;
mod pages;
mod play;
mod plot;
#[cfg(feature = "distribute")]
mod processes;
mod random;
mod records;
mod retrograde;
mod rulesets;
mod running;
mod sgf;
mod show;
mod signals;
mod solve;
mod strategy;
mod sweep;
mod tables;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use assert_cmd::Command;
use serde_json::Value;

/// A directory of files that is removed after the test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a directory"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the path of a file as an argument.
    fn name(&self, name: &str) -> String {
        text(&self.path(name)).to_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("the file is there")
    }

    /// Writes a file and returns its path as an argument.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), content).expect("there is room for a file");
        self.name(name)
    }
}

/// Returns a path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}

/// The arguments of a command: a line as it is typed, a list, a path, or several of these one after the other.
trait Arguments {
    fn list(&self) -> Vec<String>;
}

impl Arguments for str {
    fn list(&self) -> Vec<String> {
        shlex::split(self).expect("every quote is closed")
    }
}

impl Arguments for [&str] {
    fn list(&self) -> Vec<String> {
        self.iter().map(|&argument| argument.to_owned()).collect()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn list(&self) -> Vec<String> {
        self.as_slice().list()
    }
}

impl Arguments for Vec<&str> {
    fn list(&self) -> Vec<String> {
        self.as_slice().list()
    }
}

impl Arguments for Path {
    fn list(&self) -> Vec<String> {
        vec![text(self).to_owned()]
    }
}

impl Arguments for PathBuf {
    fn list(&self) -> Vec<String> {
        self.as_path().list()
    }
}

impl<T: Arguments + ?Sized> Arguments for &T {
    fn list(&self) -> Vec<String> {
        (*self).list()
    }
}

impl<A: Arguments, B: Arguments> Arguments for (A, B) {
    fn list(&self) -> Vec<String> {
        [self.0.list(), self.1.list()].concat()
    }
}

impl<A: Arguments, B: Arguments, C: Arguments> Arguments for (A, B, C) {
    fn list(&self) -> Vec<String> {
        [self.0.list(), self.1.list(), self.2.list()].concat()
    }
}

/// Runs the program and returns its output.
fn koproof(arguments: impl Arguments) -> Output {
    Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(arguments.list())
        .timeout(std::time::Duration::from_secs(120))
        .output()
        .expect("the program runs")
}

/// Runs the program where nobody reads its output, and returns its exit code and stderr.
fn unread(arguments: impl Arguments) -> (Option<i32>, String) {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(arguments.list())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    (output.status.code(), stderr)
}

/// Runs a command with too little memory for a thread with a deep stack, and returns its exit code and stderr.
#[cfg(target_os = "linux")]
fn limited(command: &str) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_koproof");
    let output = std::process::Command::new("sh")
        .args(["-c", &format!("ulimit -v 300000; exec {program} {command}")])
        .output()
        .expect("the program runs");
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    (output.status.code(), stderr)
}

/// Runs a command that must end with this exit code and returns its stdout.
#[track_caller]
fn stdout(arguments: impl Arguments, code: i32) -> String {
    let output = koproof(&arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let arguments = arguments.list();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

/// Returns the JSON of a known value.
fn exactly(value: impl Into<Value>) -> Value {
    let value = value.into();
    serde_json::json!({"lo": value, "hi": value})
}

/// Runs a command that must succeed, with `--format json`, and returns its one line of JSON.
#[track_caller]
fn json(arguments: impl Arguments) -> Value {
    json_with(arguments, 0)
}

/// Does the same for a command that must end with this exit code.
#[track_caller]
fn json_with(arguments: impl Arguments, code: i32) -> Value {
    let text = stdout((arguments, "--format json"), code);
    assert_eq!(text.lines().count(), 1, "one object on one line");
    serde_json::from_str(&text).expect("it is JSON")
}
