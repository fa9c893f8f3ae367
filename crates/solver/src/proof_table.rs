//! The proof table: claims by canonical state, shared between threads.

#[cfg(test)]
mod concurrency;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use koproof_rules::{Element, Player, Point};
use koproof_verify::Bound;

use crate::orbits::OrbitId;
use crate::path::RecordId;
use crate::sharing::{SharedCount, SharedMap, Sharing, Threads};

/// How a bound at a state is known. The rules in brackets are those of `docs/certificates.md`.
#[derive(Clone, Debug)]
pub(crate) enum Proof {
    /// The game ends here, or the prover ends it by a pass (`stop`).
    Stop,
    /// The prover passes for ever (`pass-forever`).
    PassForever,
    /// By a claim.
    Claim(Arc<Claim>),
}

/// A move of a proof, in the frame of the representative of the state before it, and how its result is known.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// `None` for a pass.
    pub(crate) point: Option<Point>,
    /// What carries the frame of the state after to that before.
    pub(crate) between: Element,
    /// The state after: orbit and player to move in its frame.
    pub(crate) orbit: OrbitId,
    pub(crate) player: Player,
    pub(crate) proof: Proof,
}

/// What became of one distinct move of the opponent.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// The prover still meets the bound after it.
    Answered(Link),
    /// The history forbids it.
    Blocked(Point),
}

/// How a claim was derived: what a certificate says of it.
#[derive(Clone, Debug)]
pub(crate) enum How {
    /// The prover moves (`play` and `pass`).
    Choice(Link),
    /// The opponent moves (`replies`).
    Replies(Box<[Reply]>),
}

/// For how many passes just made a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    Only(u8),
    Any,
}

impl Passes {
    #[inline]
    pub(crate) fn cover(self, passes: u8) -> bool {
        match self {
            Self::Only(only) => only == passes,
            Self::Any => true,
        }
    }
}

/// What an allocation, a reference count and a list entry add to a claim, in bytes.
const CLAIM_OVERHEAD: usize = 56;

/// What a state takes in the table besides its claims, in bytes.
const STATE_BYTES: u64 = 64;

/// A claim about a coloring and the player to move, in the frame of its orbit's representative: the bound holds under every history that
/// holds all of `need` and nothing of `avoid`.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) bound: Bound,
    pub(crate) passes: Passes,
    avoid: u32,
    records: Box<[RecordId]>,
    pub(crate) how: Option<How>,
    /// Whether the claim has answered a look-up since the last sweep.
    used: AtomicBool,
}

impl Claim {
    pub(crate) fn new(
        bound: Bound,
        passes: Passes,
        avoid: &[RecordId],
        need: &[RecordId],
        how: Option<How>,
    ) -> Self {
        let mut records = Vec::with_capacity(avoid.len() + need.len());
        records.extend_from_slice(avoid);
        records.extend_from_slice(need);
        Self {
            bound,
            passes,
            avoid: avoid.len() as u32,
            records: records.into_boxed_slice(),
            how,
            used: AtomicBool::new(true),
        }
    }

    /// Notes that the claim has answered a look-up.
    #[inline]
    pub(crate) fn note_use(&self) {
        // A store for every look-up would send the line from core to core.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// About how many bytes the claim takes.
    fn bytes(&self) -> u64 {
        let links = match &self.how {
            Some(How::Replies(replies)) => size_of_val::<[Reply]>(replies),
            Some(How::Choice(_)) | None => 0,
        };
        (size_of::<Self>() + CLAIM_OVERHEAD + size_of_val::<[RecordId]>(&self.records) + links)
            as u64
    }

    #[inline]
    pub(crate) fn avoid(&self) -> &[RecordId] {
        &self.records[..self.avoid as usize]
    }

    #[inline]
    pub(crate) fn need(&self) -> &[RecordId] {
        &self.records[self.avoid as usize..]
    }
}

/// How many claims of each side a state keeps.
const KEPT: usize = 8;

/// The claims about one coloring and player to move.
#[derive(Debug, Default)]
pub(crate) struct Claims(Vec<Arc<Claim>>);

impl Claims {
    /// Goes through the claims, the newest first.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Claim>> {
        self.0.iter()
    }

