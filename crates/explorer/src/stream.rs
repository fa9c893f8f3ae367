//! Answers that grow: lines of JSON, sent as they are found, to a reader that may leave at any time.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use tokio::sync::mpsc;

/// The number of lines that may wait for the reader; then the work waits for the reader.
const LINES_AHEAD: usize = 16;

/// The reader has left.
#[derive(Debug, thiserror::Error)]
#[error("the reader has left")]
pub(crate) struct Left;

/// The receiving end of a stream: the body of a response. When it is dropped, for example because the connection
/// closes, the work stops.
#[derive(Debug)]
pub(crate) struct Lines(mpsc::Receiver<Bytes>);

/// The sending end of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Bytes>);

/// Makes both ends of a stream.
pub(crate) fn stream() -> (Writer, Lines) {
    let (sender, receiver) = mpsc::channel(LINES_AHEAD);
    (Writer(sender), Lines(receiver))
}

impl Writer {
    /// Sends a line.
    pub(crate) async fn send(&self, line: &impl Serialize) -> Result<(), Left> {
        let mut text = serde_json::to_vec(line).expect("lines have names and numbers only");
        text.push(b'\n');
        self.0.send(text.into()).await.map_err(|_| Left)
    }

    /// Waits until the reader leaves.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }

    /// Tells whether the reader has left.
    pub(crate) fn has_left(&self) -> bool {
        self.0.is_closed()
    }
}

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let line = self.0.poll_recv(context);
        line.map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
