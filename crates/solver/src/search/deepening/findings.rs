//! The findings of a search with limits: claims and failures by state and goal, in the frames of the representatives.

use std::sync::Arc;

use koproof_rules::{Element, Player, Point};
use koproof_verify::Bound;
use rustc_hash::FxHashMap;

use super::index::{Hit, Index};
use super::labels::{Conditions, Label, LabelSet, Labels, of_passes};
use crate::claims::claim::{Claim, Proof};
use crate::claims::origin::Passes;
use crate::state::contest::Contest;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::slot::Slot;
use crate::state::{Root, Shared, State};

/// A goal at a state, in the frame of its representative, without history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Goal {
    slot: Slot,
    passes: u8,
    bound: Bound,
}

/// A state without its passes, and the color whose bound is claimed there.
type Claimant = (Slot, Player);

impl Goal {
    pub(super) fn new<C: Contest<N>, const N: usize>(
        shared: &Shared<C, N>,
        side: Side,
        state: State,
        target: i16,
    ) -> Self {
        Self {
            slot: shared.slot(state),
            passes: state.passes,
            bound: shared.framed(state, side.goal(target)),
        }
    }

    fn claimant(self) -> Claimant {
        (self.slot, self.bound.prover())
    }
}

/// Returns a number that is larger for stronger bounds of the same color.
fn strength(bound: Bound) -> u16 {
    const MIDDLE: u16 = 1 << 15;
    match bound {
        Bound::AtLeast(least) => MIDDLE.saturating_add_signed(least),
        Bound::AtMost(most) => MIDDLE.saturating_add_signed(most.saturating_neg()),
    }
}

/// A side was not seen to reach its goal within a limit. Under each history that meets the conditions the same moves fail,
/// unless more claims answer moves there, which makes the others cheaper. This proves nothing: the side may reach its goal
/// within a larger limit.
#[derive(Debug, Default)]
pub(super) struct Failure {
    pub(super) limit: u16,
    /// In the actual frame.
    pub(super) conditions: Conditions,
}

/// A known failure that answers a question; [`Findings::read`] reads it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Within the limit 0 every side fails.
    AtLimitZero,
    Kept(Goal, Hit),
}

impl Known {
    /// Returns the number of its conditions.
    pub(super) fn count(self) -> u32 {
        match self {
            Self::AtLimitZero => 0,
            Self::Kept(_, hit) => hit.count(),
        }
    }
}

/// Claims and failures, and the line of play under whose history they are looked up.
#[derive(Debug)]
pub(in crate::search) struct Findings<'s, C, const N: usize> {
    pub(super) labels: Labels<'s, C, N>,
    line: Line,
    claims: FxHashMap<Claimant, Index<Arc<Claim>>>,
    failures: FxHashMap<Goal, Index<()>>,
    /// The move that decided a goal last.
    replies: FxHashMap<Goal, Option<Point>>,
    bytes_of_claims: u64,
    bytes_of_failures: u64,
    /// The most bytes that claims, failures and replies may take, and the most that the labels may.
    max: u64,
}

/// The history of the line.
#[derive(Debug, Default)]
struct Line {
    /// In the actual frame.
    history: Vec<Label>,
    /// By place: the history in the frame of the state that is looked up there, with the label of its number of passes. Empty
    /// where nothing has been looked up yet.
    carried: Vec<LabelSet>,
}

impl Line {
    /// Carries the history to the frame of a state's representative, at most once for a place.
    fn carried<C: Contest<N>, const N: usize>(
        &mut self,
        labels: &mut Labels<'_, C, N>,
        place: usize,
        state: State,
    ) -> &LabelSet {
        let carried = &mut self.carried[place];
        if carried.members().is_empty() {
            let home = labels.shared.orbits.symmetry.inverse(state.element);
            carried.insert(of_passes(state.passes));
            for &label in &self.history {
                carried.insert(labels.carried(label, home));
            }
        }
        carried
    }
}

impl<'s, C: Contest<N>, const N: usize> Findings<'s, C, N> {
    /// Makes room for so many bytes.
    pub(in crate::search) fn new(shared: &'s Shared<C, N>, max: u64) -> Self {
        Self {
            labels: Labels::new(shared),
            line: Line::default(),
            claims: FxHashMap::default(),
            failures: FxHashMap::default(),
            replies: FxHashMap::default(),
            bytes_of_claims: 0,
            bytes_of_failures: 0,
            max,
        }
    }

    /// Forgets everything, with all names of orbits.
    pub(in crate::search) fn forget(&mut self) {
        *self = Self::new(self.labels.shared, self.max);
    }

    /// Tells whether the labels take more bytes than claims and failures may. All of these name them, so the search ends, and
    /// the next one begins anew.
    pub(super) fn has_too_many_labels(&self) -> bool {
        self.labels.bytes() > self.max
    }

    /// Begins a line with the history of a root.
    pub(super) fn begin(&mut self, root: &Root) {
        if self.has_too_many_labels() {
            self.forget();
        }
        self.line.history.clear();
        for &record in &root.records {
            self.push(Some(record));
        }
    }

    /// Adds the record of a move, if it makes one.
    pub(super) fn push(&mut self, record: Option<RecordId>) {
        if let Some(record) = record {
            self.line.history.push(self.labels.of(record));
        }
    }

    /// Removes the record of the last move, if it made one.
    pub(super) fn pop(&mut self, record: Option<RecordId>) {
        if record.is_some() {
            self.line.history.pop();
        }
    }

