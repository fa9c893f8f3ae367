//! What a claim is, and how it was proved.
//!
//! The constructors are visible in [`crate::claims`] only: no other module can make a claim or a proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use koproof_rules::{Element, Player, Point};
use koproof_verify::Bound;

use crate::state::orbits::OrbitId;
use crate::state::records::RecordId;

/// How a bound at a state is known.
#[derive(Clone, Debug)]
pub(crate) struct Proof(pub(super) Ground);

/// What a proof rests on. The rules in brackets are those of `docs/certificates.md`.
#[derive(Clone, Debug)]
pub(crate) enum Ground {
    /// The game ends here, or the prover ends it by a pass (`stop`).
    Stop,
    /// The prover passes for the rest of the game (`pass-forever`).
    PassForever,
    /// A claim.
    Claim(Arc<Claim>),
}

impl Proof {
    /// Returns what the proof rests on.
    #[inline]
    pub(crate) fn ground(&self) -> &Ground {
        &self.0
    }
}

/// A move of a proof, in the frame of the representative of the state before it, and how its result is known.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// `None` for a pass.
    pub(crate) point: Option<Point>,
    /// The symmetry that carries the frame of the state after the move to that of the state before.
    pub(crate) between: Element,
    /// The state after: orbit and player to move in its frame.
    pub(crate) orbit: OrbitId,
    pub(crate) player: Player,
    pub(crate) proof: Proof,
}

/// The answer to one distinct move of the opponent.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// The prover still meets the bound after it.
    Answered(Link),
    /// The history forbids it.
    Blocked(Point),
}

/// How a claim was derived, as a certificate states it.
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

/// A claim about a coloring and the player to move, in the frame of its orbit's representative: the bound holds under every history that
/// holds all of `need` and nothing of `avoid`.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) bound: Bound,
    pub(crate) passes: Passes,
    avoid: u32,
    pub(super) records: Box<[RecordId]>,
    pub(crate) how: Option<How>,
    /// Whether the claim has answered a look-up since the last sweep.
    pub(super) used: AtomicBool,
}

impl Claim {
    /// States a claim: the caller has derived it.
    pub(super) fn new(
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
    pub(super) fn bytes(&self) -> u64 {
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
