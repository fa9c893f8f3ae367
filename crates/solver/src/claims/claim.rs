//! Claims and their proofs.
//!
//! The constructors are visible in [`crate::claims`] only: no other module can make a claim or a proof.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use koproof_rules::{Element, Player, Point};
use koproof_verify::{Bound, StepOfPasses};
use rustc_hash::FxHashMap;

use crate::state::index::OrbitId;
use crate::state::records::RecordId;

/// The proof of a bound at a state.
#[derive(Clone, Debug)]
pub(crate) struct Proof(pub(super) Ground<Arc<Claim>>);

/// The ground of a proof. The rules in brackets are those of `docs/certificates.md`.
#[derive(Clone, Debug)]
pub(crate) enum Ground<C> {
    /// The game ends here, or the prover ends it by a pass (`stop`).
    Stop,
    /// The prover passes for the rest of the game (`pass-forever`).
    PassForever,
    /// A claim, or its origin.
    Claim(C),
}

impl Proof {
    /// Returns the ground of the proof.
    #[inline]
    pub(crate) fn ground(&self) -> &Ground<Arc<Claim>> {
        &self.0
    }

    /// Tells whether the proof excludes some records by their number of stones.
    pub(crate) fn limits_stones(&self) -> bool {
        match &self.0 {
            Ground::Stop | Ground::PassForever => false,
            Ground::Claim(claim) => claim.limits_stones(),
        }
    }

    /// Returns what a certificate needs of the proof, which does not hold its conditions.
    ///
    /// # Panics
    /// If the solver does not keep proofs.
    pub(crate) fn origin(&self) -> Ground<Arc<Origin>> {
        match &self.0 {
            Ground::Stop => Ground::Stop,
            Ground::PassForever => Ground::PassForever,
            Ground::Claim(claim) => {
                Ground::Claim(Arc::clone(claim.origin.as_ref().expect("proofs are kept")))
            }
        }
    }
}

/// A move of a proof, in the frame of the representative of the state before it, with the origin of its result.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// `None` for a pass.
    pub(crate) point: Option<Point>,
    /// The symmetry that carries the frame of the state after the move to that of the state before.
    pub(crate) between: Element,
    /// The state after: orbit and player to move in its frame.
    pub(crate) orbit: OrbitId,
    pub(crate) player: Player,
    pub(crate) origin: Ground<Arc<Origin>>,
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
    /// The steps of a log or of an archive derive it.
    Logged,
}

/// A claim without its conditions, and how it was derived: what certificates are made of.
///
/// Proofs refer to it and not to the claim, so when the proof table drops the claim, only its conditions go. They take most
/// of the memory, and the checker derives them again.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) bound: Bound,
    pub(crate) passes: Passes,
    how: Mutex<How>,
    /// The replies of the derivation, also when they are in the log only; 0 when they are in an archive.
    replies: AtomicU32,
    /// The numbers of the steps of a log or of an archive that derive the claim after no pass and after one, each plus 1,
    /// or 0.
    steps: [AtomicU32; 2],
}

/// Origins of bounds: for each slot of the proof table and each bound in the representative's frame.
pub(crate) type Origins = FxHashMap<(u64, Bound), Ground<Arc<Origin>>>;

impl Origin {
    /// Makes the origin of a claim; `None` if proofs are not kept.
    fn new(bound: Bound, passes: Passes, how: Option<How>) -> Option<Arc<Self>> {
        let how = how?;
        Some(Arc::new(Self {
            bound,
            passes,
            replies: AtomicU32::new(match &how {
                How::Replies(replies) => replies.len() as u32,
                How::Choice(_) | How::Logged => 0,
            }),
            how: Mutex::new(how),
            steps: Default::default(),
        }))
    }

    /// Returns the approximate size in bytes, with the replies that a log may have taken over.
    pub(crate) fn bytes(&self) -> u64 {
        let replies = self.replies.load(Ordering::Relaxed) as usize;
        (size_of::<Self>() + replies * size_of::<Reply>()) as u64
    }

    /// Returns how the claim was derived.
    pub(crate) fn how(&self) -> MutexGuard<'_, How> {
        self.how.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the step of the log or of the archive that derives the claim after so many passes.
    pub(crate) fn step(&self, passes: u8) -> Option<u64> {
        let step = self.steps[usize::from(passes)].load(Ordering::Relaxed);
        step.checked_sub(1).map(u64::from)
    }

