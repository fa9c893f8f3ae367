//! Claims from children: the rules `play`, `pass` and `replies` of `docs/certificates.md`, in the frame of the parent's
//! representative.

use std::sync::Arc;

use koproof_rules::{Element, Player};
use koproof_verify::Bound;

use super::{Child, Outcome, Search};
use crate::contest::Contest;
use crate::options::Proofs;
use crate::path::{Bits, RecordId};
use crate::proof_table::{Claim, How, Link, Passes, Proof, Reply};
use crate::state::{Shared, State};

/// The conditions of a claim in the making, in the frame of its state's representative.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    avoid: Vec<RecordId>,
    /// The members of `avoid`.
    marks: Bits,
    need: Vec<RecordId>,
}

impl Gathered {
    fn avoid(&mut self, record: RecordId) {
        if self.marks.insert(record) {
            self.avoid.push(record);
        }
    }

    fn clear(&mut self) {
        for record in self.avoid.drain(..) {
            self.marks.remove(record);
        }
        self.need.clear();
    }
}

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// How much a proof of a bound shows, in the actual frame: it may be more than was asked for.
    pub(super) fn shown(&self, state: State, prover: Player, proof: &Proof) -> Bound {
        let orbit = self.shared.orbits.get(state.orbit);
        let bound = |least, most| match self.shared.framed(state, self.goal(prover, 0)) {
            Bound::AtLeast(_) => Bound::AtLeast(least),
            Bound::AtMost(_) => Bound::AtMost(most),
        };
        let shown = match proof {
            Proof::Stop => bound(orbit.score, orbit.score),
            Proof::PassForever => bound(orbit.floor, orbit.ceiling),
            Proof::Claim(claim) => claim.bound,
        };
        self.shared.framed(state, shown)
    }

    /// How much a proof of a bound at a child shows of its parent.
    fn shown_before(&self, parent: State, child: &Child, prover: Player, proof: &Proof) -> Bound {
        let shown = self.shown(child.state, prover, proof);
        match child.edge {
            Some(_) => shown.shifted(self.shared.toll.shift(self.shared.mover(parent))),
            None => shown,
        }
    }

    /// Adds a child's conditions to those being gathered, carried over to the frame of the parent's
    /// representative.
    fn gather(&mut self, parent: State, child: &Child, proof: &Proof) {
        let Proof::Claim(claim) = proof else { return };
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let between = orbits
            .symmetry
            .product(orbits.symmetry.inverse(parent.element), child.state.element);
        let products = orbits.symmetry.products_of(between);
        let carried = |record: RecordId| {
            let element = products[packing.element(record).index()];
            packing.normal(orbits, packing.with_element(record, element))
        };
        let own = child.record.map(|record| self.local(parent, record));
        for &record in claim.avoid() {
            self.gathered.avoid(carried(record));
        }
        for &record in claim.need() {
            let record = carried(record);
            if Some(record) != own {
                self.gathered.need.push(record);
            }
        }
    }

    /// How a child was settled, for the claim of its parent.
    fn link(&self, parent: State, child: &Child, proof: &Proof) -> Link {
        let symmetry = &self.shared.orbits.symmetry;
        Link {
            point: child.edge.map(|edge| edge.point()),
            between: symmetry.product(symmetry.inverse(parent.element), child.state.element),
            orbit: child.state.orbit,
            player: child.state.player,
            proof: proof.clone(),
        }
    }

    /// Carries a record of the actual frame to the frame of a state's representative.
    fn local(&self, state: State, record: RecordId) -> RecordId {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let symmetry = &orbits.symmetry;
        let element = symmetry.product(symmetry.inverse(state.element), packing.element(record));
        packing.normal(orbits, packing.with_element(record, element.index() as u16))
    }

    /// Derives a claim of the mover from a child that wins for him.
    pub(super) fn claim_of_choice(&mut self, state: State, child: &Child) -> Arc<Claim> {
        let Outcome::Won(proof) = &child.outcome else {
            unreachable!("the mover chooses a child that wins for him")
        };
        self.gather(state, child, proof);
        if let (Some(_), Some(record)) = (child.edge, child.record) {
            let record = self.local(state, record);
            self.gathered.avoid(record);
        }
        let how = (self.shared.proofs == Proofs::Keep)
            .then(|| How::Choice(self.link(state, child, proof)));
        let bound = self.shown_before(state, child, self.shared.side(state), proof);
        self.finish(state, bound, child.edge.is_some(), how)
    }

    /// Derives a claim of the other side: every move loses, or is blocked.
    pub(super) fn claim_of_replies(&mut self, state: State, children: &[Child]) -> Arc<Claim> {
        let prover = self.shared.side(state).next(2);
        let mut replies = Vec::new();
        let mut bound: Option<Bound> = None;
        for child in children {
            let Outcome::Lost(proof) = &child.outcome else {
                unreachable!("every reply is settled")
            };
            self.gather(state, child, proof);
            let shown = self.shown_before(state, child, prover, proof);
            if bound.is_none_or(|bound| bound.implies(shown)) {
                bound = Some(shown);
            }
            if self.shared.proofs == Proofs::Keep {
                replies.push(Reply::Answered(self.link(state, child, proof)));
            }
        }
        for &edge in self.shared.orbits.edges(state.orbit, state.player) {
            let (_, record) = self.shared.after_play(state, edge);
            if !self.path.contains(record) {
                continue;
            }
            let record = self.local(state, record);
            self.gathered.need.push(record);
            if self.shared.proofs == Proofs::Keep {
                replies.push(Reply::Blocked(edge.point()));
            }
        }
        let how =
            (self.shared.proofs == Proofs::Keep).then(|| How::Replies(replies.into_boxed_slice()));
        let bound = bound.expect("there is always the pass to reply with");
        // If he passes earlier the others are all provers, who end the game by passing.
        let any = self.shared.pass_ends(state)
            && self
                .shared
                .orbits
                .contest
                .is_alone(self.shared.mover(state));
        self.finish(state, bound, any, how)
    }

    /// Makes a claim of what has been gathered, stores it and clears the ground. The bound is in the actual frame;
    /// `any` tells whether the derivation holds for any number of passes, if the rules allow it.
    fn finish(&mut self, state: State, bound: Bound, any: bool, how: Option<How>) -> Arc<Claim> {
        let known = self.shared.known(state, Element::IDENTITY);
        let need = &mut self.gathered.need;
        need.sort_unstable();
        need.dedup();
        need.retain(|record| !known.contains(record));
        let bound = self.shared.framed(state, bound);
        let passes = if any && self.shared.any_passes {
            Passes::Any
        } else {
            Passes::Only(state.passes)
        };
        let claim = Arc::new(Claim::new(
            bound,
            passes,
            &self.gathered.avoid,
            &self.gathered.need,
            how,
        ));
        self.gathered.clear();
        self.shared
            .table
            .add(self.shared.table_key(state), Arc::clone(&claim));
        claim
    }
}
