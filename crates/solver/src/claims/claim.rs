//! Claims and their proofs.
//!
//! The constructors are visible in [`crate::claims`] only: no other module can make a claim or a proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use koproof_rules::Element;
use koproof_verify::Bound;

use super::origin::{Ground, How, Origin, Passes};
use crate::state::records::RecordId;
use crate::state::slot::Slot;

/// The proof of a bound at a state.
#[derive(Clone, Debug)]
pub(crate) struct Proof(pub(super) Ground<Arc<Claim>>);

impl Proof {
    /// Returns the ground of the proof.
    #[inline]
    pub(crate) fn ground(&self) -> &Ground<Arc<Claim>> {
        &self.0
    }

    /// Tells whether the proof excludes some records by their number of stones.
    pub(crate) fn limits_stones(&self) -> bool {
        self.0.claim().is_some_and(|claim| claim.limits_stones())
    }

    /// Returns what a certificate needs of the proof, which does not hold its conditions.
    ///
    /// # Panics
    /// If the solver does not keep proofs.
    pub(crate) fn origin(&self) -> Ground<Arc<Origin>> {
        match &self.0 {
            Ground::Stop => Ground::Stop,
            Ground::PassForever => Ground::PassForever,
            Ground::Claim(claim) => Ground::Claim(Arc::clone(claim.origin())),
        }
    }
}

/// The overhead of a claim in bytes: allocation, reference counts and list entry.
const CLAIM_OVERHEAD: usize = 48;

/// The overhead of conditions in bytes: allocation and reference counts.
const CONDITIONS_OVERHEAD: usize = 24;

/// A number of stones that no record exceeds.
pub(super) const NO_LIMIT: u8 = u8::MAX;

/// The statement of a claim, without its conditions.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// Where it belongs in the proof table: this names the coloring, up to symmetry, and the player to move.
    pub(super) slot: Slot,
    pub(super) passes: Passes,
    pub(super) bound: Bound,
}

/// A claim about a coloring and the player to move, in the frame of its orbit's representative: the bound holds under
/// every history that contains all of `need`, nothing of `avoid`, and no record with more stones of the prover than
/// `stone_limit`.
///
/// If the prover is to move, the conditions are those of the claim after its move and one more record, so the two
/// claims share them. Shared conditions have a frame of their own.
#[derive(Debug)]
pub(crate) struct Claim {
    pub(crate) bound: Bound,
    pub(crate) passes: Passes,
    slot: Slot,
    /// Whether the claim has answered a look-up since the last sweep.
    pub(super) used: AtomicBool,
    /// Whether no journal has to pass it on: one has, or it came from another solver's.
    passed_on: AtomicBool,
    /// The symmetry that carries the frame of the conditions to that of the representative.
    pub(super) frame: Element,
    /// The number of conditions to avoid; they come first.
    avoid: u32,
    /// The size of the proof, in claims, each counted as often as the proof uses it. For a claim from elsewhere it is not known;
    /// then it is the number of conditions plus 1.
    pub(super) work: f32,
    /// The index of the condition that a history failed last.
    watched: AtomicU32,
    /// Whether `own` is one more record to avoid, in the frame of the representative. An option of a record would make
    /// every claim eight bytes larger.
    has_own: bool,
    own: RecordId,
    /// The most stones of the prover that a record of the history may have: [`crate::StoneLimits`].
    pub(super) stone_limit: u8,
    conditions: Arc<[RecordId]>,
    pub(crate) origin: Option<Arc<Origin>>,
}

impl Claim {
    /// Makes a claim. The caller must have derived it.
    pub(super) fn new(
        about: About,
        avoid: &[RecordId],
        need: &[RecordId],
        how: Option<How>,
    ) -> Self {
        let conditions = match (avoid, need) {
            ([], []) => Arc::default(),
            (avoid, []) => avoid.into(),
            (avoid, need) => [avoid, need].concat().into(),
        };
        let avoid = avoid.len() as u32;
        let frame = Element::IDENTITY;
        Self {
            origin: Origin::new(about.bound, about.passes, how),
            ..Self::stored(about, (conditions, avoid), frame, None)
        }
    }

    /// Makes a claim that shares the conditions and the frame of another, with one more record to avoid, if any. The
    /// caller must have derived it.
    pub(super) fn after(
        about: About,
        other: &Self,
        frame: Element,
        own: Option<RecordId>,
        how: Option<How>,
    ) -> Self {
        let conditions = (Arc::clone(&other.conditions), other.avoid);
        Self {
            work: 1.0 + other.work,
            stone_limit: other.stone_limit,
            origin: Origin::new(about.bound, about.passes, how),
            ..Self::stored(about, conditions, frame, own)
        }
    }

