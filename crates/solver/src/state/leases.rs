//! Leases on the names of orbits. Code that keeps names takes one, so that no sweep of others drops the orbits.

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

/// The leases that are out. The lock is held during a sweep.
#[derive(Debug, Default)]
pub(crate) struct Leases(Mutex<usize>);

/// What is to be done before a sweep of the shared data: it may make claims and derivations smaller.
pub(crate) trait BeforeSweep<S>: Debug + Send + Sync {
    /// Nobody searches meanwhile.
    fn before_sweep(&self, shared: &S);
}

/// While it lives, the names of all orbits stay, unless its holder sweeps.
#[derive(Debug)]
pub(crate) struct Lease<'s>(&'s Leases);

impl Leases {
    /// Takes a lease, and waits for the end of a sweep.
    pub(crate) fn take(&self) -> Lease<'_> {
        self.change(|out| *out += 1);
        Lease(self)
    }

    /// Returns whether there is only one.
    pub(crate) fn is_single(&self) -> bool {
        self.change(|out| *out == 1)
    }

    fn change<T>(&self, act: impl FnOnce(&mut usize) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Lease<'_> {
    /// Acts if no other lease is out, and returns whether the act is done. Until that ends nobody gets one.
    pub(super) fn if_single(&mut self, act: impl FnOnce() -> bool) -> bool {
        self.0.change(|out| *out == 1 && act())
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.0.change(|out| *out -= 1);
    }
}
