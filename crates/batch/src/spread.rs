//! Work on all processors.

use std::sync::LazyLock;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Does the same with each item, on all processors, or on this thread where the system starts no others. Returns the results in
/// the order of the items.
pub(crate) fn spread<T: Sync, R: Send>(
    items: &[T],
    each: impl Fn(&T) -> R + Sync + Send,
) -> Vec<R> {
    static POOL: LazyLock<Option<ThreadPool>> =
        LazyLock::new(|| ThreadPoolBuilder::new().build().ok());
    match &*POOL {
        Some(pool) => pool.install(|| items.par_iter().map(each).collect()),
        None => items.iter().map(each).collect(),
    }
}