    /// Adds a claim in front; what it makes useless goes, and the oldest of its side if there are too many.
    /// Returns how many bytes went.
    fn add(&mut self, claim: Arc<Claim>) -> u64 {
        let mut gone = 0;
        if claim.records.is_empty() {
            self.0.retain(|old| {
                let useless = claim.bound.implies(old.bound)
                    && (claim.passes == Passes::Any || claim.passes == old.passes);
                gone += if useless { old.bytes() } else { 0 };
                !useless
            });
        }
        let prover = claim.bound.prover();
        self.0.insert(0, claim);
        let same = |old: &Arc<Claim>| old.bound.prover() == prover;
        if self.0.iter().filter(|old| same(old)).count() > KEPT {
            let oldest = self.0.iter().rposition(same);
            let oldest = self.0.remove(oldest.expect("one was just added"));
            gone += oldest.bytes();
        }
        gone
    }
}

/// Claims by canonical coloring and player to move.
#[derive(Debug, Default)]
pub(crate) struct ProofTable<S: Sharing = Threads> {
    claims: S::Map<Claims>,
    made: S::Count,
    bytes: S::Count,
}

impl<S: Sharing> ProofTable<S> {
    /// Returns what `find` makes of the claims of a state, which is locked meanwhile.
    #[inline]
    pub(crate) fn look_up<T>(
        &self,
        state: u64,
        find: impl FnOnce(&Claims) -> Option<T>,
    ) -> Option<T> {
        self.claims.read(state, find).flatten()
    }

    /// Adds a claim about a state.
    pub(crate) fn add(&self, state: u64, claim: Arc<Claim>) {
        self.made.add(1);
        // Counted before it is there, or a sweep could take away more than has been counted.
        self.bytes.add(claim.bytes());
        let gone = self.claims.change(state, |claims| claims.add(claim));
        self.bytes.subtract(gone);
    }

    /// Drops claims until they take at most `target` bytes: those that have answered nothing since the last sweep
    /// first, then those with the longest conditions.
    pub(crate) fn sweep(&self, target: u64) {
        self.drop_unless(|claim| claim.used.swap(false, Ordering::Relaxed));
        while self.bytes() > target {
            let (mut claims, mut records) = (0, 0);
            self.claims.for_each(|_, there| {
                claims += there.0.len();
                records += there
                    .0
                    .iter()
                    .map(|claim| claim.records.len())
                    .sum::<usize>();
            });
            if claims == 0 {
                break;
            }
            // At least the longest goes, so this ends; all go if none has conditions.
            let most = match records {
                0 => 0,
                records => (records / claims).max(1),
            };
            self.drop_unless(|claim| claim.records.len() < most);
        }
    }

    fn drop_unless(&self, keep: impl Fn(&Claim) -> bool) {
        self.claims.retain(|_, claims| {
            let mut gone = 0;
            claims.0.retain(|claim| {
                let kept = keep(claim);
                gone += if kept { 0 } else { claim.bytes() };
                kept
            });
            self.bytes.subtract(gone);
            !claims.0.is_empty()
        });
    }

    /// Goes through all claims with the slots they are in.
    pub(crate) fn for_each(&self, mut act: impl FnMut(u64, &Claim)) {
        self.claims.for_each(|state, claims| {
            for claim in &claims.0 {
                act(state, claim);
            }
        });
    }

    /// Counts the claims that are there.
    pub(crate) fn len(&self) -> u64 {
        let mut claims = 0;
        self.claims
            .for_each(|_, there| claims += there.0.len() as u64);
        claims
    }

    /// Counts the claims made so far, those since dropped among them.
    pub(crate) fn made(&self) -> u64 {
        self.made.get()
    }

    /// Returns about how many bytes the claims take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.get() + self.claims.len() as u64 * STATE_BYTES
    }
}
