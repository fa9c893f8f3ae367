//! Claims from the moves of a state: the rules `play`, `pass` and `replies` of `docs/certificates.md`, in the frame of the
//! state's representative.

use std::sync::Arc;

use koproof_rules::Element;
use koproof_verify::Bound;

use super::claim::{Claim, Ground, How, Link, Passes, Proof, Reply};
use crate::options::Proofs;
use crate::state::contest::Contest;
use crate::state::orbits::Edge;
use crate::state::path::{Bits, Path};
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Shared, State};

/// A move, where it leads, and the proof of a bound there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'p> {
    /// `None` for a pass.
    pub(crate) edge: Option<Edge>,
    pub(crate) state: State,
    pub(crate) record: Option<RecordId>,
    pub(crate) proof: &'p Proof,
}

/// Derives claims, one after the other.
#[derive(Debug)]
pub(crate) struct Derivation<'s, C, const N: usize> {
    shared: &'s Shared<C, N>,
    gathered: Gathered,
}

/// The conditions of a claim in the making, in the frame of its state's representative.
#[derive(Debug, Default)]
struct Gathered {
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

impl<'s, C: Contest<N>, const N: usize> Derivation<'s, C, N> {
    pub(crate) fn new(shared: &'s Shared<C, N>) -> Self {
        Self {
            shared,
            gathered: Gathered::default(),
        }
    }

    /// Derives a claim of the mover from one move after which the mover's goal is proved.
    pub(crate) fn by_choice(&mut self, state: State, step: Step<'_>) -> Proof {
        let side = self.shared.side(state);
        self.gather(state, step);
        if let (Some(_), Some(record)) = (step.edge, step.record) {
            let record = self.local(state, record);
            self.gathered.avoid(record);
        }
        let how = (self.shared.proofs == Proofs::Keep).then(|| How::Choice(self.link(state, step)));
        let bound = self.shown_before(state, step, side);
        self.finish(state, bound, step.edge.is_some(), how)
    }

    /// Derives a claim of the other side from all moves of the mover: after each of them the other side's goal is proved, or
    /// the history forbids it. The moves come in the order of the state's plays, the pass first.
    ///
    /// # Panics
    /// If a legal move is missing.
    pub(crate) fn by_replies<'p>(
        &mut self,
        history: &Path,
        state: State,
        mut steps: impl Iterator<Item = Step<'p>>,
    ) -> Proof {
        let shared = self.shared;
        let keeps = shared.proofs == Proofs::Keep;
        let side = shared.side(state).other();
        let mut replies = Vec::new();
        let pass = steps.next().expect("the pass is always legal");
        assert!(pass.edge.is_none(), "the pass comes first");
        self.gather(state, pass);
        let mut bound = self.shown_before(state, pass, side);
        if keeps {
            replies.push(Reply::Answered(self.link(state, pass)));
        }
        for &edge in shared.orbits.edges(state.orbit, state.player) {
            let (next, record) = shared.after_play(state, edge);
            if history.contains(record) {
                let record = self.local(state, record);
                self.gathered.need.push(record);
                if keeps {
                    replies.push(Reply::Blocked(edge.point()));
                }
                continue;
            }
            let step = steps.next().expect("every legal play is answered");
            assert!(step.state == next, "the answer is to another play");
            self.gather(state, step);
            let shown = self.shown_before(state, step, side);
            if bound.implies(shown) {
                bound = shown;
            }
            if keeps {
                replies.push(Reply::Answered(self.link(state, step)));
            }
        }
        let how = keeps.then(|| How::Replies(replies.into_boxed_slice()));
        // If the mover passes earlier, the others all belong to the other side, which ends the game by passing.
        let any = shared.pass_ends(state) && shared.orbits.contest.is_alone(shared.mover(state));
        self.finish(state, bound, any, how)
    }

    /// Returns how much a proof for a side shows at a state, in the actual frame: it may be more than was asked for.
    pub(crate) fn shown(&self, state: State, side: Side, proof: &Proof) -> Bound {
        let orbit = self.shared.orbits.get(state.orbit);
        let bound = |least, most| match self.shared.framed(state, side.goal(0)) {
            Bound::AtLeast(_) => Bound::AtLeast(least),
            Bound::AtMost(_) => Bound::AtMost(most),
        };
        let shown = match proof.ground() {
            Ground::Stop => bound(orbit.score, orbit.score),
            Ground::PassForever => {
                let (least, most) = self.shared.least_and_most(state.orbit);
                bound(least, most)
            }
            Ground::Claim(claim) => claim.bound,
        };
        self.shared.framed(state, shown)
    }

    /// How much the proof after a move shows of the state before it.
    fn shown_before(&self, parent: State, step: Step<'_>, side: Side) -> Bound {
        let shown = self.shown(step.state, side, step.proof);
        match step.edge {
            Some(_) => shown.shifted(self.shared.toll.shift(self.shared.mover(parent))),
            None => shown,
        }
    }

    /// Adds the conditions of a step's proof to those being gathered, carried over to the frame of the parent's
    /// representative.
    fn gather(&mut self, parent: State, step: Step<'_>) {
        let Ground::Claim(claim) = step.proof.ground() else {
            return;
        };
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let products = orbits.symmetry.products_of(self.between(parent, step));
        let carried = |record: RecordId| {
            let element = products[packing.element(record).index()];
            packing.normal(orbits, packing.with_element(record, element))
        };
        let own = step.record.map(|record| self.local(parent, record));
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

    /// Returns what carries the frame of the state after a move to that before it.
    fn between(&self, parent: State, step: Step<'_>) -> Element {
        let symmetry = &self.shared.orbits.symmetry;
        symmetry.product(symmetry.inverse(parent.element), step.state.element)
    }

    /// Returns how a move was settled, for the claim of its parent.
    fn link(&self, parent: State, step: Step<'_>) -> Link {
        Link {
            point: step.edge.map(|edge| edge.point()),
            between: self.between(parent, step),
            orbit: step.state.orbit,
            player: step.state.player,
            proof: step.proof.clone(),
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

    /// Makes a claim of what has been gathered, stores it and starts afresh. The bound is in the actual frame;
    /// `any` tells whether the derivation holds for any number of passes, if the rules allow it.
    fn finish(&mut self, state: State, bound: Bound, any: bool, how: Option<How>) -> Proof {
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
        Proof(Ground::Claim(claim))
    }
}
