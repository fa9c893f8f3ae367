//! The proof table: claims by canonical state, shared between threads (a transposition table of claims).

#[cfg(test)]
mod concurrency;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use koproof_verify::Bound;
use smallvec::SmallVec;

use super::claim::Claim;
use super::origin::Passes;
use crate::sharing::{SharedCount, SharedMap, Sharing, Threads};
use crate::state::slot::Slot;

/// The size of a state in the table without its claims, in bytes.
pub(super) const STATE_BYTES: u64 = 64;

/// The largest number of claims of each side at a state.
pub(super) const KEPT: usize = 8;

/// A claim, with copies of the fields that decide most look-ups.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(super) bound: Bound,
    pub(super) passes: Passes,
    pub(super) claim: Arc<Claim>,
}

/// The claims about one coloring and player to move. A single claim needs no list on the heap.
#[derive(Debug, Default)]
pub(crate) struct Claims(SmallVec<[Kept; 1]>);

impl Claims {
    /// Iterates over the claims, the newest first.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Kept> {
        self.0.iter()
    }

    /// Adds a claim in front. Drops the claims that it implies, and the oldest claim of its side if there are too many.
    /// Returns the number of bytes freed.
    fn add(&mut self, claim: Arc<Claim>) -> u64 {
        let mut gone = 0;
        if claim.conditions() == 0 {
            self.0.retain(|old| {
                let useless = claim.bound.implies(old.bound)
                    && claim.stone_limit >= old.claim.stone_limit
                    && (claim.passes == Passes::Any || claim.passes == old.passes);
                gone += if useless { old.claim.bytes_alone() } else { 0 };
                !useless
            });
        }
        let prover = claim.bound.prover();
        let kept = Kept {
            bound: claim.bound,
            passes: claim.passes,
            claim,
        };
        self.0.insert(0, kept);
        let same = |old: &Kept| old.bound.prover() == prover;
        if self.0.iter().filter(|old| same(old)).count() > KEPT {
            let oldest = self.0.iter().rposition(same);
            let oldest = self.0.remove(oldest.expect("one was just added"));
            gone += oldest.claim.bytes_alone();
        }
        gone
    }
}

/// The number of ranks of claims, those that have been used and the others together.
const RANKS: usize = 128;

/// Returns the rank of a claim in a sweep: claims of low ranks are dropped first.
fn rank(claim: &Claim) -> usize {
    let most = RANKS / 2 - 1;
    let work = (claim.work.log2() as usize).min(most);
    match claim.used.load(Ordering::Relaxed) {
        true => RANKS / 2 + work,
        false => work,
    }
}

/// Claims by canonical coloring and player to move.
#[derive(Debug)]
pub(crate) struct ProofTable<S: Sharing = Threads> {
    claims: S::Map<Slot, Claims>,
    made: S::Count,
    bytes: S::Count,
    derivations: S::Count,
}

impl<S: Sharing> Default for ProofTable<S> {
    fn default() -> Self {
        Self {
            claims: S::Map::new(),
            made: S::Count::default(),
            bytes: S::Count::default(),
            derivations: S::Count::default(),
        }
    }
}

impl<S: Sharing> ProofTable<S> {
    /// Returns the result of `find` on the claims of a slot, which stays locked during the call.
    #[inline]
    pub(crate) fn look_up<T>(
        &self,
        slot: Slot,
        find: impl FnOnce(&Claims) -> Option<T>,
    ) -> Option<T> {
        self.claims.read(slot, find).flatten()
    }

    /// Adds a claim under the state that it is about.
    pub(super) fn add(&self, claim: Arc<Claim>) {
        self.made.add(1);
        // The bytes are counted before the claim is added, or a sweep could subtract more than has been counted.
        self.bytes.add(claim.bytes_alone());
        let gone = self.claims.change(claim.slot(), |claims| {
            if claims.0.is_empty() {
                self.bytes.add(STATE_BYTES);
            }
            claims.add(claim)
        });
        self.bytes.subtract(gone);
    }

