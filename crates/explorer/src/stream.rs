//! Answers that grow: lines of JSON, sent as they are found, to a reader that may leave at any time.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc;

/// The number of lines that may wait for the reader; then the work waits for the reader.
const LINES_AHEAD: usize = 16;

/// A flag that tells whether a reader has left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells whether the reader has left.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The reader has left.
#[derive(Debug, thiserror::Error)]
#[error("the reader has left")]
pub(crate) struct Left;

/// The receiving end of a stream: the body of a response. When it is dropped, for example because the connection
/// closes, the work stops.
#[derive(Debug)]
pub(crate) struct Lines {
    receiver: mpsc::Receiver<Bytes>,
    stop: Stop,
}

/// The sending end of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    sender: mpsc::Sender<Bytes>,
    stop: Stop,
}

/// Makes both ends of a stream.
pub(crate) fn stream() -> (Writer, Lines) {
    let (sender, receiver) = mpsc::channel(LINES_AHEAD);
    let stop = Stop::default();
    let writer = Writer {
        sender,
        stop: stop.clone(),
    };
    (writer, Lines { receiver, stop })
}

impl Writer {
    /// Sends a line.
    pub(crate) async fn send(&self, line: &impl Serialize) -> Result<(), Left> {
        let mut text = serde_json::to_vec(line).expect("lines have names and numbers only");
        text.push(b'\n');
        self.sender.send(text.into()).await.map_err(|_| Left)
    }

    /// Waits until the reader leaves.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }

    /// Returns the flag that tells whether the reader has left.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let line = self.receiver.poll_recv(context);
        line.map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
    }
}
