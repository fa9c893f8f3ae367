//! Claims from the moves of a state: the rules `play`, `pass` and `replies` of `docs/certificates.md`, in the frame of
//! the state's representative.

use std::sync::Arc;

use koproof_rules::{Element, Point};
use koproof_verify::Bound;

use super::claim::{About, Claim, NO_LIMIT, Proof};
use super::gathered::Gathered;
use super::origin::{Ground, How, Link, Passes, Reply};
use crate::state::contest::Contest;
use crate::state::orbits::Note;
use crate::state::path::Path;
use crate::state::plays::Edge;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Shared, State};

/// The place of a play, `None` for a pass, and the proof of a bound after the move.
pub(crate) type Answer<'p> = (Option<Point>, &'p Proof);

/// A move, the state after it, and the proof of a bound there.
#[derive(Clone, Copy, Debug)]
struct Step<'p> {
    /// `None` for a pass.
    edge: Option<Edge>,
    state: State,
    record: Option<RecordId>,
    proof: &'p Proof,
}

/// Derives claims one by one, with reused buffers.
///
/// It plays the moves itself, and a proof about another state than the one after the move is refused with a panic. So a mistake
/// of the search cannot become a claim.
#[derive(Debug)]
pub(crate) struct Derivation<'s, C, const N: usize> {
    shared: &'s Shared<C, N>,
    gathered: Gathered,
}

const UNFIT: &str = "the claim excludes the record that the move makes";

impl<'s, C: Contest<N>, const N: usize> Derivation<'s, C, N> {
    pub(crate) fn new(shared: &'s Shared<C, N>) -> Self {
        Self {
            shared,
            gathered: Gathered::default(),
        }
    }

    /// Derives a claim of the mover from one move after which the mover's goal is proved.
    ///
    /// # Panics
    /// If the state has no such play, or if the proof is about another state than the one after the move, or of the other side.
    pub(crate) fn by_choice(
        &mut self,
        history: &Path<N>,
        state: State,
        (point, proof): Answer<'_>,
    ) -> Proof {
        let shared = self.shared;
        let play = |point| {
            let is_there = |edge: &Edge| edge.point() == point;
            let find = |edges: &[Edge]| edges.iter().copied().find(is_there);
            let found = (shared.orbits).with_plays(state.orbit, state.player, find);
            found.expect("the state has this play")
        };
        let edge = point.map(play);
        let (next, record) = match edge {
            Some(edge) => {
                let (next, record) = shared.after_play(state, edge);
                (next, Some(record))
            }
            None => shared.after_pass(state),
        };
        let step = Step {
            edge,
            state: next,
            record,
            proof,
        };
        debug_assert!(self.fits(step), "{UNFIT}");
        let side = self.shared.side(state);
        let record = step.record.map(|record| self.shared.local(state, record));
        let limit = self.stone_limit(history, state, step);
        let own = record.filter(|_| step.edge.is_some() && limit == NO_LIMIT);
        let how = (self.shared.keeps_proofs()).then(|| How::Choice(self.link(state, step)));
        let about = About {
            slot: shared.slot(state),
            passes: shared.passes(state, step.edge.is_some()),
            bound: shared.framed(state, self.shown_before(state, step, side)),
        };
        let mut claim = match self.shareable(state, step, record) {
            Some((other, frame)) => Claim::after(about, other, frame, own, how),
            None => {
                self.gather(state, step);
                if let Some(own) = own {
                    self.gathered.reserve(1);
                    self.gathered.avoid(std::iter::once(own));
                }
                self.finish(state, about, how)
            }
        };
        claim.stone_limit = claim.stone_limit.min(limit);
        self.store(claim)
    }

    /// Returns a limit of stones that excludes the record of the prover's move: the prover's stones before the move, if
    /// the history counts stones and meets the limit.
    fn stone_limit(&self, history: &Path<N>, state: State, step: Step<'_>) -> u8 {
        if step.edge.is_none() || !history.counts_stones() {
            return NO_LIMIT;
        }
        let mover = self.shared.mover(state);
        let stones = |state: State| {
            let stones = self.shared.orbits.stones(state.orbit, state.element);
            stones[mover.index()]
        };
        let limit = stones(state);
        if stones(step.state) > limit && history.most_stones(mover) <= limit {
            limit
        } else {
            NO_LIMIT
        }
    }

