//! Signals: the first asks the work to stop and report, the second ends the process at once.

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::exit::Exit;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static AT_ONCE: AtomicBool = AtomicBool::new(false);
static LISTENING: Once = Once::new();

/// Begins to listen for Ctrl-C and for requests to terminate. The caller checks [`requested`] from then on.
pub(crate) fn listen() {
    LISTENING.call_once(|| {
        // If no handler can be installed, a signal ends the process as usual. If the system has no thread for it, signals
        // have no effect but that of SIGKILL.
        let _ = ctrlc::set_handler(|| {
            if REQUESTED.swap(true, Ordering::SeqCst) || AT_ONCE.load(Ordering::SeqCst) {
                std::process::exit(Exit::Interrupted.code().into());
            }
        });
    });
}

/// Lets a write beyond the limit of a file's size (`ulimit -f`) fail, instead of ending the process by a signal.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // All threads inherit it. If it fails, the signal ends the process as usual.
        let _ = signals.thread_block();
    }
}

/// Lets the next signal end the process at once, because there is nothing to save or report.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::SeqCst);
}

/// Lets a signal end the process at once while it waits for something that may never come.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    let before = AT_ONCE.swap(true, Ordering::SeqCst);
    let result = wait();
    AT_ONCE.store(before, Ordering::SeqCst);
    result
}

/// Requests a stop when stdin closes: the process at its other end has ended, however it ended.
///
/// # Errors
/// If the system gives no thread.
pub(crate) fn follow_stdin() -> io::Result<()> {
    let follow = || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        REQUESTED.store(true, Ordering::SeqCst);
    };
    thread::Builder::new().spawn(follow).map(drop)
}

/// A file that can be written until a signal requests a stop.
pub(crate) struct UntilRequested<W>(pub(crate) W);

impl<W: Write> Write for UntilRequested<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match requested() {
            // The kind `Interrupted` would be tried again.
            true => Err(io::Error::other("interrupted")),
            false => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the exit of a command whose work a limit or a signal has stopped.
pub(crate) fn stopped() -> Exit {
    match requested() {
        true => Exit::Interrupted,
        false => Exit::Stopped,
    }
}

/// Returns the exit of a command that has done all its work, or that a limit or a signal has stopped.
pub(crate) fn done_or_stopped(done: bool) -> Exit {
    if done { Exit::Done } else { stopped() }
}

/// Returns whether a signal has requested a stop.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