    /// Drops claims until they take at most `target` bytes: first those that have not been used since the last sweep, and of
    /// these first those whose proofs took the least work.
    ///
    /// A small proof is soon found again. In memory for half of its claims 3x6 takes 1.8 M expansions this way, and is open
    /// after 4.8 M if the claims with the most conditions go first.
    pub(crate) fn sweep(&self, target: u64) {
        while self.bytes() > target {
            let bytes = self.bytes_by_rank();
            let mut left: u64 = bytes.iter().sum();
            if left <= target {
                // The rest is counted for conditions that a search held when the last claim with them was dropped. It
                // cannot be corrected here, because other threads may be about to count.
                break;
            }
            let first_kept = (bytes.iter())
                .position(|bytes| {
                    let is_enough = left <= target;
                    left -= bytes;
                    is_enough
                })
                .unwrap_or(RANKS);
            // The lowest rank always goes, so this ends.
            let lowest = bytes.iter().position(|&bytes| bytes > 0);
            let first_kept = first_kept.max(lowest.map_or(RANKS, |lowest| lowest + 1));
            self.drop_unless(|claim| rank(claim) >= first_kept);
        }
        self.drop_unless(|claim| {
            claim.used.store(false, Ordering::Relaxed);
            true
        });
    }

    /// Adds up the bytes of the claims of each rank. The bytes of a state itself count for its claim that is dropped last.
    /// If they counted for none, a sweep would need a pass for each rank: on 5x5 a third of the time.
    fn bytes_by_rank(&self) -> [u64; RANKS] {
        let mut bytes = [0; RANKS];
        self.claims.for_each(|_, claims| {
            let mut last = 0;
            for kept in &claims.0 {
                let rank = rank(&kept.claim);
                bytes[rank] += kept.claim.bytes();
                last = last.max(rank);
            }
            bytes[last] += STATE_BYTES;
        });
        bytes
    }

    fn drop_unless(&self, keep: impl Fn(&Claim) -> bool) {
        self.claims.retain(|claims| {
            let mut gone = 0;
            claims.0.retain(|kept| {
                let stays = keep(&kept.claim);
                gone += if stays { 0 } else { kept.claim.bytes_alone() };
                stays
            });
            let stays = !claims.0.is_empty();
            self.bytes
                .subtract(gone + if stays { 0 } else { STATE_BYTES });
            stays
        });
    }

    /// Calls a function with every claim and its slot.
    pub(crate) fn for_each(&self, mut act: impl FnMut(Slot, &Claim)) {
        (self.claims).for_each(|slot, claims| {
            for kept in &claims.0 {
                act(slot, &kept.claim);
            }
        });
    }

    /// Lists all claims with their slots.
    pub(crate) fn list(&self) -> Vec<(Slot, Arc<Claim>)> {
        let mut list = Vec::new();
        self.claims.for_each(|slot, claims| {
            list.extend(claims.0.iter().map(|kept| (slot, Arc::clone(&kept.claim))));
        });
        list
    }

    /// Lists the claims of a slot.
    pub(crate) fn of(&self, slot: Slot) -> Vec<Arc<Claim>> {
        let claim = |kept: &Kept| Arc::clone(&kept.claim);
        let list = |claims: &Claims| Some(claims.iter().map(claim).collect());
        self.look_up(slot, list).unwrap_or_default()
    }

    /// Lists the claims that no journal has passed on. The next call leaves them out.
    pub(crate) fn take_new(&self) -> Vec<Arc<Claim>> {
        let mut taken = Vec::new();
        self.claims.for_each(|_, claims| {
            let new = claims.iter().filter(|kept| kept.claim.pass_on());
            taken.extend(new.map(|kept| Arc::clone(&kept.claim)));
        });
        taken
    }

    /// Counts the stored claims.
    pub(crate) fn len(&self) -> u64 {
        let mut claims = 0;
        self.claims
            .for_each(|_, there| claims += there.0.len() as u64);
        claims
    }

    /// Counts the claims made so far, including those dropped since.
    pub(crate) fn made(&self) -> u64 {
        self.made.get()
    }

    /// Counts all bytes again, and returns their number. If a search still held a claim that was dropped, or shared its conditions
    /// with a new claim, these conditions are counted wrongly until then. Nobody else may use the table, so a sweep beside other
    /// threads cannot do this.
    pub(crate) fn count_again(&self) -> u64 {
        let bytes = self.bytes_by_rank().iter().sum();
        self.bytes.set(bytes);
        bytes
    }

    /// Notes the bytes of the derivations that proofs need and whose claims were dropped.
    pub(crate) fn note_derivations(&self, bytes: u64) {
        self.derivations.set(bytes);
    }

    /// Returns the bytes of these derivations at the last sweep.
    pub(crate) fn derivations(&self) -> u64 {
        self.derivations.get()
    }

    /// Returns the approximate size of the claims in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.get()
    }
}