    /// Returns the claim after a move of the prover if the claim before the move can share its conditions, with the
    /// symmetry that carries their frame to that before the move. The claim after the move must not have an own record,
    /// and must not need a record that the state before the move always has.
    fn shareable<'p>(
        &self,
        state: State,
        step: Step<'p>,
        record: Option<RecordId>,
    ) -> Option<(&'p Claim, Element)> {
        let claim = step.proof.ground().claim()?;
        let orbits = &self.shared.orbits;
        let symmetry = &orbits.symmetry;
        let frame = symmetry.product(self.shared.between(state, step.state.element), claim.frame);
        let is_given = || {
            let known = self.shared.known(state, Element::IDENTITY);
            let products = symmetry.products_of(frame);
            (claim.need().iter())
                .map(|&needed| orbits.carried(needed, products))
                .any(|needed| Some(needed) == record || known.contains(&needed))
        };
        let is_free = claim.own().is_none() && (claim.need().is_empty() || !is_given());
        is_free.then_some((&**claim, frame))
    }

    /// Derives a claim of the other side from all moves of the mover: after each of them the other side's goal is
    /// proved, or the history forbids it. The moves come in the order of the state's plays, the pass first.
    ///
    /// # Panics
    /// If a legal move is missing, or if a proof is about another state than the one after its move, or of the mover's side.
    pub(crate) fn by_replies<'p>(
        &mut self,
        history: &Path<N>,
        state: State,
        mut answers: impl Iterator<Item = Answer<'p>>,
    ) -> Proof {
        let shared = self.shared;
        let keeps = shared.keeps_proofs();
        let mut replies = Vec::new();
        let (first, proof) = answers.next().expect("the pass is always legal");
        assert!(first.is_none(), "the pass comes first");
        let (next, record) = shared.after_pass(state);
        let pass = Step {
            edge: None,
            state: next,
            record,
            proof,
        };
        let mut bound = self.reply(state, pass, &mut replies);
        shared.each_play(history, state, |edge, (next, record), is_blocked| {
            if is_blocked {
                self.gathered.need.push(shared.local(state, record));
                if keeps {
                    replies.push(Reply::Blocked(edge.point()));
                }
                return;
            }
            let (play, proof) = answers.next().expect("every legal play is answered");
            assert!(play == Some(edge.point()), "the answer is to another play");
            let step = Step {
                edge: Some(edge),
                state: next,
                record: Some(record),
                proof,
            };
            let shown = self.reply(state, step, &mut replies);
            if bound.implies(shown) {
                bound = shown;
            }
        });
        let how = keeps.then(|| How::Replies(replies.into_boxed_slice()));
        // If the mover passes when no one has passed yet, all others are on the other side: they pass and end the game.
        let any = shared.pass_ends(state) && shared.orbits.contest.is_alone(shared.mover(state));
        let about = About {
            slot: shared.slot(state),
            passes: shared.passes(state, any),
            bound: shared.framed(state, bound),
        };
        let claim = self.finish(state, about, how);
        self.store(claim)
    }

    /// Adds a move of the mover to the replies, if proofs are kept, and its conditions to the gathered ones. Returns the bound that it
    /// shows for the other side at the state before it.
    fn reply(&mut self, state: State, step: Step<'_>, replies: &mut Vec<Reply>) -> Bound {
        debug_assert!(self.fits(step), "{UNFIT}");
        self.gather(state, step);
        if self.shared.keeps_proofs() {
            replies.push(Reply::Answered(self.link(state, step)));
        }
        self.shown_before(state, step, self.shared.side(state).other())
    }

    /// Returns the bound that a proof for a side shows at a state, in the actual frame. It may be stronger than the
    /// target.
    ///
    /// # Panics
    /// If it is no proof for this side and this state.
    pub(crate) fn shown(&self, state: State, side: Side, proof: &Proof) -> Bound {
        let orbit = self.shared.orbits.get(state.orbit);
        let goal = self.shared.framed(state, side.goal(0));
        let shown = match proof.ground() {
            Ground::Stop => {
                assert!(self.stops(state, side), "the game goes on");
                goal.with_score(orbit.score())
            }
            Ground::PassForever => self.shared.by_passing(orbit, goal),
            Ground::Claim(claim) => {
                let is_there = claim.slot() == self.shared.slot(state);
                assert!(
                    is_there && claim.passes.cover(state.passes),
                    "another state"
                );
                assert!(claim.bound.prover() == goal.prover(), "the other side");
                claim.bound
            }
        };
        self.shared.framed(state, shown)
    }

    /// Tells whether the proof after a move may hold with the record that the move makes. Looks through all conditions.
    fn fits(&self, step: Step<'_>) -> bool {
        let (Ground::Claim(claim), Some(record)) = (step.proof.ground(), step.record) else {
            return true;
        };
        let orbits = &self.shared.orbits;
        let record = self.shared.local(step.state, record);
        let products = orbits.symmetry.products_of(claim.frame);
        let stones = orbits.stones_of(record);
        let avoids = |&other: &RecordId| orbits.carried(other, products) == record;
        stones[claim.bound.prover().index()] <= claim.stone_limit
            && claim.own() != Some(record)
            && !claim.avoid().iter().any(avoids)
    }

    /// Tells whether the game is over, or the side to move can end it with a pass.
    fn stops(&self, state: State, side: Side) -> bool {
        let shared = self.shared;
        let is_over = usize::from(state.passes) == shared.players();
        is_over || shared.pass_ends(state) && shared.side(state) == side
    }

    /// Returns the bound that the proof after a move shows for the state before it.
    fn shown_before(&self, parent: State, step: Step<'_>, side: Side) -> Bound {
        let shown = self.shown(step.state, side, step.proof);
        match step.edge {
            Some(_) => shown.shifted(self.shared.toll.shift(self.shared.mover(parent))),
            None => shown,
        }
    }

    /// Adds the conditions of a step's proof to the gathered ones, in the frame of the parent's representative.
    fn gather(&mut self, parent: State, step: Step<'_>) {
        let Ground::Claim(claim) = step.proof.ground() else {
            return;
        };
        let orbits = &self.shared.orbits;
        let symmetry = &orbits.symmetry;
        let between = self.shared.between(parent, step.state.element);
        let products = symmetry.products_of(symmetry.product(between, claim.frame));
        self.gathered.work += claim.work;
        self.gathered.stone_limit = self.gathered.stone_limit.min(claim.stone_limit);
        self.gathered.reserve(claim.conditions());
        let carried = |&record: &RecordId| orbits.carried(record, products);
        self.gathered.avoid(claim.avoid().iter().map(carried));
        if let Some(own) = claim.own() {
            let products = symmetry.products_of(between);
            let own = orbits.carried(own, products);
            self.gathered.avoid(std::iter::once(own));
        }
        if claim.need().is_empty() {
            return;
        }
        let made = step.record.map(|record| self.shared.local(parent, record));
        for &record in claim.need() {
            let record = orbits.carried(record, products);
            if Some(record) != made {
                self.gathered.need.push(record);
            }
        }
    }

    /// Returns the link to the proof of a move, for the claim of its parent.
    fn link(&self, parent: State, step: Step<'_>) -> Link {
        Link {
            point: step.edge.map(|edge| edge.point()),
            between: self.shared.between(parent, step.state.element),
            orbit: step.state.orbit,
            player: step.state.player,
            origin: step.proof.origin(),
        }
    }

    /// Makes a claim from the gathered conditions and clears them. The bound is in the representative's frame.
    fn finish(&mut self, state: State, about: About, how: Option<How>) -> Claim {
        let limit = self.gathered.stone_limit;
        if limit != NO_LIMIT {
            let orbits = &self.shared.orbits;
            let stones = |record| orbits.stones_of(record);
            // The limit excludes the others.
            let is_within =
                |&record: &RecordId| stones(record)[about.bound.prover().index()] <= limit;
            self.gathered.avoid.retain(is_within);
        }
        let need = &mut self.gathered.need;
        if !need.is_empty() {
            let known = self.shared.known(state, Element::IDENTITY);
            need.sort_unstable();
            need.dedup();
            need.retain(|record| !known.contains(record));
        }
        let mut claim = Claim::new(about, &self.gathered.avoid, need, how);
        claim.work = 1.0 + self.gathered.work;
        claim.stone_limit = self.gathered.stone_limit;
        self.gathered.clear();
        claim
    }

    fn store(&self, claim: Claim) -> Proof {
        let claim = Arc::new(claim);
        self.shared.store(Arc::clone(&claim));
        Proof(Ground::Claim(claim))
    }
}

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Returns the numbers of passes for which a claim holds; `any` tells whether its derivation holds for any number,
    /// if the rules allow it.
    pub(super) fn passes(&self, state: State, any: bool) -> Passes {
        if any && self.any_passes {
            Passes::Any
        } else {
            Passes::Only(state.passes)
        }
    }

    /// Stores a claim under the state that it is about.
    pub(super) fn store(&self, claim: Arc<Claim>) {
        let (orbit, player) = self.of_slot(claim.slot());
        self.table.add(claim);
        self.orbits.get(orbit).note(Note::Claims, player);
    }
}

#[cfg(test)]
mod tests;
