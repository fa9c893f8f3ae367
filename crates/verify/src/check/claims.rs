//! The claims that steps may use, and the symmetries that carry them.

use rustc_hash::FxHashMap;

use super::carry::Carry;
use super::game::Game;
use super::reason::Reason;
use crate::certificate::Child;
use crate::claim::{Bound, GameRecord, State};
use crate::record_set::Packed;

/// A claim: a bound holds at a state under every history that contains the state's own records and all of `need`, and
/// nothing of `avoid`.
///
/// It is well-formed if `avoid` has no record in common with `need` or with the state's own records.
#[derive(Clone, Debug)]
pub(super) struct Claim<R: Packed> {
    pub(super) state: State,
    pub(super) bound: Bound,
    pub(super) avoid: Box<[R]>,
    pub(super) need: Box<[R]>,
}

impl<R: Packed> Claim<R> {
    /// Counts the records of both sets.
    pub(super) fn records(&self) -> u64 {
        (self.avoid.len() + self.need.len()) as u64
    }
}

/// Every claim that was made and not dropped, by the number of its step.
pub(super) struct Claims<R: Packed> {
    /// The symmetries by number; number 0 is the identity.
    symmetries: Vec<Carry>,
    live: FxHashMap<u64, Claim<R>>,
    /// The number of steps.
    steps: u64,
    /// The number of records of the live claims.
    records: u64,
}

impl<R: Packed> Claims<R> {
    pub(super) fn new(symmetries: Vec<Carry>) -> Self {
        Self {
            symmetries,
            live: FxHashMap::default(),
            steps: 0,
            records: 0,
        }
    }

    /// Stores the claim of the next step.
    pub(super) fn keep(&mut self, claim: Claim<R>) {
        self.records += claim.records();
        self.live.insert(self.steps, claim);
        self.steps += 1;
    }

    /// Drops a claim.
    pub(super) fn forget(&mut self, step: u64) -> Result<(), Reason> {
        let claim = self.live.remove(&step).ok_or_else(|| self.missing(step))?;
        self.records -= claim.records();
        Ok(())
    }

    /// Returns a claim with the symmetry that carries it.
    pub(super) fn carried(&self, child: Child) -> Result<Carried<'_, R>, Reason> {
        let Child { step, symmetry } = child;
        let carry = self.symmetries.get(usize::from(symmetry));
        let listed = self.symmetries.len() - 1;
        Ok(Carried {
            step,
            carry: carry.ok_or(Reason::NoSuchSymmetry { symmetry, listed })?,
            claim: self.live.get(&step).ok_or_else(|| self.missing(step))?,
        })
    }

    fn missing(&self, step: u64) -> Reason {
        if step >= self.steps {
            Reason::NotYetMade(step)
        } else {
            Reason::Dropped(step)
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn live(&self) -> u64 {
        self.live.len() as u64
    }

    pub(super) fn records(&self) -> u64 {
        self.records
    }
}

/// A claim and the symmetry that carries it.
pub(super) struct Carried<'c, R: Packed> {
    pub(super) step: u64,
    claim: &'c Claim<R>,
    carry: &'c Carry,
}

impl<R: Packed> Carried<'_, R> {
    /// Checks that the claim is about this state, and implies this bound.
    pub(super) fn is_about(&self, game: &Game, state: &State, bound: Bound) -> Result<(), Reason> {
        let child = self.step;
        let about = self.carry.state(self.claim.state);
        if about != *state {
            return Err(Reason::AnotherState {
                child,
                found: game.state_text(&about),
                expected: game.state_text(state),
            });
        }
        let found = self.carry.bound(self.claim.bound);
        if !found.implies(bound) {
            let needed = bound;
            return Err(Reason::NotImplied {
                child,
                found,
                needed,
            });
        }
        Ok(())
    }

    /// Iterates over the records that the claim avoids.
    pub(super) fn avoid(&self) -> impl Iterator<Item = GameRecord> {
        self.carried(&self.claim.avoid)
    }

    /// Iterates over the records that the claim needs.
    pub(super) fn need(&self) -> impl Iterator<Item = GameRecord> {
        self.carried(&self.claim.need)
    }

    fn carried(&self, records: &[R]) -> impl Iterator<Item = GameRecord> {
        let records = records.iter();
        records.map(|record| self.carry.record(record.unpack()))
    }
}
