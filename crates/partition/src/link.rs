//! Connections between the processes of a run.
//!
//! Each process listens, connects to those with lower numbers, and accepts connections from those with higher
//! numbers. A connecting process sends the identity of its run and its own number; a process of another run is
//! refused. This prevents accidents, and on a shared machine it keeps out users who do not know the run's secret. It
//! is no protection on an open network.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::time::{Duration, Instant};

use crate::error::PartitionError;

/// The first bytes of a call.
const CALL: [u8; 8] = *b"KPCALL\r\n";

/// The answer to a call. It differs from a call, because a connection to a port on which no process listens can be a
/// connection to itself.
const ANSWER: [u8; 8] = *b"KPHERE\r\n";

/// The bytes of a call: [`CALL`], the run, the number of the process.
const CALL_BYTES: usize = 24;

/// The time between attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// The time that a connected process has to identify itself.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);

/// The connections of one process to the others of its run.
#[derive(Debug)]
pub struct Links {
    pub(crate) process: usize,
    pub(crate) sockets: Vec<Option<TcpStream>>,
}

impl Links {
    /// Returns the links of a run with one process.
    #[must_use]
    pub fn alone() -> Self {
        Self {
            process: 0,
            sockets: vec![None],
        }
    }

    /// Connects process number `process` of a run with all others, which do the same, and waits for them for a limited
    /// time.
    ///
    /// `addresses` has one address for each process; the own address is that of the listener. `run` is the same for all
    /// processes of a run and different for other runs. Between attempts, `should_stop` decides whether to give up.
    ///
    /// # Errors
    /// If others cannot be reached, do not connect, or belong to another run; [`PartitionError::Stopped`] if
    /// `should_stop` returns true.
    ///
    /// # Panics
    /// If there is no address for the process.
    pub fn connect(
        listener: &TcpListener,
        process: usize,
        addresses: &[String],
        run: u64,
        wait_limit: Duration,
        should_stop: impl Fn() -> bool,
    ) -> Result<Self, PartitionError> {
        assert!(process < addresses.len(), "the process is one of the run");
        let waiting = Waiting {
            run,
            begun: Instant::now(),
            wait_limit,
            should_stop,
        };
        let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
        for (other, address) in addresses[..process].iter().enumerate() {
            let called = waiting.call(process, address)?;
            sockets[other] = Some(called.map_err(|cause| PartitionError::Unreachable {
                process: other,
                address: address.clone(),
                cause,
            })?);
        }
        waiting.answer(listener, process, &mut sockets)?;
        Ok(Self { process, sockets })
    }
}

/// Listens at an address; port 0 takes any that is free.
///
/// # Errors
/// If that is not possible, with the address.
pub fn listen(address: &str) -> Result<TcpListener, PartitionError> {
    TcpListener::bind(address).map_err(|cause| PartitionError::Listen {
        address: address.to_owned(),
        cause,
    })
}

struct Waiting<S> {
    run: u64,
    begun: Instant,
    wait_limit: Duration,
    should_stop: S,
}

impl<S: Fn() -> bool> Waiting<S> {
    /// Waits a moment; `false` if the waiting time is used up.
    fn pause(&self) -> Result<bool, PartitionError> {
        if (self.should_stop)() {
            return Err(PartitionError::Stopped);
        }
        std::thread::sleep(PAUSE);
        Ok(self.begun.elapsed() < self.wait_limit)
    }

    /// Calls a process until it answers.
    fn call(&self, process: usize, address: &str) -> Result<io::Result<TcpStream>, PartitionError> {
        loop {
            let called = self.try_to_call(process, address);
            if called.is_ok() || !self.pause()? {
                return Ok(called);
            }
        }
    }

    fn try_to_call(&self, process: usize, address: &str) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut call = [0; CALL_BYTES];
        call[..8].copy_from_slice(&CALL);
        call[8..16].copy_from_slice(&self.run.to_le_bytes());
        call[16..].copy_from_slice(&(process as u64).to_le_bytes());
        stream.write_all(&call)?;
        // A process answers only after it has called all others, so the answer can take the whole waiting time.
        stream.set_read_timeout(Some(self.wait_limit.max(HANDSHAKE_LIMIT)))?;
        let mut answer = [0; ANSWER.len()];
        stream.read_exact(&mut answer).map_err(|_| {
            io::Error::other(
                "it does not answer as a process of this board, rules and number of processes",
            )
        })?;
        stream.set_read_timeout(None)?;
        if answer == ANSWER {
            Ok(stream)
        } else {
            Err(io::Error::other("it is something else"))
        }
    }

    /// Answers processes with higher numbers until all of them have called.
    fn answer(
        &self,
        listener: &TcpListener,
        process: usize,
        sockets: &mut [Option<TcpStream>],
    ) -> Result<(), PartitionError> {
        let listening = |cause| PartitionError::Listen {
            address: (listener.local_addr()).map_or_else(|_| "?".to_owned(), |at| at.to_string()),
            cause,
        };
        listener.set_nonblocking(true).map_err(listening)?;
        loop {
            let missing: Vec<usize> = (process + 1..sockets.len())
                .filter(|&other| sockets[other].is_none())
                .collect();
            match listener.accept() {
                // A process that was started again calls again, and its first connection is dead.
                Ok((stream, _)) => {
                    if let Ok((caller, stream)) = self.hear(stream, process + 1..sockets.len()) {
                        sockets[caller] = Some(stream);
                    }
                }
                // Only now no later call of a process is waiting.
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock && missing.is_empty() => {
                    return Ok(());
                }
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {
                    if !self.pause()? {
                        return Err(PartitionError::Missing {
                            seconds: self.wait_limit.as_secs(),
                            missing,
                        });
                    }
                }
                // The caller has closed the connection.
                Err(cause) if cause.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(cause) => return Err(listening(cause)),
            }
        }
    }

    /// Reads the identity of a caller, and answers if it is one of the expected processes of this run: a process that
    /// is answered counts on the connection.
    fn hear(
        &self,
        mut stream: TcpStream,
        expected: Range<usize>,
    ) -> io::Result<(usize, TcpStream)> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(HANDSHAKE_LIMIT))?;
        let mut call = [0; CALL_BYTES];
        stream.read_exact(&mut call)?;
        let number = |at: usize| {
            let bytes = call[at..at + 8].try_into().expect("these are eight bytes");
            u64::from_le_bytes(bytes)
        };
        let caller = usize::try_from(number(16)).ok();
        let caller = caller.filter(|caller| expected.contains(caller));
        match caller {
            Some(caller) if call[..8] == CALL && number(8) == self.run => {
                stream.write_all(&ANSWER)?;
                stream.set_read_timeout(None)?;
                Ok((caller, stream))
            }
            _ => Err(io::Error::other("a stranger")),
        }
    }
}
