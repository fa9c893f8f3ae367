//! The statement of a step of a certificate or of a log, compared with the claims that are there.

use std::cell::LazyCell;
use std::sync::Arc;

use koproof_verify::Bound;
use rustc_hash::FxHashSet;

use super::claim::{About, Claim};
use super::origin::{How, Passes};
use crate::state::records::RecordId;
use crate::state::slot::Slot;
use crate::state::{Shared, State};

/// The statement of a step, in the frame of the representative of its state.
pub(super) struct Stated<'r> {
    pub(super) bound: Bound,
    pub(super) passes: Passes,
    pub(super) avoid: &'r [RecordId],
    pub(super) need: &'r [RecordId],
}

impl Stated<'_> {
    /// Returns a claim about the state that implies this one. Claims that limit stones are left out: they do not list the
    /// records that they exclude.
    pub(super) fn implied_by(&self, shared: &Shared, state: State) -> Option<Arc<Claim>> {
        let set = |records: &[RecordId]| records.iter().copied().collect::<FxHashSet<_>>();
        let given = LazyCell::new(|| [self.avoid, self.need].map(set));
        let implies = |claim: &&Arc<Claim>| {
            let covers = claim.passes == Passes::Any || claim.passes == self.passes;
            covers && claim.bound.implies(self.bound) && !claim.limits_stones() && {
                let conditions = shared.conditions(claim);
                let given: &[FxHashSet<RecordId>; 2] = &given;
                (conditions.iter().zip(given))
                    .all(|(records, given)| records.iter().all(|record| given.contains(record)))
            }
        };
        shared.table.look_up(shared.slot(state), |claims| {
            let mut claims = claims.iter().map(|kept| &kept.claim);
            claims.find(implies).cloned()
        })
    }

    /// Tells whether a claim that implies this one is no stronger.
    pub(super) fn is_as_strong_as(&self, shared: &Shared, claim: &Claim) -> bool {
        let [avoid, need] = shared.conditions(claim).map(|records| records.len());
        claim.bound == self.bound
            && claim.passes == self.passes
            && (avoid, need) == (self.avoid.len(), self.need.len())
    }

    /// Makes the claim, about the state of a slot.
    pub(super) fn claim(&self, slot: Slot, how: Option<How>) -> Claim {
        let about = About {
            slot,
            passes: self.passes,
            bound: self.bound,
        };
        Claim::new(about, self.avoid, self.need, how)
    }
}
