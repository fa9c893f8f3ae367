//! Workers on the leader's machine, each a process of the same program.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;

/// The processes, which end when this is dropped. They end by themselves when the value is found, or when the leader has been
/// killed and their stdin closes.
pub(super) struct Workers(Vec<Child>);

impl Workers {
    /// Starts the workers.
    pub(super) fn start(number: Option<u16>, directory: &Path) -> anyhow::Result<Self> {
        let mut workers = Self(Vec::new());
        let program = std::env::current_exe().context("cannot find this program")?;
        for _ in 0..number.unwrap_or(0) {
            let worker = Command::new(&program)
                .args(["batch", "work", "--quiet", "--with-leader"])
                .arg(directory)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn();
            workers.0.push(worker.context("cannot start a worker")?);
        }
        Ok(workers)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}
