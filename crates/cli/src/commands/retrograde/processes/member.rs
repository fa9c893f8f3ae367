//! The work of one process.

use std::io::{self, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use koproof_partition::{Links, PartitionError, Run, listen};
use koproof_solver::{Observer, Progress};

use super::report::{Call, Failure, Report, Share};
use crate::exit::Exit;
use crate::progress::Watcher;

/// The time between two reports of a process to the command that started it.
const OFTEN: Duration = Duration::from_millis(100);

/// The time that the processes of one command wait for each other.
const WAIT_LIMIT: Duration = Duration::from_secs(120);

/// Works as one of the processes that a command has started. It sends reports on `out` and receives addresses on stdin.
/// When stdin closes, the command has ended, and the result is no longer needed.
pub(super) fn work(
    run: &Run,
    process: usize,
    processes: usize,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    keep_quiet();
    let (sender, reports) = channel();
    let run = run.clone();
    thread::spawn(move || {
        let done = take_part(&run, process, processes, &sender);
        let report = done.map_or_else(|error| Report::Failed(error.into()), Report::Done);
        // There is no receiver only if the process is ending.
        let _ = sender.send(report);
    });
    for report in reports {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        out.flush()?;
        match report {
            Report::Done(_) => return Ok(Exit::Done),
            // The command prints the error.
            Report::Failed(_) => return Ok(Exit::Failed),
            Report::Listening(_) | Report::Working { .. } => {}
        }
    }
    Ok(Exit::Failed)
}

fn take_part(
    run: &Run,
    process: usize,
    processes: usize,
    reports: &Sender<Report>,
) -> Result<Share, PartitionError> {
    // Refuse the checkpoints of another run before connecting to the other processes.
    run.found(process, processes)?;
    let listener = listen("127.0.0.1:0")?;
    let address = listener
        .local_addr()
        .map_err(|cause| PartitionError::Listen {
            address: "127.0.0.1:0".to_owned(),
            cause,
        })?;
    let _ = reports.send(Report::Listening(address.to_string()));
    let Some(call) = called() else {
        return Err(PartitionError::Stopped);
    };
    let links = Links::connect(
        &listener,
        process,
        &call.addresses,
        call.run,
        WAIT_LIMIT,
        || false,
    )?;
    drop(listener);
    let reporter = Reporter {
        reports: reports.clone(),
        next: Mutex::new(Instant::now()),
    };
    let finished = run.work(links, Arc::new(reporter))?;
    Ok(finished.into())
}

/// Reads the addresses of the others from stdin, and then ends the process as soon as stdin closes.
fn called() -> Option<Call> {
    let mut lines = io::stdin().lines();
    let call = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    drop(lines);
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(Exit::Interrupted.code().into());
    });
    Some(call)
}

/// Works as one of several processes that were started one by one.
pub(super) fn one_of(
    run: &Run,
    process: usize,
    addresses: &[String],
    wait_limit: Duration,
    watcher: Watcher,
) -> Result<Vec<Share>, Failure> {
    keep_quiet();
    run.found(process, addresses.len())?;
    let listener = listen(&addresses[process])?;
    let stop = || watcher.should_stop();
    let fingerprint = run.fingerprint(addresses.len());
    let links = Links::connect(&listener, process, addresses, fingerprint, wait_limit, stop)?;
    drop(listener);
    let finished = run.work(links, Arc::new(watcher))?;
    Ok(vec![finished.into()])
}

/// Silences the panics of the connection threads if another process ends; the error is reported in one line elsewhere.
fn keep_quiet() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or_default();
        let is_connection = name.starts_with("timely:send-") || name.starts_with("timely:recv-");
        let message = panic.payload_as_str().unwrap_or_default();
        let follows = [
            "MergeQueue poisoned",
            "Recv thread panic",
            "Send thread panic",
        ]
        .iter()
        .any(|beginning| message.starts_with(beginning));
        if !is_connection && !follows {
            usual(panic);
        }
    }));
}

/// Passes on the progress.
struct Reporter {
    reports: Sender<Report>,
    next: Mutex<Instant>,
}

impl Observer for Reporter {
    fn on_progress(&self, progress: &Progress) {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= *next {
            *next = now + OFTEN;
            let _ = self.reports.send(Report::Working {
                done: progress.done,
                total: progress.total,
            });
        }
    }
}
