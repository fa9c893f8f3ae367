//! The conclusion at a state from the results of its moves: a claim or a failure.

use super::findings::Failure;
use super::labels::{Conditions, Label};
use super::{Found, Question};
use crate::claims::settled::Settled;
use crate::search::Search;
use crate::search::children::Child;
use crate::state::contest::Contest;
use crate::state::plays::Edge;

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Derives the claim of the mover from a move that wins.
    pub(super) fn by_win(&mut self, question: Question, child: &Child) -> Found {
        let Ok(Settled::Won(proof)) = &child.outcome else {
            unreachable!("the move wins");
        };
        let answer = child.answer(proof);
        let proof = (self.derivation).by_choice(&self.path, question.state, answer);
        let goal = self.goal(question);
        self.findings.note_reply(goal, child.edge.map(Edge::point));
        self.settle(question, Settled::Won(proof))
    }

    /// Derives the claim of the mover's opponent: every move loses.
    pub(super) fn by_losses(&mut self, question: Question, children: &[Child]) -> Found {
        let proof = self.all_lost(question.state, children);
        self.settle(question, Settled::Lost(proof))
    }

    /// Keeps a claim about the state of a question, which settles it from the point of view of the mover.
    fn settle(&mut self, question: Question, settled: Settled) -> Found {
        let goal = self.goal(question);
        let (Settled::Won(proof) | Settled::Lost(proof)) = &settled;
        self.findings.add_claim(goal, proof);
        Ok(settled.seen_by(self.shared.side(question.state) == question.side))
    }

    /// Concludes a failure from a move of the opponent after which the side fails.
    pub(super) fn by_failure(
        &mut self,
        question: Question,
        cost: u16,
        child: &Child,
        failure: Failure,
    ) -> Found {
        let arrival = self.label(child);
        let Failure {
            limit,
            mut conditions,
        } = failure;
        conditions.need.retain(|&label| Some(label) != arrival);
        if let Some(arrival) = arrival
            && child.edge.is_some()
        {
            conditions.avoid(arrival);
        }
        let goal = self.goal(question);
        self.findings.note_reply(goal, child.edge.map(Edge::point));
        self.fail(question, limit.saturating_add(cost), conditions)
    }

    /// Concludes a failure: after every move of the side it fails, or its opponent wins.
    pub(super) fn by_failures(
        &mut self,
        question: Question,
        cost: u16,
        children: &[Child],
        failures: Vec<Option<Failure>>,
    ) -> Found {
        let mut all = Conditions::default();
        let mut least = u16::MAX;
        for (child, failure) in children.iter().zip(failures) {
            let Failure { limit, conditions } = match &child.outcome {
                Ok(Settled::Lost(proof)) => {
                    let element = child.state.element;
                    let conditions = self.findings.conditions(proof, element);
                    let limit = u16::MAX;
                    Failure { limit, conditions }
                }
                _ => failure.expect("no move reaches the goal"),
            };
            least = least.min(limit);
            let arrival = self.label(child);
            all.avoid.union_with(&conditions.avoid);
            let needed = conditions.need.into_iter();
            (needed.filter(|&label| Some(label) != arrival)).for_each(|label| all.need(label));
        }
        let (shared, findings) = (self.shared, &mut self.findings);
        shared.each_play(&self.path, question.state, |_, (_, record), is_blocked| {
            if is_blocked {
                all.need(findings.labels.of(record));
            }
        });
        self.fail(question, least.saturating_add(cost), all)
    }

    /// Keeps a failure at the state of a question, without the records that every history of the state has. Its limit is at
    /// least that of the question: moves that were known to fail were looked up at a higher cost.
    fn fail(&mut self, question: Question, limit: u16, mut conditions: Conditions) -> Found {
        let shared = self.shared;
        let state = question.state;
        for record in shared.known(state, state.element) {
            let given = self.findings.labels.of(record);
            conditions.need.retain(|&label| label != given);
        }
        let failure = Failure {
            limit: limit.max(question.limit),
            conditions,
        };
        let goal = self.goal(question);
        self.findings.add_failure(state, goal, &failure);
        Err(failure)
    }

    /// Returns the label of the record that a move makes, if it makes one.
    fn label(&mut self, child: &Child) -> Option<Label> {
        let record = child.record?;
        Some(self.findings.labels.of(record))
    }
}
