//! Work that goes on while something else is done now and then.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::progress::{FRAME, Watcher};

/// Does work that cannot tell how far it is, and shows that it goes on.
pub(crate) fn waiting<T>(what: &str, quiet: bool, work: impl FnOnce() -> T) -> T {
    let watcher = Watcher::deaf(what, quiet);
    let show = move || watcher.show(0, 0, || what.to_owned());
    meanwhile(FRAME, show, work)
}

/// Does work, and meanwhile something else after each interval; only the work if the system starts no thread for the rest.
pub(crate) fn meanwhile<T>(every: Duration, tick: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let rest = move || {
            while is_done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        };
        let _ = thread::Builder::new().spawn_scoped(scope, rest);
        let result = work();
        drop(done);
        result
    })
}
