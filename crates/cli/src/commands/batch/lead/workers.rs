//! The workers that a leader starts on its machine.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use koproof_jobs::RunDirectory;

use super::super::work;

/// The time in which workers are to end by themselves.
const END_WITHIN: Duration = Duration::from_secs(2);

/// The processes, which end when this is dropped. They also end by themselves when the value is found, or when the
/// leader has been killed and their stdin closes.
pub(super) struct Workers<'r> {
    run: &'r RunDirectory,
    /// Each with its name.
    started: Mutex<Vec<(String, Child)>>,
}

impl<'r> Workers<'r> {
    pub(super) fn start(
        number: Option<u16>,
        run: &'r RunDirectory,
        directory: &Path,
    ) -> anyhow::Result<Self> {
        let started = Mutex::default();
        let mut workers = Self { run, started };
        let program = std::env::current_exe().context("cannot find this program")?;
        let leader = work::name();
        for number in 1..=number.unwrap_or(0) {
            let name = format!("{leader}-{number}");
            let worker = Command::new(&program)
                .args(["batch", "work", "--quiet"])
                // Names and directories may begin with a minus.
                .arg(format!("--with-leader={name}"))
                .arg("--")
                .arg(directory)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn();
            let worker = worker.context("cannot start a worker")?;
            workers.all().push((name, worker));
        }
        Ok(workers)
    }

    /// Tells whether one of them is running.
    pub(super) fn are_running(&self) -> bool {
        let mut started = self.started.lock().expect("nobody panics");
        let mut states = started.iter_mut().map(|(_, worker)| worker.try_wait());
        states.any(|ended| matches!(ended, Ok(None)))
    }

    fn all(&mut self) -> &mut Vec<(String, Child)> {
        self.started.get_mut().expect("nobody panics")
    }
}

impl Drop for Workers<'_> {
    fn drop(&mut self) {
        let mut started = std::mem::take(self.all());
        for (_, worker) in &mut started {
            // Then it returns its job and ends.
            drop(worker.stdin.take());
        }
        let deadline = Instant::now() + END_WITHIN;
        for (name, mut worker) in started {
            while matches!(worker.try_wait(), Ok(None)) && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(10));
            }
            let _ = worker.kill();
            // A signal has ended it, now or before: the next leader would wait for it.
            if worker.wait().is_ok_and(|end| end.code().is_none()) {
                self.run.forget(&name);
            }
        }
    }
}
