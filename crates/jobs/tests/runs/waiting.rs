//! Waiting for other threads, with a limit of time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use koproof_solver::Observer;

/// The time after which a test has failed, on any machine.
const LONG: Duration = Duration::from_secs(300);

/// Stops the work when it is told to, and after a long time. So a leader does not wait without an end for a worker that
/// has failed, and a worker does not for a leader.
pub(super) struct Until {
    is_over: AtomicBool,
    last: Instant,
}

impl Default for Until {
    fn default() -> Self {
        Self {
            is_over: AtomicBool::default(),
            last: Instant::now() + LONG,
        }
    }
}

impl Until {
    pub(super) fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

impl Observer for Until {
    fn should_stop(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || Instant::now() > self.last
    }
}

/// Waits until something is there, and fails if it never comes.
pub(super) fn wait_for<T>(mut find: impl FnMut() -> Option<T>) -> T {
    let until = Until::default();
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(!until.should_stop(), "it never came");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until something is so.
pub(super) fn wait_until(mut is_so: impl FnMut() -> bool) {
    wait_for(|| is_so().then_some(()));
}

/// What a leader has said, for others to hear while it is at work.
#[derive(Default)]
pub(super) struct Said(Mutex<Vec<String>>);

impl Said {
    pub(super) fn hear(&self, what: &str) {
        self.0.lock().expect("nobody panics").push(what.to_owned());
    }

    pub(super) fn all(&self) -> Vec<String> {
        self.0.lock().expect("nobody panics").clone()
    }

    pub(super) fn has(&self, words: &str) -> bool {
        self.all().iter().any(|line| line.contains(words))
    }
}
