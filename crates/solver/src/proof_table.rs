//! The proof table: claims by canonical state, shared between threads.

use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

use crate::path::RecordId;

/// Which side of a bound the value is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// `v >= s`: Black is the prover.
    AtLeast,
    /// `v <= s`: White is the prover.
    AtMost,
}

impl Side {
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
        }
    }
}

/// A bound that is to be proved, or that a claim proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) side: Side,
    pub(crate) score: i16,
}

impl Bound {
    /// Tells whether a value that meets this bound meets the other.
    #[inline]
    pub(crate) fn implies(self, other: Self) -> bool {
        self.side == other.side
            && match self.side {
                Side::AtLeast => self.score >= other.score,
                Side::AtMost => self.score <= other.score,
            }
    }

    /// Tells whether a score meets the bound.
    #[inline]
    pub(crate) fn met_by(self, score: i16) -> bool {
        match self.side {
            Side::AtLeast => score >= self.score,
            Side::AtMost => score <= self.score,
        }
    }

    /// Returns the bound on the value with the colours exchanged.
    #[inline]
    pub(crate) fn swapped(self) -> Self {
        Self {
            side: self.side.opposite(),
            score: -self.score,
        }
    }
}

/// A claim about a state, in the frame of its orbit's representative: the bound holds under every history that
/// holds all of `need` and nothing of `avoid`.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) bound: Bound,
    avoid: u32,
    records: Box<[RecordId]>,
}

impl Claim {
    pub(crate) fn new(bound: Bound, avoid: &[RecordId], need: &[RecordId]) -> Self {
        let mut records = Vec::with_capacity(avoid.len() + need.len());
        records.extend_from_slice(avoid);
        records.extend_from_slice(need);
        Self {
            bound,
            avoid: avoid.len() as u32,
            records: records.into_boxed_slice(),
        }
    }

    #[inline]
    pub(crate) fn avoid(&self) -> &[RecordId] {
        &self.records[..self.avoid as usize]
    }

    #[inline]
    pub(crate) fn need(&self) -> &[RecordId] {
        &self.records[self.avoid as usize..]
    }

    fn size(&self) -> usize {
        self.records.len()
    }
}

/// How many claims of each side a state keeps.
const CLAIMS_KEPT: usize = 8;

/// The claims of one state.
#[derive(Debug, Default)]
pub(crate) struct Claims(Vec<Arc<Claim>>);

impl Claims {
    /// Goes through the claims, the most useful first.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Claim>> {
        self.0.iter()
    }

    fn add(&mut self, claim: Arc<Claim>) {
        let free = |claim: &Claim| claim.size() == 0;
        self.0
            .retain(|old| !(claim.bound.implies(old.bound) && free(&claim)));
        self.0.insert(0, claim);
        let side = self.0[0].bound.side;
        let count = self.0.iter().filter(|old| old.bound.side == side).count();
        if count > CLAIMS_KEPT {
            let last = self
                .0
                .iter()
                .rposition(|old| old.bound.side == side)
                .expect("one was just added");
            self.0.remove(last);
        }
    }
}

/// Claims by canonical state.
#[derive(Debug, Default)]
pub(crate) struct ProofTable {
    claims: DashMap<u64, Claims, FxBuildHasher>,
}

impl ProofTable {
    /// Returns what `find` makes of the claims of a state; the state is locked meanwhile.
    #[inline]
    pub(crate) fn look_up<T>(
        &self,
        state: u64,
        find: impl FnOnce(&Claims) -> Option<T>,
    ) -> Option<T> {
        self.claims.get(&state).and_then(|claims| find(&claims))
    }

    pub(crate) fn add(&self, state: u64, claim: Arc<Claim>) {
        self.claims.entry(state).or_default().add(claim);
    }

    pub(crate) fn len(&self) -> usize {
        self.claims.iter().map(|claims| claims.0.len()).sum()
    }
}
