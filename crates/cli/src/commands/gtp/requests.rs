//! Lines from stdin, read on a separate thread, so that a running command notices the next one.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

/// The number of lines that are read ahead.
const AHEAD: usize = 16;

/// An event that can arrive while a command is running.
enum Event {
    Line(io::Result<String>),
    /// The work is done.
    Rung,
}

/// The lines of a controller, in order.
pub(super) struct Requests {
    events: Receiver<Event>,
    bell: SyncSender<Event>,
    /// A line that was received but not yet taken.
    heard: Option<Option<io::Result<String>>>,
}

/// Lets a worker report that it is done.
#[derive(Clone)]
pub(super) struct Bell(SyncSender<Event>);

impl Bell {
    pub(super) fn ring(&self) {
        // The channel is full only if lines are waiting, and then the receiver is awake.
        let _ = self.0.try_send(Event::Rung);
    }
}

/// The result of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// There is another line, or the input has ended.
    Line,
    Bell,
    Nothing,
}

impl Requests {
    /// Begins to read.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn of_stdin() -> io::Result<Self> {
        let (bell, events) = mpsc::sync_channel(AHEAD);
        let sender = bell.clone();
        thread::Builder::new().spawn(move || {
            for line in io::stdin().lock().lines() {
                let last = line
                    .as_ref()
                    .is_err_and(|error| error.kind() != io::ErrorKind::InvalidData);
                if sender.send(Event::Line(line)).is_err() || last {
                    return;
                }
            }
            // The bell keeps the channel open, so the end of the input must be sent.
            let ended = io::ErrorKind::UnexpectedEof.into();
            let _ = sender.send(Event::Line(Err(ended)));
        })?;
        Ok(Self {
            events,
            bell,
            heard: None,
        })
    }

    pub(super) fn bell(&self) -> Bell {
        Bell(self.bell.clone())
    }

    /// Returns the next line, and waits for it; `None` at the end.
    pub(super) fn next(&mut self) -> Option<io::Result<String>> {
        loop {
            if let Some(line) = self.heard.take() {
                return line;
            }
            self.listen(Duration::MAX);
        }
    }

    /// Waits for a limited time. A received line stays available for [`Requests::next`].
    pub(super) fn listen(&mut self, wait: Duration) -> Heard {
        if self.heard.is_some() {
            return Heard::Line;
        }
        let line = match self.events.recv_timeout(wait) {
            Ok(Event::Rung) => return Heard::Bell,
            Err(RecvTimeoutError::Timeout) => return Heard::Nothing,
            Ok(Event::Line(Err(error))) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Ok(Event::Line(line)) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
        };
        self.heard = Some(line);
        Heard::Line
    }
}