    /// Notes the step of the log that derives the claim after so many passes. A number that does not fit is not noted.
    fn note_step(&self, passes: u8, step: u64) {
        if let Ok(number) = u32::try_from(step + 1) {
            self.steps[usize::from(passes)].store(number, Ordering::Relaxed);
        }
    }

    /// Notes the steps of a log that derive the claim, and forgets its own derivation if they are enough.
    pub(crate) fn note_steps(&self, steps: StepOfPasses) {
        for (passes, step) in (0..).zip(steps) {
            if let Some(step) = step {
                self.note_step(passes, step);
            }
        }
        let is_there = |&passes: &u8| !self.passes.cover(passes) || self.step(passes).is_some();
        if [0, 1].iter().all(is_there) {
            *self.how() = How::Logged;
        }
    }

    /// Notes the step of an archive that derives the claim after so many passes, and forgets its own derivation if the archive
    /// is enough. Then its size is smaller, so the sizes of all claims must be counted again.
    pub(crate) fn note_archived(&self, passes: u8, step: u64) {
        let mut steps = [None; 2];
        steps[usize::from(passes)] = Some(step);
        self.note_steps(steps);
        if matches!(*self.how(), How::Logged) {
            self.replies.store(0, Ordering::Relaxed);
        }
    }
}

/// The numbers of passes just made for which a claim holds.
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

/// The overhead of a claim in bytes: allocation, reference counts and list entry.
const CLAIM_OVERHEAD: usize = 48;

/// The overhead of conditions in bytes: allocation and reference counts.
const CONDITIONS_OVERHEAD: usize = 24;

/// A number of stones that no record exceeds.
pub(super) const NO_LIMIT: u8 = u8::MAX;

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
    /// One more record to avoid, in the frame of the representative.
    pub(super) own: Option<RecordId>,
    /// The most stones of the prover that a record of the history may have: [`crate::StoneLimits`].
    pub(super) stone_limit: u8,
    conditions: Arc<[RecordId]>,
    pub(crate) origin: Option<Arc<Origin>>,
}

impl Claim {
    /// Makes a claim. The caller must have derived it.
    pub(super) fn new(
        bound: Bound,
        passes: Passes,
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
            origin: Origin::new(bound, passes, how),
            ..Self::stored(bound, passes, (conditions, avoid), frame, None)
        }
    }

    /// Makes a claim that shares the conditions and the frame of another, with one more record to avoid, if any. The
    /// caller must have derived it.
    pub(super) fn after(
        bound: Bound,
        passes: Passes,
        other: &Self,
        frame: Element,
        own: Option<RecordId>,
        how: Option<How>,
    ) -> Self {
        let conditions = (Arc::clone(&other.conditions), other.avoid);
        Self {
            work: 1.0 + other.work,
            stone_limit: other.stone_limit,
            origin: Origin::new(bound, passes, how),
            ..Self::stored(bound, passes, conditions, frame, own)
        }
    }

    /// Makes a claim without a derivation. It takes its conditions, of which the first `avoid` are records to avoid. The
    /// caller must have derived or checked it.
    pub(super) fn stored(
        bound: Bound,
        passes: Passes,
        (conditions, avoid): (Arc<[RecordId]>, u32),
        frame: Element,
        own: Option<RecordId>,
    ) -> Self {
        Self {
            bound,
            passes,
            used: AtomicBool::new(true),
            passed_on: AtomicBool::new(false),
            frame,
            avoid,
            work: 1.0 + conditions.len() as f32,
            watched: AtomicU32::new(0),
            own,
            stone_limit: NO_LIMIT,
            conditions,
            origin: None,
        }
    }

    /// Counts the records of the conditions.
    #[inline]
    pub(super) fn conditions(&self) -> usize {
        self.conditions.len() + usize::from(self.own.is_some())
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
        !self.passed_on.swap(true, Ordering::Relaxed)
    }

    /// Returns the approximate size of the claim in bytes, with its part of conditions that several claims share.
    pub(crate) fn bytes(&self) -> u64 {
        self.own_bytes() + self.bytes_of_conditions() / Arc::strong_count(&self.conditions) as u64
    }

    /// Returns by how many bytes memory grows with the claim, or shrinks without it: the conditions count for the last
    /// claim that has them.
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
        self.conditions.iter().copied().chain(self.own)
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
