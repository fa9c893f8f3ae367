//! Lines from stdin, read on a separate thread, so that a running command notices the next one.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use crate::stdin;

/// The number of lines that are read ahead.
const AHEAD: usize = 16;

/// An event that can arrive while a command is running.
enum Event {
    /// The next line; `None` at the end of the input.
    Line(Option<io::Result<String>>),
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

impl Requests {
    /// Begins to read.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn of_stdin() -> io::Result<Self> {
        let (bell, events) = mpsc::sync_channel(AHEAD);
        let sender = bell.clone();
        thread::Builder::new().spawn(move || {
            loop {
                let line = stdin::next_line().transpose();
                // The bell keeps the channel open, so the end of the input must be sent.
                let last = !matches!(line, Some(Ok(_)));
                if sender.send(Event::Line(line)).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self {
            events,
            bell,
            heard: None,
        })
    }

    /// Returns the bell with which a worker reports that it is done.
    pub(super) fn bell(&self) -> impl Fn() + use<> {
        let bell = self.bell.clone();
        move || {
            // The channel is full only if lines are waiting, and then the receiver is awake.
            let _ = bell.try_send(Event::Rung);
        }
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

    /// Waits for a line or the bell, but no longer than this time. Returns whether there is a line, or the input has
    /// ended; it stays available for [`Requests::next`].
    pub(super) fn listen(&mut self, wait: Duration) -> bool {
        if self.heard.is_none() {
            self.heard = match self.events.recv_timeout(wait) {
                Ok(Event::Line(line)) => Some(line),
                Ok(Event::Rung) | Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(None),
            };
        }
        self.heard.is_some()
    }
}
