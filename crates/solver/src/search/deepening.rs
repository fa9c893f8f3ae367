//! Iterative deepening with a limit on the choices along a line ([`Way::Deepening`](super::ways::Way)).
//!
//! The search asks whether a side reaches its goal within a limit, and the limit grows until the answer does not depend on
//! it. A move costs more where more moves are open, that is, where claims answer fewer of them. Moves that are known to
//! fail make the others cheaper. Forced moves cost nothing, so fights of a hundred moves are followed to their end.
//!
//! If the side reaches its goal, that is a claim. If claims refute each of its moves, that is a claim of its opponent. Anything
//! else is a [`Failure`]: it proves nothing and only keeps the search from looking for the same again. Claims and failures
//! are kept as long as there is room, in an index that finds those that hold under a history ([`index`]).

mod conclusions;
mod findings;
mod index;
mod labels;

use super::Search;
use super::children::Child;
use crate::claims::settled::Settled;
use crate::state::contest::Contest;
use crate::state::plays::Edge;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Root, State};
pub(super) use findings::Findings;
use findings::{Failure, Goal, Known};

/// The largest cost of a move: it costs 1 for each other open move, at most this.
///
/// With 3 or 6 the hard boards of six points take a tenth more expansions in the geometric mean, those of seven as many.
const MAX_COST: usize = 4;

/// The step by which the limit grows. With 7 the hard boards of six points take a twentieth more expansions in the geometric
/// mean, with 9 or 10 an eighth more.
const STEP: u16 = 8;

/// The question whether a side reaches its goal within a limit.
#[derive(Clone, Copy)]
struct Question {
    side: Side,
    state: State,
    /// The toll that the line from the root has paid, White − Black.
    paid: i16,
    limit: u16,
}

impl Question {
    /// Returns the same question after a move that costs something.
    fn after(self, child: &Child, cost: u16) -> Self {
        Self {
            side: self.side,
            state: child.state,
            paid: child.paid,
            limit: self.limit.saturating_sub(cost),
        }
    }
}

