//! Claims of a log, which are taken over unchecked.
//!
//! Proofs that rest on them name steps of the log. The leader checks each step before it enters the log. If a solver
//! reads a log with a false step, the leader refuses what the solver derives from it.

use std::cell::LazyCell;
use std::sync::Arc;

use koproof_rules::Element;
use koproof_verify::{Accepted, Bound};
use rustc_hash::FxHashSet;

use super::claim::{About, Claim};
use super::origin::{How, Passes};
use crate::state::records::RecordId;
use crate::state::slot::Slot;
use crate::state::{Shared, State};

/// Steps of a log with this number and later ones have no names in claims.
const MAX_STEPS: u64 = u32::MAX as u64;

/// Adds the claims that an entry of a log tells, without a check, except those that the table already implies. Their
/// derivations are the steps of the log. `names` are the records that the log has listed so far.
pub(crate) fn take_over(shared: &Shared, entry: &Accepted, names: &[RecordId]) {
    for told in &entry.told {
        if shared.names_run_out() {
            return;
        }
        let state = shared.state(told.state.coloring, told.state.to_move, told.state.passes);
        let local = |list: &[u32]| {
            let names = list.iter().map(|&place| names.get(place as usize).copied());
            names.collect::<Option<Vec<_>>>()
        };
        let passes = match told.steps {
            [Some(_), Some(_)] if shared.any_passes => Passes::Any,
            _ => Passes::Only(state.passes),
        };
        let have_names = told.steps.iter().flatten().all(|&step| step < MAX_STEPS);
        // No proof could rest on a claim without the steps that derive it.
        if !have_names || !passes.are_all_in(told.steps) {
            continue;
        }
        // Steps of other solvers are about representatives, too.
        let (Element::IDENTITY, Some(avoid), Some(need)) =
            (state.element, local(&told.avoid), local(&told.need))
        else {
            continue;
        };
        let stated = Stated {
            bound: told.bound.shifted(shared.toll.stones(&told.state.coloring)),
            passes,
            avoid: &avoid,
            need: &need,
        };
        let note = |claim: &Claim| {
            let origin = claim.origin.as_ref().expect("proofs are kept");
            origin.note_steps(told.steps);
        };
        match stated.implied_by(shared, state) {
            Some(claim) if stated.is_as_strong_as(shared, &claim) => note(&claim),
            Some(_) => {}
            None => {
                let claim = stated.claim(shared.slot(state), Some(How::Logged));
                note(&claim);
                claim.pass_on();
                shared.store(Arc::new(claim));
            }
        }
    }
}

/// The statement of a step, in the frame of the representative of its state.
pub(super) struct Stated<'r> {
    pub(super) bound: Bound,
    pub(super) passes: Passes,
    pub(super) avoid: &'r [RecordId],
    pub(super) need: &'r [RecordId],
}

impl Stated<'_> {
    /// Returns a claim about the state that implies this one. What a limit of stones excludes is not compared.
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
    fn is_as_strong_as(&self, shared: &Shared, claim: &Claim) -> bool {
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
