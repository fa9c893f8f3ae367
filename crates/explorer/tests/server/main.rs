//! The server with browsers, foreign sites and many pages at a time.

mod client;
mod crowd;
mod games;
mod limits;
mod strangers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use koproof_explorer::{Explorer, Setup};

/// A server that runs until it is dropped.
struct Served {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// Serves a board, with few threads and little memory.
    fn new(board: &str) -> Self {
        let explorer = Explorer::new(Setup {
            threads: std::num::NonZeroUsize::new(2),
            memory: 128 << 20,
            ..Setup::new(board.parse().expect("it is the name of a board"))
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
