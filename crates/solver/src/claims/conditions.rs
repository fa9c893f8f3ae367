//! The conditions of a claim: whether a history meets them, and their records.

use super::claim::{Claim, Proof};
use crate::state::contest::Contest;
use crate::state::path::{BATCH, Path};
use crate::state::records::RecordId;
use crate::state::{Shared, State};

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Tells whether a proof holds under a history that has the record of its state.
    pub(crate) fn holds(&self, history: &Path<N>, state: State, proof: &Proof) -> bool {
        let claim = proof.ground().claim();
        claim.is_none_or(|claim| self.admits(history, state, None, claim))
    }

    /// Returns whether the history, with `arrival`, meets the conditions of a claim about the state.
    pub(super) fn admits(
        &self,
        history: &Path<N>,
        state: State,
        arrival: Option<RecordId>,
        claim: &Claim,
    ) -> bool {
        let orbits = &self.orbits;
        if claim.limits_stones() {
            let prover = orbits.symmetry.player(state.element, claim.bound.prover());
            // Without an arrival the history has the record of the state, or, under Taylor's rule, there is none.
            let arrived = arrival.map_or(0, |_| {
                orbits.stones(state.orbit, state.element)[prover.index()]
            });
            if arrived.max(history.most_stones(prover)) > claim.stone_limit {
                return false;
            }
        }
        // A copy stays in registers.
        let packing = orbits.packing;
        // Most records are far from the history, which a comparison of places shows.
        let arrived = arrival.map(|arrival| packing.place(arrival));
        let is_near = |record| {
            let place = packing.place(record);
            history.is_near(place) || arrived == Some(place)
        };
        let is_there = |record, products: &[u16]| {
            let record = packing.image(record, products);
            history.contains(orbits, record)
                || arrival.is_some_and(|arrival| orbits.same(record, arrival))
        };
        let symmetry = &orbits.symmetry;
        let products = symmetry.products_of(symmetry.product(state.element, claim.frame));
        let is_held = |record| is_near(record) && is_there(record, products);
        // The line changes little between two look-ups, so the condition that failed last time mostly fails again.
        if let Some((record, avoided)) = claim.watched()
            && is_held(record) == avoided
        {
            return false;
        }
        let is_own_held = |own| is_near(own) && is_there(own, symmetry.products_of(state.element));
        if claim.own().is_some_and(is_own_held) {
            return false;
        }
        let missing = claim.need().iter().position(|&record| !is_held(record));
        if let Some(missing) = missing {
            claim.watch(claim.avoid().len() + missing);
            return false;
        }
        let is_batch_near = |batch: &[RecordId; BATCH]| {
            let arrives = |arrived| {
                let arrives = |&record| packing.place(record) == arrived;
                // Without branches, so that the processor compares several at once.
                batch
                    .iter()
                    .fold(false, |any, record| any | arrives(record))
            };
            history.is_near_any(packing, batch) || arrived.is_some_and(arrives)
        };
        let first_held = |records: &[RecordId]| records.iter().position(|&record| is_held(record));
        let (batches, rest) = claim.avoid().as_chunks();
        let in_batches = (batches.iter().enumerate())
            .filter(|(_, batch)| is_batch_near(batch))
            .find_map(|(index, batch)| Some(BATCH * index + first_held(batch)?));
        let present = in_batches.or_else(|| Some(BATCH * batches.len() + first_held(rest)?));
        if let Some(present) = present {
            claim.watch(present);
        }
        present.is_none()
    }

    /// Lists the conditions of a proof about a state, as [`Self::conditions`] does.
    pub(crate) fn conditions_of(&self, proof: &Proof) -> [Vec<RecordId>; 2] {
        let claim = proof.ground().claim();
        claim.map_or_else(Default::default, |claim| self.conditions(claim))
    }

    /// Lists the conditions of a claim in normal form, in the frame of its representative: the records that the history
    /// must avoid, and those that it must contain.
    pub(super) fn conditions(&self, claim: &Claim) -> [Vec<RecordId>; 2] {
        let orbits = &self.orbits;
        let products = orbits.symmetry.products_of(claim.frame);
        let carried = |&record: &RecordId| orbits.carried(record, products);
        let avoid = claim.avoid().iter().map(carried).chain(claim.own());
        [avoid.collect(), self.needed_by(claim)]
    }

    /// Lists only the records that the history must contain, which are few.
    pub(super) fn needed_by(&self, claim: &Claim) -> Vec<RecordId> {
        let orbits = &self.orbits;
        let products = orbits.symmetry.products_of(claim.frame);
        let carried = |&record: &RecordId| orbits.carried(record, products);
        claim.need().iter().map(carried).collect()
    }
}
