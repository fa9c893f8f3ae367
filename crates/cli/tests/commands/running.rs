//! Runs in the background.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Starts a run whose output can be read.
pub(super) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Returns a path as an argument.
pub(super) fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}
