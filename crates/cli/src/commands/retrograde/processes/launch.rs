//! The processes of this machine: starts them, sends them the addresses of the others, watches and ends them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use koproof_partition::Run;
use koproof_solver::{Observer, Progress};

use super::report::{Call, Failure, Report, Share};
use crate::progress::Watcher;

/// The time between two checks of signals and of the clock.
const TICK: Duration = Duration::from_millis(50);

/// The time to wait for messages of all processes if one ends early. A killed process sends no message, and the
/// processes that lose it may report first.
const GRACE: Duration = Duration::from_secs(1);

enum Event {
    Report(Report),
    /// The process has closed its output.
    Silent,
}

/// A process and its messages so far.
struct Member {
    child: Child,
    stdin: Option<ChildStdin>,
    address: Option<String>,
    progress: (u64, u64),
    done: Option<Share>,
    failed: Option<Failure>,
    silent: bool,
}

/// All processes; they end when this is dropped.
struct Members(Vec<Member>);

/// Does the work in this number of processes.
pub(super) fn all(run: &Run, processes: usize, watcher: &Watcher) -> Result<Vec<Share>, Failure> {
    let (sender, events) = channel();
    let mut members = Members(Vec::with_capacity(processes));
    for process in 0..processes {
        members.0.push(start(process, &sender)?);
    }
    // All processes of the run get a secret number, so that other users of this machine cannot join.
    let secret = run.fingerprint(processes) ^ random();
    members.introduce(&events, watcher, secret)?;
    members.watch(&events, watcher)?;
    let shares = members.0.iter_mut().filter_map(|member| member.done.take());
    Ok(shares.collect())
}

/// Starts a process: this command with one more option.
fn start(process: usize, events: &Sender<(usize, Event)>) -> Result<Member, Failure> {
    let failed = |cause: std::io::Error| {
        Failure::Failed(format!("process {process} cannot be started: {cause}"))
    };
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    // The first argument is the subcommand. What is at the end could stand after a `--`, where nothing is an option.
    let mut given = std::env::args_os().skip(1);
    command
        .args(given.next())
        .args(["--member", &process.to_string()])
        .args(given)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    // Ctrl-C is for the command, which then ends its processes.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    let stdout = child.stdout.take().expect("it was asked for");
    let events = events.clone();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if let Ok(report) = serde_json::from_str(&line) {
                let _ = events.send((process, Event::Report(report)));
            }
        }
        let _ = events.send((process, Event::Silent));
    });
    Ok(Member {
        child,
        stdin,
        address: None,
        progress: (0, 0),
        done: None,
        failed: None,
        silent: false,
    })
}

impl Members {
    /// Waits until all are listening, and sends all addresses to all.
    fn introduce(
        &mut self,
        events: &Receiver<(usize, Event)>,
        watcher: &Watcher,
        run: u64,
    ) -> Result<(), Failure> {
        while self.0.iter().any(|member| member.address.is_none()) {
            self.hear(events, watcher)?;
        }
        let addresses = self.0.iter().filter_map(|member| member.address.clone());
        let addresses = addresses.collect();
        let call = serde_json::to_string(&Call { addresses, run })
            .map_err(|cause| Failure::Failed(cause.to_string()))?;
        for member in &mut self.0 {
            if let Some(stdin) = &mut member.stdin {
                // A process that does not receive it has ended, which is noticed soon.
                let _ = writeln!(stdin, "{call}").and_then(|()| stdin.flush());
            }
        }
        Ok(())
    }

    /// Waits until all are done.
    fn watch(
        &mut self,
        events: &Receiver<(usize, Event)>,
        watcher: &Watcher,
    ) -> Result<(), Failure> {
        while self.0.iter().any(|member| member.done.is_none()) {
            self.hear(events, watcher)?;
            watcher.on_progress(&Progress {
                done: self.0.iter().map(|member| member.progress.0).sum(),
                total: self.0.iter().map(|member| member.progress.1).sum(),
                ..Progress::default()
            });
        }
        Ok(())
    }

    /// Waits a moment for the next event.
    fn hear(
        &mut self,
        events: &Receiver<(usize, Event)>,
        watcher: &Watcher,
    ) -> Result<(), Failure> {
        if watcher.should_stop() {
            return Err(Failure::Stopped);
        }
        match events.recv_timeout(TICK) {
            Ok((process, event)) => {
                self.take(process, event);
                if self.0[process].ended_early() {
                    return Err(self.why(events));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(self.why(events)),
        }
        Ok(())
    }

    fn take(&mut self, process: usize, event: Event) {
        let member = &mut self.0[process];
        match event {
            Event::Report(Report::Listening(address)) => member.address = Some(address),
            Event::Report(Report::Working { done, total }) => member.progress = (done, total),
            Event::Report(Report::Done(share)) => member.done = Some(share),
            Event::Report(Report::Failed(failure)) => member.failed = Some(failure),
            Event::Silent => member.silent = true,
        }
    }

    /// Finds the process that ended first, and the reason.
    fn why(&mut self, events: &Receiver<(usize, Event)>) -> Failure {
        let until = Instant::now() + GRACE;
        while self.0.iter().any(|member| !member.silent) {
            let left = until.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok((process, event)) => self.take(process, event),
                Err(_) => break,
            }
        }
        let own_reason = |member: &&mut Member| {
            member.ended_early() && !matches!(member.failed, Some(Failure::Lost))
        };
        let Some((process, member)) =
            (self.0.iter_mut().enumerate()).find(|(_, member)| own_reason(member))
        else {
            return Failure::Lost;
        };
        match member.failed.take() {
            Some(failure) => failure,
            None => {
                let status = member.child.wait();
                let how = status.map_or_else(|cause| cause.to_string(), ended);
                Failure::Failed(format!(
                    "process {process} (number {} of the system) {how}; the same command continues from the last level that all have finished",
                    member.child.id()
                ))
            }
        }
    }
}

impl Member {
    fn ended_early(&self) -> bool {
        self.failed.is_some() || self.silent && self.done.is_none()
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        for member in &mut self.0 {
            // A process that has already ended does not have to be killed.
            let _ = member.child.kill();
            let _ = member.child.wait();
        }
    }
}

/// Describes the end of a process.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    format!("ended with {status}")
}

/// Returns a number that others cannot guess, from the seed of the standard library's hash maps.
fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}
