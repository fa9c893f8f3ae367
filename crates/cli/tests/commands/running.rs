//! Runs in the background.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::Arguments;

/// The time after which a run has failed, on any machine.
const LONG: Duration = Duration::from_secs(300);

/// Starts a run whose output can be read.
pub(super) fn start(arguments: impl Arguments) -> Child {
    Command::new(env!("CARGO_BIN_EXE_koproof"))
        .args(arguments.list())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// Waits for the end of a run. One that does not end is killed, and has no exit code.
pub(super) fn end_of(run: Child) -> Output {
    let process = run.id().to_string();
    let (_done, is_done) = channel::<()>();
    thread::spawn(move || {
        if is_done.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &process]).status();
        }
    });
    run.wait_with_output().expect("it was started")
}
