//! Connections between the processes of a run.
//!
//! Each process listens, connects to those with lower numbers, and accepts connections from those with higher
//! numbers. A connecting process sends the identity of its run and its own number; a process of another run is
//! refused. This prevents accidents, and on a shared machine it keeps out users who do not know the run's secret. It
//! is no protection on an open network.

mod incoming;

use std::io::{self, ErrorKind, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::error::PartitionError;
use incoming::Incoming;

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

/// The time to wait for one connection before the next attempt. The system would wait minutes for a machine that is not
/// there.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);

/// The number of callers that may be about to identify themselves. More would use up the open files of the process.
const MAX_CALLERS: usize = 64;

/// A connection of which it is not known yet who calls.
type Caller = Incoming<CALL_BYTES>;

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
            process,
            begun: Instant::now(),
            wait_limit,
            should_stop,
        };
        let mut sockets: Vec<Option<TcpStream>> = addresses.iter().map(|_| None).collect();
        for (other, address) in addresses[..process].iter().enumerate() {
            sockets[other] = Some(waiting.call(other, address)?);
        }
        waiting.answer(listener, &mut sockets)?;
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

/// A process of a run that waits for the others.
struct Waiting<S> {
    run: u64,
    process: usize,
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

    /// Calls another process until it answers.
    fn call(&self, other: usize, address: &str) -> Result<TcpStream, PartitionError> {
        loop {
            let called = self.try_to_call(other, address);
            let failed = matches!(called, Err(PartitionError::Unreachable { .. }));
            if !failed || !self.pause()? {
                return called;
            }
        }
    }

    fn try_to_call(&self, other: usize, address: &str) -> Result<TcpStream, PartitionError> {
        let unreachable = |cause| PartitionError::Unreachable {
            process: other,
            address: address.to_owned(),
            cause,
        };
        let silent = || {
            unreachable(io::Error::other(
                "it does not answer as a process of this board, rules and number of processes",
            ))
        };
        let mut incoming = self.send_call(address).map_err(unreachable)?;
        // A process answers only after it has called all others, so the answer can take the whole waiting time.
        loop {
            match incoming.read() {
                Ok(Some(ANSWER)) => return incoming.into_stream().map_err(unreachable),
                Ok(Some(_)) => return Err(unreachable(io::Error::other("it is something else"))),
                Ok(None) if self.pause()? => {}
                Ok(None) | Err(_) => return Err(silent()),
            }
        }
    }

    /// Connects to an address, and sends the identity of this process.
    fn send_call(&self, address: &str) -> io::Result<Incoming<{ ANSWER.len() }>> {
        let mut stream = connect(address)?;
        stream.set_nodelay(true)?;
        let mut call = [0; CALL_BYTES];
        call[..8].copy_from_slice(&CALL);
        call[8..16].copy_from_slice(&self.run.to_le_bytes());
        call[16..].copy_from_slice(&(self.process as u64).to_le_bytes());
        stream.write_all(&call)?;
        Incoming::new(stream)
    }

    /// Answers processes with higher numbers until all of them have called.
    fn answer(
        &self,
        listener: &TcpListener,
        sockets: &mut [Option<TcpStream>],
    ) -> Result<(), PartitionError> {
        let listening = |cause| PartitionError::Listen {
            address: (listener.local_addr()).map_or_else(|_| "?".to_owned(), |at| at.to_string()),
            cause,
        };
        listener.set_nonblocking(true).map_err(listening)?;
        let mut callers = Vec::new();
        loop {
            accept(listener, &mut callers).map_err(listening)?;
            callers = self.hear(callers, sockets);
            let missing: Vec<usize> = (self.process + 1..sockets.len())
                .filter(|&other| sockets[other].is_none())
                .collect();
            if missing.is_empty() {
                return Ok(());
            }
            if !self.pause()? {
                return Err(PartitionError::Missing {
                    seconds: self.wait_limit.as_secs(),
                    missing,
                });
            }
        }
    }

    /// Answers the callers that have identified themselves as expected processes of this run, and returns those that
    /// have not identified themselves yet.
    fn hear(&self, callers: Vec<Caller>, sockets: &mut [Option<TcpStream>]) -> Vec<Caller> {
        let mut silent = Vec::new();
        for mut caller in callers {
            match caller.read() {
                Ok(Some(call)) => {
                    let other = self.identify(call).filter(|&other| other > self.process);
                    // A process that was started again calls again, and its first connection is dead.
                    if let Some(socket) = other.and_then(|other| sockets.get_mut(other))
                        && let Ok(stream) = confirm(caller)
                    {
                        *socket = Some(stream);
                    }
                }
                Ok(None) if caller.age() < HANDSHAKE_LIMIT => silent.push(caller),
                // A stranger, or a process that has ended.
                Ok(None) | Err(_) => {}
            }
        }
        silent
    }

    /// Returns the number of a caller that belongs to this run.
    fn identify(&self, call: [u8; CALL_BYTES]) -> Option<usize> {
        let number = |at: usize| {
            let bytes = call[at..at + 8].try_into().expect("these are eight bytes");
            u64::from_le_bytes(bytes)
        };
        if call[..8] != CALL || number(8) != self.run {
            return None;
        }
        usize::try_from(number(16)).ok()
    }
}

/// Connects to an address, or to one of several of the same name.
fn connect(address: &str) -> io::Result<TcpStream> {
    let mut connected = Err(io::Error::other("its name has no address"));
    for address in address.to_socket_addrs()? {
        connected = TcpStream::connect_timeout(&address, CONNECT_LIMIT);
        if connected.is_ok() {
            break;
        }
    }
    connected
}

/// Accepts the connections that are waiting, in their order.
fn accept(listener: &TcpListener, callers: &mut Vec<Caller>) -> io::Result<()> {
    while callers.len() < MAX_CALLERS {
        match listener.accept() {
            // A connection that cannot be used is no reason to end.
            Ok((stream, _)) => callers.extend(Caller::new(stream)),
            Err(cause) if cause.kind() == ErrorKind::WouldBlock => break,
            // The caller has closed the connection.
            Err(cause) if cause.kind() == ErrorKind::ConnectionAborted => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(())
}

/// Answers a caller, which counts on the connection from then on.
fn confirm(caller: Caller) -> io::Result<TcpStream> {
    let mut stream = caller.into_stream()?;
    stream.set_nodelay(true)?;
    stream.write_all(&ANSWER)?;
    Ok(stream)
}