    /// Makes a claim without a derivation. It takes its conditions, of which the first `avoid` are records to avoid. The
    /// caller must have derived or checked it.
    pub(super) fn stored(
        About {
            slot,
            passes,
            bound,
        }: About,
        (conditions, avoid): (Arc<[RecordId]>, u32),
        frame: Element,
        own: Option<RecordId>,
    ) -> Self {
        Self {
            bound,
            passes,
            slot,
            used: AtomicBool::new(true),
            passed_on: AtomicBool::new(false),
            frame,
            avoid,
            work: 1.0 + conditions.len() as f32,
            watched: AtomicU32::new(0),
            has_own: own.is_some(),
            own: own.unwrap_or_default(),
            stone_limit: NO_LIMIT,
            conditions,
            origin: None,
        }
    }

    /// Returns where it belongs in the proof table.
    #[inline]
    pub(crate) fn slot(&self) -> Slot {
        self.slot
    }

    /// Returns the origin.
    ///
    /// # Panics
    /// If the solver does not keep proofs.
    pub(crate) fn origin(&self) -> &Arc<Origin> {
        self.origin.as_ref().expect("proofs are kept")
    }

    /// Returns one more record to avoid, in the frame of the representative.
    #[inline]
    pub(super) fn own(&self) -> Option<RecordId> {
        self.has_own.then_some(self.own)
    }

    /// Counts the records of the conditions.
    #[inline]
    pub(crate) fn conditions(&self) -> usize {
        self.conditions.len() + usize::from(self.has_own)
    }

    /// Returns the condition that a history failed last, in the frame of the conditions, and whether it is to be
    /// avoided.
    #[inline]
    pub(super) fn watched(&self) -> Option<(RecordId, bool)> {
        let watched = self.watched.load(Ordering::Relaxed);
        let record = self.conditions.get(watched as usize)?;
        Some((*record, watched < self.avoid))
    }

    /// Stores the index of the condition that a history has failed; conditions to avoid come first.
    #[inline]
    pub(super) fn watch(&self, condition: usize) {
        self.watched.store(condition as u32, Ordering::Relaxed);
    }

    /// Tells whether some records are excluded by their number of stones.
    pub(crate) fn limits_stones(&self) -> bool {
        self.stone_limit != NO_LIMIT
    }

    /// Marks the claim as used in a look-up.
    #[inline]
    pub(crate) fn note_use(&self) {
        // A store in every look-up would move the cache line from core to core.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that no journal has to pass the claim on; `false` if that was known.
    pub(super) fn pass_on(&self) -> bool {
        // A journal asks all claims for each part; most are old, and a store would move their cache lines.
        !self.passed_on.load(Ordering::Relaxed) && !self.passed_on.swap(true, Ordering::Relaxed)
    }

    /// Returns the approximate size of the claim in bytes, with its part of conditions that several claims share.
    pub(crate) fn bytes(&self) -> u64 {
        self.own_bytes() + self.bytes_of_conditions() / Arc::strong_count(&self.conditions) as u64
    }

    /// Returns by how many bytes memory grows with the claim, or shrinks without it: the conditions count for the last
    /// claim that has them. For a claim that is dropped while a search holds it, they count as gone, though the search may share
    /// them with a new claim.
    pub(super) fn bytes_alone(&self) -> u64 {
        match Arc::strong_count(&self.conditions) {
            1 => self.own_bytes() + self.bytes_of_conditions(),
            _ => self.own_bytes(),
        }
    }

    fn own_bytes(&self) -> u64 {
        let origin = self.origin.as_deref().map_or(0, Origin::bytes);
        (size_of::<Self>() + CLAIM_OVERHEAD) as u64 + origin
    }

    fn bytes_of_conditions(&self) -> u64 {
        match &*self.conditions {
            [] => 0,
            records => (CONDITIONS_OVERHEAD + size_of_val(records)) as u64,
        }
    }

    /// Returns the address of the conditions, which is the same for claims that share them.
    pub(super) fn address(&self) -> *const RecordId {
        self.conditions.as_ptr()
    }

    /// Lists the records of all conditions, each in some frame.
    pub(crate) fn records(&self) -> impl Iterator<Item = RecordId> {
        self.conditions.iter().copied().chain(self.own())
    }

    /// Returns the records that the history must avoid besides the claim's own, in the frame of the conditions.
    #[inline]
    pub(super) fn avoid(&self) -> &[RecordId] {
        &self.conditions[..self.avoid as usize]
    }

    /// Returns the records that the history must contain, in the frame of the conditions.
    #[inline]
    pub(super) fn need(&self) -> &[RecordId] {
        &self.conditions[self.avoid as usize..]
    }
}
