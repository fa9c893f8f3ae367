//! The server with browsers, foreign sites and many pages at a time.

mod client;
mod crowd;
mod games;
mod limits;
mod strangers;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::{self, JoinHandle};

use koproof_explorer::{Explorer, Setup};

/// The servers of this process: its memory is that of all.
static SERVERS: RwLock<()> = RwLock::new(());

/// Whether other servers may run at the same time. A test that has failed hinders no other.
#[expect(dead_code, reason = "they are only dropped")]
enum Turn {
    Shared(RwLockReadGuard<'static, ()>),
    Alone(RwLockWriteGuard<'static, ()>),
}

/// A server that runs until it is dropped.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _turn: Turn,
}

impl Served {
    /// Serves a board, with few threads and little memory.
    fn new(board: &str) -> Self {
        let turn = SERVERS.read().unwrap_or_else(PoisonError::into_inner);
        Self::start(board, Turn::Shared(turn))
    }

    /// Does the same when no other server runs, so that the memory of the process is that of this one.
    fn alone(board: &str) -> Self {
        let turn = SERVERS.write().unwrap_or_else(PoisonError::into_inner);
        Self::start(board, Turn::Alone(turn))
    }

    fn start(board: &str, turn: Turn) -> Self {
        let board = board.parse().expect("it is the name of a board");
        let explorer = Explorer::new(Setup {
            threads: std::num::NonZeroUsize::new(2),
            memory: 128 << 20,
            ..Setup::new(board).expect("it is small")
        });
        let explorer = explorer.expect("there is a port");
        let address = explorer.address();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let serve = move || {
            let served = explorer.serve(&|| stopped.load(Ordering::Relaxed));
            served.expect("it serves until it is told to stop");
        };
        Self {
            address,
            stop,
            thread: Some(thread::spawn(serve)),
            _turn: turn,
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("it is joined once");
        let served = thread.join();
        if !thread::panicking() {
            served.expect("the server does not panic");
        }
    }
}
