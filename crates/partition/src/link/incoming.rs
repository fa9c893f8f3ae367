//! Messages of a fixed length from a connection that may be slow or silent.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A message that is still arriving.
///
/// Reading it never waits, so nobody can delay a process by sending nothing, or one byte at a time.
#[derive(Debug)]
pub(super) struct Incoming<const BYTES: usize> {
    stream: TcpStream,
    bytes: [u8; BYTES],
    arrived: usize,
    begun: Instant,
}

impl<const BYTES: usize> Incoming<BYTES> {
    /// Begins to listen to a connection.
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self {
            stream,
            bytes: [0; BYTES],
            arrived: 0,
            begun: Instant::now(),
        })
    }

    /// Reads what has arrived, and returns the message once it is whole.
    ///
    /// # Errors
    /// If the connection fails, or is closed before the end of the message.
    pub(super) fn read(&mut self) -> io::Result<Option<[u8; BYTES]>> {
        while self.arrived < BYTES {
            match self.stream.read(&mut self.bytes[self.arrived..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(more) => self.arrived += more,
                Err(cause) if cause.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(Some(self.bytes))
    }

    /// Returns the time since the beginning.
    pub(super) fn age(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Returns the connection, which waits again when it is read or written.
    pub(super) fn into_stream(self) -> io::Result<TcpStream> {
        self.stream.set_nonblocking(false)?;
        Ok(self.stream)
    }
}
