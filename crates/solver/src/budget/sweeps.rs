//! When the searches of a call pause, so that one of them can sweep.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::state::Shared;
use crate::state::contest::Contest;
use crate::state::leases::Outlook;

/// The sweeps of a call: the next one, and the last.
#[derive(Debug, Default)]
pub(crate) struct Sweeps {
    /// Whether all searches are to pause for a sweep.
    is_wanted: AtomicBool,
    /// Whether they cannot go on without it.
    is_needed: AtomicBool,
    /// Whether a sweep was due and a checkpoint that was being saved has prevented it.
    is_delayed: AtomicBool,
    /// The number of sweeps so far.
    count: AtomicU64,
    /// The number of orbits after the last one.
    orbits: AtomicUsize,
    /// The number of claims made until the last one.
    made: AtomicU64,
}

impl Sweeps {
    /// Returns whether all searches are to pause for a sweep.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    /// Returns whether the searches cannot go on without a sweep.
    pub(crate) fn is_needed(&self) -> bool {
        self.is_needed.load(Ordering::Relaxed)
    }

    /// Counts the sweeps so far.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// Counts the claims made until the last sweep.
    pub(super) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// Lets all searches go on. The next sweep is due when there are a quarter more orbits, or at once if this one is not over,
    /// because another lease has prevented it.
    pub(crate) fn end<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>, is_over: bool) {
        if is_over {
            (self.orbits).store(shared.orbits.slots.in_use(), Ordering::Relaxed);
            (self.made).store(shared.table.made(), Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.is_delayed.store(false, Ordering::Relaxed);
        self.is_needed.store(false, Ordering::Relaxed);
        self.is_wanted.store(false, Ordering::Relaxed);
    }

    /// Asks the searches to pause for a sweep, if there can be one and there are a quarter more orbits than after the last.
    pub(super) fn ask<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        if !self.has_grown(shared) {
            return false;
        }
        let outlook = shared.leases.outlook();
        match outlook {
            Outlook::Now => self.is_wanted.store(true, Ordering::Relaxed),
            Outlook::Soon => self.is_delayed.store(true, Ordering::Relaxed),
            Outlook::Unknown => {}
        }
        outlook == Outlook::Now
    }

    /// For searches that cannot go on without a sweep: asks them to pause if one is due, if only a checkpoint that is being
    /// saved delays it, or if there are findings of iterative deepening, which a sweep forgets. They wait for the checkpoint and
    /// sweep. Returns whether a sweep comes.
    pub(super) fn demand<C: Contest<N>, const N: usize>(
        &self,
        shared: &Shared<C, N>,
        findings: u64,
    ) -> bool {
        // Another racer may have asked for the sweep just before the checkpoint was saved.
        let may_sweep = || match shared.leases.outlook() {
            Outlook::Now => self.is_delayed.load(Ordering::Relaxed),
            Outlook::Soon => true,
            Outlook::Unknown => false,
        };
        let forgets = || findings > 0 && shared.leases.outlook() != Outlook::Unknown;
        let comes = self.is_wanted() || self.has_grown(shared) && may_sweep() || forgets();
        if comes {
            self.is_needed.store(true, Ordering::Relaxed);
            self.is_wanted.store(true, Ordering::Relaxed);
        }
        comes
    }

    fn has_grown<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        shared.orbits.slots.in_use() / 5 * 4 > self.orbits.load(Ordering::Relaxed)
    }
}
