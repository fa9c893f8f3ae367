//! The threads of a solver, or the calling thread if the program cannot start threads.

use std::io::ErrorKind;
use std::num::NonZeroUsize;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Whether a program can start threads. In a browser it cannot, and the calling thread does all the work.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// The stack of a solver's threads, in bytes of address space: lines of play can be long.
const STACK: usize = 1 << 30;

/// Runs work on a thread with a deep stack.
///
/// # Errors
/// If the thread cannot be started.
pub(crate) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ErrorKind> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(|error| error.kind())?;
        // A panic goes on with its own message.
        let joined = thread.join();
        Ok(joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The longest line that is searched, limited by the stack. Browsers give a thread about one megabyte.
pub(crate) const MAX_DEPTH: usize = if HAS_THREADS { 200_000 } else { 1_000 };

/// Runs work on its own threads, by default one for each processor.
pub(crate) fn with_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadPoolBuildError> {
    let threads = threads.map_or(0, NonZeroUsize::get);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(work))
}

/// The threads of a solver.
#[derive(Debug)]
pub(crate) struct Pool(Option<ThreadPool>);

impl Pool {
    /// Starts `threads` threads with deep stacks; 0 means one for each processor.
    pub(crate) fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let start = || builder.stack_size(STACK).build();
        Ok(Self(HAS_THREADS.then(start).transpose()?))
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Runs work on one of the threads.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Works on all items at once, as far as threads are free, and returns the results in the order of the items.
    pub(crate) fn each<I: Send, T: Send>(
        &self,
        items: Vec<I>,
        work: impl Fn(I) -> T + Send + Sync,
    ) -> Vec<T> {
        match &self.0 {
            Some(pool) => pool.install(|| {
                let each = items.into_par_iter().with_max_len(1);
                each.map(work).collect()
            }),
            None => items.into_iter().map(work).collect(),
        }
    }
}
