//! The server: a limited number of connections from this machine.

use std::future::poll_fn;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use koproof_answers::{Question, begin, lasting};
use koproof_rules::{Board, GraphError};
use koproof_solver::SolverError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::guard::Guard;
use crate::queue::Queue;
use crate::route::{self, Shared};

/// The largest number of connections at a time; more wait in the system's queue.
const MAX_CONNECTIONS: usize = 128;
/// Headers longer than this are refused.
const MAX_HEADERS: usize = 16 << 10;
/// The time between two checks whether to stop.
const PULSE: Duration = Duration::from_millis(100);
/// The time that a client may continue to send after an early answer.
const LINGER: Duration = Duration::from_secs(10);

/// The settings of an explorer: its first game, its port and its limits.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game that the page begins with; other boards and rules can be chosen there.
    pub question: Question,
    /// The port of 127.0.0.1 to listen on; 0 takes one that is free.
    pub port: u16,
    /// The number of threads that solve, for all pages together; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
    /// The memory for the solvers' tables together, in bytes.
    pub memory: u64,
}

impl Setup {
    /// The memory by default: 1 GiB.
    pub const MEMORY: u64 = 1 << 30;

    /// The port for a server with permanent links: the same at each start. [`Setup::new`] takes any free port.
    pub const PORT: u16 = 8361;

    /// Begins with an empty board, Black to move, under Tromp-Taylor rules.
    ///
    /// # Errors
    /// If the board is too large for the solver.
    pub fn new(board: Board) -> Result<Self, GraphError> {
        Ok(Self {
            question: Question::empty(board)?,
            port: 0,
            threads: None,
            memory: Self::MEMORY,
        })
    }
}

/// The reason why there is no explorer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorerError {
    /// There is no solver for the board and the rules.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The port is not available.
    #[error("cannot listen on port {port} of 127.0.0.1: {error}")]
    Port {
        /// The port.
        port: u16,
        /// The error of the system.
        error: io::Error,
    },
    /// The server stopped.
    #[error("the server stopped: {0}")]
    Server(#[from] io::Error),
}

/// A server that is ready: its port is taken.
#[derive(Debug)]
pub struct Explorer {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Explorer {
    /// Takes the port, and prepares a solver.
    ///
    /// # Errors
    /// If the port is not available, or there is no solver for the board and the rules.
    pub fn new(setup: Setup) -> Result<Self, ExplorerError> {
        let mut question = setup.question;
        question.board = lasting(&question.board);
        let queue = Queue::new(setup.threads, setup.memory);
        queue.prepare(&question.board, *question.game.rules())?;
        let port = setup.port;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| ExplorerError::Port { port, error })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            begin: begin(&question),
            guard: Guard::new(address.port()),
            queue: Arc::new(queue),
            drawing: Arc::new(Semaphore::new(1)),
        });
        Ok(Self {
            listener,
            address,
            shared,
        })
    }

    /// Returns the address of the page.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` returns true.
    ///
    /// # Errors
    /// If the system does not let the server listen any longer.
    pub fn serve(self, stop: &dyn Fn() -> bool) -> Result<(), ExplorerError> {
        // One thread is enough for all connections: answers are small, and solving has its own threads.
        let runtime = runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()?;
        let queue = Arc::clone(&self.shared.queue);
        let served = runtime.block_on(async {
            tokio::select! {
                served = self.accept() => served,
                () = enough(stop) => Ok(()),
            }
        });
        queue.close();
        runtime.shutdown_timeout(Duration::from_secs(5));
        served.map_err(ExplorerError::Server)
    }

    async fn accept(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        loop {
            let place = Arc::clone(&room).acquire_owned().await;
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) if is_of_one_connection(&error) => continue,
                Err(_) => {
                    // The limit of open files is reached; wait until some are closed.
                    sleep(PULSE).await;
                    continue;
                }
            };
            let shared = Arc::clone(&self.shared);
            tokio::spawn(async move {
                converse(stream, shared).await;
                drop(place);
            });
        }
    }
}

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    )
}

async fn enough(stop: &dyn Fn() -> bool) {
    while !stop() {
        sleep(PULSE).await;
    }
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, shared: Arc<Shared>) {
    // Lines are sent at once instead of in full packets.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| Box::pin(route::answer(Arc::clone(&shared), request)));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(route::REQUEST_TIMEOUT)
        .max_buf_size(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    // An error here means that the client has left, or does not speak HTTP and has received an error.
    let _ = poll_fn(|context| connection.poll_without_shutdown(context)).await;
    let stream = connection.into_parts().io.into_inner();
    let _ = timeout(LINGER, drain(stream)).await;
}

/// Closes a connection whose last answer may have come before the end of the request. If it were closed at once while
/// the client still sends, the system could discard the answer.
async fn drain(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let mut rest = vec![0; 64 << 10];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
