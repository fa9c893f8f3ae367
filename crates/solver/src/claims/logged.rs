//! Claims of a log, which are taken over unchecked.
//!
//! Proofs that rest on them name steps of the log. The leader checks each step before it enters the log. If a solver
//! reads a log with a false step, the leader refuses what the solver derives from it.

use std::sync::Arc;

use koproof_rules::Element;
use koproof_verify::Accepted;

use super::claim::Claim;
use super::origin::{How, Passes};
use super::stated::Stated;
use crate::state::Shared;
use crate::state::records::RecordId;

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
