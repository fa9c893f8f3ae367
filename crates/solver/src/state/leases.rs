//! Leases on the names of orbits. Code that keeps names takes one, so that no sweep of others drops the orbits.

use std::fmt::Debug;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The leases that are out. The lock is held during a sweep.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    out: Mutex<Out>,
    /// Tells that one came back.
    returned: Condvar,
}

/// Numbers of leases.
#[derive(Debug, Default)]
struct Out {
    all: usize,
    /// Those that come back whatever the others do.
    brief: usize,
}

/// Work before each sweep of the shared data: it may make claims and derivations smaller.
pub(crate) trait BeforeSweep<S>: Debug + Send + Sync {
    /// Nobody searches meanwhile.
    fn before_sweep(&self, shared: &S);
}

/// When a search could sweep, as far as leases prevent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// Its lease is the only one.
    Now,
    /// Its lease will be the only one as soon as the brief ones are back.
    Soon,
    /// There are others.
    Unknown,
}

/// While it lives, the names of all orbits stay, unless its holder sweeps.
#[derive(Debug)]
pub(crate) struct Lease<'s> {
    leases: &'s Leases,
    is_brief: bool,
}

impl Leases {
    /// Takes a lease, and waits for the end of a sweep.
    pub(crate) fn take(&self) -> Lease<'_> {
        self.give(false)
    }

    /// Takes a brief lease. Its holder, a checkpoint, returns it without waiting for other leases.
    pub(crate) fn take_briefly(&self) -> Lease<'_> {
        self.give(true)
    }

    fn give(&self, is_brief: bool) -> Lease<'_> {
        let mut out = self.out();
        out.all += 1;
        out.brief += usize::from(is_brief);
        Lease {
            leases: self,
            is_brief,
        }
    }

    /// Returns when a search could sweep.
    pub(crate) fn outlook(&self) -> Outlook {
        let out = self.out();
        match out.all - out.brief {
            1 if out.brief == 0 => Outlook::Now,
            1 => Outlook::Soon,
            _ => Outlook::Unknown,
        }
    }

    fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Out {
    fn is_soon_single(&self) -> bool {
        self.all > 1 && self.all - self.brief == 1
    }
}

impl Lease<'_> {
    /// Waits for brief leases. If no other lease is out then, acts and returns the result, otherwise `false`. Nobody gets a
    /// lease meanwhile.
    pub(super) fn if_single(&mut self, act: impl FnOnce() -> bool) -> bool {
        let out = self.leases.out();
        let returned = &self.leases.returned;
        let out = returned.wait_while(out, |out| out.is_soon_single());
        out.unwrap_or_else(PoisonError::into_inner).all == 1 && act()
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut out = self.leases.out();
        out.all -= 1;
        out.brief -= usize::from(self.is_brief);
        self.leases.returned.notify_all();
    }
}