/// The answer to a question, from the point of view of its side. A loss holds within any limit, a failure within one.
type Found = Result<Settled, Failure>;

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Decides whether the side to move reaches its goal at a root, with growing limits for the goals of either side in
    /// turn; `None` if a limit of the search stops it.
    pub(super) fn deepen(&mut self, root: &Root) -> Option<Settled> {
        self.findings.begin(root);
        if self.racer == 0 {
            self.watch.ask(None);
        }
        let mover = self.shared.side(root.state);
        let mut limit = 1_u16;
        loop {
            for side in [mover, mover.other()] {
                let question = Question {
                    side,
                    state: root.state,
                    paid: 0,
                    limit,
                };
                let known = self.recall(question);
                if let Ok(settled) = known.or_else(|| self.visit(question))? {
                    return Some(settled.seen_by(side == mover));
                }
            }
            limit = limit.checked_add(STEP)?;
        }
    }

    /// Returns the goal of a question, in the frame of its state's representative.
    fn goal(&self, question: Question) -> Goal {
        let target = self.target - question.paid;
        Goal::new(self.shared, question.side, question.state, target)
    }

    /// Answers a question from what has been found. The record of its state is in the history.
    fn recall(&mut self, question: Question) -> Option<Found> {
        let Question {
            side, state, paid, ..
        } = question;
        self.findings.begin_look_ups(1);
        match self.recall_claim(side, (0, state), paid, None) {
            Some(settled) => Some(Ok(settled)),
            None => {
                let known = self.recall_failure(0, question)?;
                Some(Err(self.findings.read(state, known)))
            }
        }
    }

    /// Returns a claim that a side reaches its goal at a state or does not, if one is known. The state's own record is in the
    /// history, or is `arrival`; the findings have it in any case.
    ///
    /// The index proposes a claim, and [`Shared::answered_by`](crate::state::Shared::answered_by) decides whether it holds.
    fn recall_claim(
        &mut self,
        side: Side,
        (place, state): (usize, State),
        paid: i16,
        arrival: Option<RecordId>,
    ) -> Option<Settled> {
        let shared = self.shared;
        let target = self.target - paid;
        let goals = [side, side.other()].map(|side| Goal::new(shared, side, state, target));
        let findings = &mut self.findings;
        let claim = (goals.into_iter()).find_map(|goal| findings.claim((place, state), goal))?;
        let settled = shared.answered_by(&self.path, side, state, target, arrival, &claim);
        debug_assert!(settled.is_some(), "the history meets the conditions");
        settled
    }

    /// Returns a known failure that answers a question.
    fn recall_failure(&mut self, place: usize, question: Question) -> Option<Known> {
        let Question { state, limit, .. } = question;
        let goal = self.goal(question);
        (self.findings).failure((place, state), goal, limit)
    }

    /// Searches for the answer to a question that nothing answers; `None` if a limit of the search stops it. The record of
    /// its state is in the history.
    fn visit(&mut self, question: Question) -> Option<Found> {
        if !self.may_expand() || self.findings.has_too_many_labels() {
            return None;
        }
        let mut children = self.spare.pop().unwrap_or_default();
        self.list(question.state, question.paid, &mut children);
        let found = self.visit_children(question, &mut children);
        children.clear();
        self.spare.push(children);
        found
    }

    fn visit_children(&mut self, question: Question, children: &mut [Child]) -> Option<Found> {
        let own = self.shared.side(question.state) == question.side;
        self.recall_claims(question.state, children);
        if let Some(best) = self.smallest_win(children) {
            return Some(self.by_win(question, &children[best]));
        }
        let open = children.iter().filter(|child| child.is_open()).count();
        let mut cost = cost_of(open);
        let known = self.recall_failures(question, cost, children);
        if !own && let Some((best, known)) = smallest(&known) {
            let child = &children[best];
            let failure = self.findings.read(child.state, known);
            return Some(self.by_failure(question, cost, child, failure));
        }
        // Read now: the search of the others may drop failures.
        let mut failures: Vec<Option<Failure>> = (children.iter().zip(known))
            .map(|(child, known)| Some(self.findings.read(child.state, known?)))
            .collect();
        // Fewer moves are left, so they cost less and are followed further.
        let failed = failures.iter().flatten().count();
        if failed < open {
            cost = cost_of(open - failed);
        }
        for (turn, index) in self
            .order(question, children, &failures)
            .into_iter()
            .enumerate()
        {
            let next = question.after(&children[index], cost);
            let record = children[index].record;
            let pushed = self.push(record);
            self.findings.push(record);
            self.depth += 1;
            // The first move has just been looked up, with this limit or a smaller one.
            let known = (turn > 0).then(|| self.recall(next)).flatten();
            let found = known.or_else(|| self.visit(next));
            self.depth -= 1;
            self.findings.pop(record);
            self.pop(pushed);
            let child = &mut children[index];
            match found? {
                Ok(settled) => {
                    let settled = settled.seen_by(own);
                    let is_won = matches!(settled, Settled::Won(_));
                    child.outcome = Ok(settled);
                    if is_won {
                        return Some(self.by_win(question, child));
                    }
                }
                Err(failure) if own => failures[index] = Some(failure),
                Err(failure) => return Some(self.by_failure(question, cost, child, failure)),
            }
        }
        Some(if children.iter().any(Child::is_open) {
            self.by_failures(question, cost, children, failures)
        } else {
            self.by_losses(question, children)
        })
    }

    /// Looks up claims about the open children of a state, for the side to move at the state itself.
    fn recall_claims(&mut self, state: State, children: &mut [Child]) {
        let shared = self.shared;
        let mover = shared.side(state);
        self.findings.begin_look_ups(children.len());
        let open = children.iter_mut().enumerate();
        for (place, child) in open.filter(|(_, child)| child.is_open()) {
            self.findings.push(child.record);
            let claimed = self.recall_claim(mover, (place, child.state), child.paid, child.record);
            self.findings.pop(child.record);
            // Claims of other ways, and of certificates.
            let settled = claimed.or_else(|| {
                let (state, target) = (child.state, self.target - child.paid);
                shared.claimed(&self.path, mover, state, target, child.record)
            });
            if let Some(settled) = settled {
                child.outcome = Ok(settled);
            }
        }
    }

    /// Looks up failures at the open children of a state, after moves that cost something.
    fn recall_failures(
        &mut self,
        question: Question,
        cost: u16,
        children: &[Child],
    ) -> Vec<Option<Known>> {
        let recall = |(place, child): (usize, &Child)| {
            if !child.is_open() {
                return None;
            }
            self.findings.push(child.record);
            let known = self.recall_failure(place, question.after(child, cost));
            self.findings.pop(child.record);
            known
        };
        children.iter().enumerate().map(recall).collect()
    }

    /// Returns the child that is won under the fewest conditions.
    fn smallest_win(&self, children: &[Child]) -> Option<usize> {
        let wins =
            (children.iter().enumerate()).filter_map(|(index, child)| match &child.outcome {
                Ok(Settled::Won(proof)) => {
                    let conditions = proof.ground().claim().map_or(0, |claim| claim.conditions());
                    Some((conditions + usize::from(child.edge.is_some()), index))
                }
                Ok(Settled::Lost(_)) | Err(_) => None,
            });
        wins.min().map(|(_, index)| index)
    }

    /// Lists the open children that have not failed: first the move that decided the state last time.
    fn order(
        &self,
        question: Question,
        children: &[Child],
        failures: &[Option<Failure>],
    ) -> Vec<usize> {
        let point = |index: usize| children[index].edge.map(Edge::point);
        let mut order: Vec<usize> = (0..children.len())
            .filter(|&index| children[index].is_open() && failures[index].is_none())
            .collect();
        if self.racer > 0 {
            order.sort_by_cached_key(|&index| self.own_rank(&children[index]));
        }
        let goal = self.goal(question);
        if let Some(reply) = self.findings.reply(goal) {
            order.sort_by_key(|&index| point(index) != reply);
        }
        order
    }
}

/// Returns the cost of a move, given the number of open moves.
fn cost_of(open: usize) -> u16 {
    open.saturating_sub(1).min(MAX_COST) as u16
}

/// Returns the failure with the fewest conditions.
fn smallest(known: &[Option<Known>]) -> Option<(usize, Known)> {
    (known.iter().enumerate())
        .filter_map(|(index, known)| Some((index, (*known)?)))
        .min_by_key(|(_, known)| known.count())
}
