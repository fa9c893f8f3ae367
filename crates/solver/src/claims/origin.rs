//! How claims were derived: what certificates are made of.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use koproof_rules::{Element, Player, Point};
use koproof_verify::{Bound, StepOfPasses};
use rustc_hash::FxHashMap;

use crate::state::index::OrbitId;
use crate::state::slot::Slot;

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

impl<C> Ground<C> {
    /// Returns the claim or its origin, if it is one.
    #[inline]
    pub(crate) fn claim(&self) -> Option<&C> {
        match self {
            Self::Stop | Self::PassForever => None,
            Self::Claim(claim) => Some(claim),
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
    /// The replies of the derivation, for its size. When a log or an archive takes them over, they count until all sizes are
    /// counted again.
    replies: AtomicU32,
    /// The numbers of the steps of a log or of an archive that derive the claim after no pass and after one, each plus 1,
    /// or 0.
    steps: [AtomicU32; 2],
}

/// Origins of bounds: for each slot of the proof table and each bound in the representative's frame.
pub(crate) type Origins = FxHashMap<(Slot, Bound), Ground<Arc<Origin>>>;

impl Origin {
    /// Makes the origin of a claim; `None` if proofs are not kept.
    pub(super) fn new(bound: Bound, passes: Passes, how: Option<How>) -> Option<Arc<Self>> {
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

    /// Makes the origin of a claim that steps of an archive derive; `None` if they are not enough.
    pub(super) fn archived(bound: Bound, passes: Passes, steps: StepOfPasses) -> Option<Arc<Self>> {
        let origin = Self::new(bound, passes, Some(How::Logged))?;
        origin.note_steps(steps);
        passes.are_all_in(origin.steps()).then_some(origin)
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

    /// Returns these steps after no pass and after one.
    pub(crate) fn steps(&self) -> StepOfPasses {
        [0, 1].map(|passes| self.step(passes))
    }

    /// Notes the steps of a log that derive the claim, and forgets its own derivation if they are enough.
    pub(crate) fn note_steps(&self, steps: StepOfPasses) {
        for (noted, step) in self.steps.iter().zip(steps) {
            // A number that does not fit is not noted.
            if let Some(Ok(number)) = step.map(|step| u32::try_from(step + 1)) {
                noted.store(number, Ordering::Relaxed);
            }
        }
        if self.passes.are_all_in(self.steps()) {
            *self.how() = How::Logged;
        }
    }

    /// Tells whether a log or an archive has its derivation.
    pub(crate) fn is_logged(&self) -> bool {
        matches!(*self.how(), How::Logged)
    }

    /// Counts no replies any more. The sizes of all claims must be counted again.
    pub(crate) fn count_no_replies(&self) {
        self.replies.store(0, Ordering::Relaxed);
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

    /// Returns the only number of passes; `None` if it is any.
    pub(crate) fn only(self) -> Option<u8> {
        match self {
            Self::Only(passes) => Some(passes),
            Self::Any => None,
        }
    }

    /// Tells whether there is a step for each of them.
    pub(crate) fn are_all_in(self, steps: StepOfPasses) -> bool {
        (0..)
            .zip(steps)
            .all(|(passes, step)| !self.cover(passes) || step.is_some())
    }
}
