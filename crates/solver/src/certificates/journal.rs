//! The exchange of claims with a log.

use std::fmt;
use std::sync::{Arc, Weak};

use koproof_rules::{Board, Game};
use koproof_verify::{Accepted, Header, Part, Root, Statement, StepOfPasses};

use super::node::{Key, Node, Thesis, of_claim, of_passes, root_node};
use super::plan::Plan;
use crate::claims::claim::Claim;
use crate::claims::logged::take_over;
use crate::claims::origin::{Ground, Origin};
use crate::state::Shared;
use crate::state::leases::Lease;
use crate::state::records::RecordId;

/// The most steps without claims that are remembered. Beyond that all are forgotten, and repeated when they are needed.
const MAX_GROUNDS: usize = 1 << 20;

/// A solver's journal, and its view of a log.
///
/// A log is a sequence of steps that somebody has checked. The solver's own proofs become parts of its journal, which
/// continue the log: a [`Part`] names steps of the log by their numbers and contains only steps that are not there.
/// Once a part is accepted, the claims of the solver remember the numbers of their steps instead of their derivations.
#[must_use = "a journal says nothing before its parts are written somewhere"]
pub struct Journal<'s> {
    _lease: Lease<'s>,
    plan: Plan<'s>,
    header: Header,
    /// The records that the log lists.
    records: Vec<RecordId>,
    /// Whether there are no names left for more of them.
    is_full: bool,
    /// The steps of a part that is neither accepted nor refused.
    pending: Option<Vec<Pending>>,
}

impl fmt::Debug for Journal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("header", &self.header)
            .finish_non_exhaustive()
    }
}

/// The kind of a step of a part.
enum Pending {
    Claim(Weak<Origin>, u8),
    Ground(Key),
}

impl<'s> Journal<'s> {
    pub(crate) fn new(board: &Board, shared: &'s Shared) -> Self {
        let plan = Plan::after(shared, 0);
        Self {
            _lease: shared.leases.take(),
            header: plan.header(board, Statement::Table { roots: 1 }),
            plan,
            records: Vec::new(),
            is_full: false,
            pending: None,
        }
    }

    /// Returns the header of certificates with steps of the log. Its statement is a placeholder.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Tells whether a part was written that is not in the log yet. Until it is, no other can be written.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Writes the claims that are new since the last part, and all claims about the state of `answered`, with
    /// everything that they rest on.
    ///
    /// # Panics
    /// If a part is pending.
    pub fn part(&mut self, worker: &str, answered: Option<&Game<'_, 1, 2>>) -> Part {
        let new = self.plan.shared.table.take_new();
        self.part_of(worker, new, answered)
    }

    /// Writes all claims about the state of a game, with everything that they rest on.
    ///
    /// # Panics
    /// If a part is pending.
    pub fn part_about(&mut self, worker: &str, game: &Game<'_, 1, 2>) -> Part {
        self.part_of(worker, Vec::new(), Some(game))
    }

    fn part_of(
        &mut self,
        worker: &str,
        new: Vec<Arc<Claim>>,
        answered: Option<&Game<'_, 1, 2>>,
    ) -> Part {
        let shared = self.plan.shared;
        let nodes = new.iter().map(|claim| node(claim));
        let mut told: Vec<Node> = nodes
            .filter(|node| self.plan.find(node).is_none())
            .collect();
        if let Some(root) = answered.and_then(|game| shared.root(game)) {
            let claims = shared.table.of(shared.slot(root.state));
            told.extend(claims.iter().map(|claim| node(claim)));
        }
        let told = told.iter().map(|node| self.tell(node)).collect();
        self.finish(worker, told)
    }

    /// Writes the proofs of some theses, and the roots that state them.
    pub(crate) fn prove(&mut self, worker: &str, theses: &[Thesis]) -> (Part, Vec<Root>) {
        let shared = self.plan.shared;
        let nodes = theses.iter().map(|thesis| root_node(shared, thesis));
        let told: Vec<StepOfPasses> = nodes.map(|node| self.tell(&node)).collect();
        let roots = theses.iter().map(|thesis| self.plan.root(thesis)).collect();
        (self.finish(worker, told), roots)
    }

    /// Adds the steps that derive a claim, after no pass and after one if it holds after both. Returns their numbers.
    fn tell(&mut self, node: &Node) -> StepOfPasses {
        let mut steps = [None; 2];
        for passes in [0, 1] {
            let holds = match &node.origin {
                Ground::Claim(origin) => origin.passes.cover(passes),
                Ground::Stop | Ground::PassForever => node.passes == passes,
            };
            if holds {
                let node = Node {
                    passes,
                    ..node.clone()
                };
                if self.plan.find(&node).is_none() {
                    self.plan.add(node.clone(), |_| ());
                }
                steps[usize::from(passes)] = self.plan.find(&node);
            }
        }
        steps
    }

    /// Makes a part of the planned steps.
    fn finish(&mut self, worker: &str, told: Vec<StepOfPasses>) -> Part {
        assert!(self.pending.is_none(), "the last part is not in the log");
        let plan = &mut self.plan;
        let part = plan.part(worker, told);
        let pending = plan.steps.iter().map(|node| match &node.origin {
            Ground::Claim(origin) => Pending::Claim(Arc::downgrade(origin), node.passes),
            Ground::Stop | Ground::PassForever => Pending::Ground(node.key()),
        });
        self.pending = (!part.is_empty()).then(|| pending.collect());
        plan.clear();
        part
    }

    /// Takes over the next entry of the log, without a check: `is_own` tells whether it is the pending part of this
    /// journal. Claims of others are used as if the solver had proved them.
    pub fn take_over(&mut self, entry: &Accepted, is_own: bool) {
        let shared = self.plan.shared;
        self.plan.first = entry.first.saturating_add(entry.steps);
        for record in &entry.records {
            // One entry can have more new records than there are names to spare.
            self.is_full |= shared.names_run_out();
            if self.is_full {
                break;
            }
            self.records.push(shared.record(record));
        }
        let pending = if is_own { self.pending.take() } else { None };
        let Some(pending) = pending else {
            if !self.is_full {
                take_over(shared, entry, &self.records);
            }
            return;
        };
        if self.plan.has_many_grounds(MAX_GROUNDS) {
            self.plan.forget_grounds();
        }
        for (step, pending) in (entry.first..).zip(pending) {
            match pending {
                Pending::Ground(key) => {
                    self.plan.grounds.insert(key, step);
                }
                Pending::Claim(origin, passes) => {
                    if let Some(origin) = origin.upgrade() {
                        origin.note_steps(of_passes(passes, step));
                    }
                }
            }
        }
    }
}

/// The step of a claim: after no pass if it can be derived there.
fn node(claim: &Claim) -> Node {
    let passes = claim.passes.only().unwrap_or(0);
    of_claim(claim.slot(), passes, claim.origin())
}