    /// Begins look-ups at so many states. Each has a place of its own, by which look-ups name it. Until the next call the history
    /// at a place must stay the same.
    pub(super) fn begin_look_ups(&mut self, places: usize) {
        let carried = &mut self.line.carried;
        carried.iter_mut().for_each(LabelSet::clear);
        carried.resize_with(places.max(carried.len()), LabelSet::default);
    }

    /// Finds a claim under the history that implies a goal at a state.
    pub(super) fn claim(
        &mut self,
        (place, state): (usize, State),
        goal: Goal,
    ) -> Option<Arc<Claim>> {
        let claims = self.claims.get_mut(&goal.claimant())?;
        let history = (self.line).carried(&mut self.labels, place, state);
        let hit = claims.find(history, strength(goal.bound))?;
        Some(Arc::clone(claims.finding(hit)))
    }

    /// Finds a failure for a goal at a state under the history, within a limit or a larger one.
    pub(super) fn failure(
        &mut self,
        (place, state): (usize, State),
        goal: Goal,
        limit: u16,
    ) -> Option<Known> {
        if limit == 0 {
            return Some(Known::AtLimitZero);
        }
        let failures = self.failures.get_mut(&goal)?;
        let history = self.line.carried(&mut self.labels, place, state);
        let hit = failures.find(history, limit)?;
        Some(Known::Kept(goal, hit))
    }

    /// Reads a failure that has been found at a state, before anything else is kept: that may drop all failures.
    pub(super) fn read(&mut self, state: State, known: Known) -> Failure {
        let Known::Kept(goal, hit) = known else {
            return Failure::default();
        };
        let failures = self.failures.get(&goal);
        let failures = failures.expect("nothing has been kept since the look-up");
        let (avoid, need) = failures.conditions(hit);
        Failure {
            limit: hit.reach(),
            conditions: self.labels.carried_conditions(avoid, need, state.element),
        }
    }

    /// Keeps a claim about the state of a goal.
    ///
    /// # Panics
    /// If the proof is no claim.
    pub(super) fn add_claim(&mut self, goal: Goal, proof: &Proof) {
        let claim = proof.ground().claim().expect("a claim was derived");
        let mut conditions = self.conditions(proof, Element::IDENTITY);
        if let Passes::Only(passes) = claim.passes {
            conditions.need.push(of_passes(passes));
        }
        let bound = claim.bound;
        let claims = (self.claims.entry(Goal { bound, ..goal }.claimant())).or_default();
        let grown = claims.insert(conditions, strength(bound), Arc::clone(claim));
        self.bytes_of_claims = (self.bytes_of_claims + claim.bytes()).saturating_add_signed(grown);
        self.make_room();
    }

    /// Keeps a failure at the state of a goal.
    pub(super) fn add_failure(&mut self, state: State, goal: Goal, failure: &Failure) {
        let home = self.labels.shared.orbits.symmetry.inverse(state.element);
        let Conditions { avoid, need } = &failure.conditions;
        let avoid = avoid.ones().map(|label| label as Label);
        let conditions = self.labels.carried_conditions(avoid, need, home);
        let failures = self.failures.entry(goal).or_default();
        let grown = failures.insert(conditions, failure.limit, ());
        self.bytes_of_failures = self.bytes_of_failures.saturating_add_signed(grown);
        self.make_room();
    }

    /// If everything together is too large, drops the failures, which prove nothing, and the replies; the claims, too, if
    /// they take more than half of the limit.
    fn make_room(&mut self) {
        if self.bytes_of_claims + self.bytes_of_failures + self.bytes_of_replies() <= self.max {
            return;
        }
        self.failures = FxHashMap::default();
        self.bytes_of_failures = 0;
        self.replies = FxHashMap::default();
        if self.bytes_of_claims > self.max / 2 {
            self.claims = FxHashMap::default();
            self.bytes_of_claims = 0;
        }
    }

    fn bytes_of_replies(&self) -> u64 {
        (self.replies.capacity() * size_of::<(Goal, Option<Point>)>()) as u64
    }

    /// Lists the conditions of a proof, carried by a symmetry from the frame of its representative.
    pub(super) fn conditions(&mut self, proof: &Proof, symmetry: Element) -> Conditions {
        let shared = self.labels.shared;
        let [avoid, need] = shared.conditions_of(proof);
        let products = shared.orbits.symmetry.products_of(symmetry);
        let mut label = |record: RecordId| {
            let carried = shared.orbits.packing.image(record, products);
            self.labels.of(carried)
        };
        let mut conditions = Conditions::default();
        for record in avoid {
            conditions.avoid(label(record));
        }
        conditions.need.extend(need.into_iter().map(label));
        conditions
    }

    /// Returns the move that decided a goal last.
    pub(super) fn reply(&self, goal: Goal) -> Option<Option<Point>> {
        self.replies.get(&goal).copied()
    }

    /// Notes the move that has decided a goal; `None` for a pass.
    pub(super) fn note_reply(&mut self, goal: Goal, point: Option<Point>) {
        self.replies.insert(goal, point);
    }

    /// Returns the approximate size in bytes.
    pub(in crate::search) fn bytes(&self) -> u64 {
        let found = self.bytes_of_claims + self.bytes_of_failures + self.bytes_of_replies();
        found + self.labels.bytes()
    }
}

#[cfg(test)]
mod tests;
