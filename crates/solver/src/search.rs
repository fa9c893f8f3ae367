//! Depth-first proof-number search (df-pn) for one target, over claims.
//!
//! Proof numbers after A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications* (2002), with the
//! 1 + ε trick of J. Pawlewicz and Ł. Lew (2006). The numbers only guide the search; only claims establish
//! results ([`crate::claims`]). One way of searching has no numbers: iterative deepening (`search/deepening.rs`).

mod children;
mod decide;
mod deepening;
mod initialisation;
mod keys;
pub(crate) mod numbers;
mod remembered;
mod rounds;
pub(crate) mod targets;
pub(crate) mod valuer;
mod ways;

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxBuildHasher;

use crate::budget::memory::OwnTables;
use crate::budget::watch::{Ticket, Watch};
use crate::claims::claim::Proof;
use crate::claims::derive::Derivation;
use crate::claims::settled::Settled;
use crate::effort::Effort;
use crate::state::contest::{Contest, Duel};
use crate::state::kept_numbers::{MOST, Progressed};
use crate::state::orbits::Note;
use crate::state::path::Path;
use crate::state::plays::Edge;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Shared, State};
use children::{Child, Choice, Outcome, choose_child, flipped, open_children};
use deepening::Findings;
use numbers::{NumberTable, Remembered, Summation};
use ways::{Portfolio, Way};

/// The search of one racer, or of a thread that works alone.
pub(crate) struct Search<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    path: Path<N>,
    watch: &'s Watch<'s>,
    ticket: Ticket,
    /// The expansions that are left before this search gives up; other threads continue.
    expansions_left: u64,
    depth: usize,
    number_table: NumberTable,
    /// The expansions of the runs from which this one continues.
    earlier: u64,
    /// The number of this racer, which decides the order of equal moves; 0 for the first, and for a thread that works
    /// alone.
    racer: usize,
    /// During a race: whether one of the racers has the answer.
    answered: Option<Arc<AtomicBool>>,
    /// The score that the prover wants at the root.
    target: i16,
    way: Way,
    /// The way whose numbers stay while another way has its turn.
    lasting: Option<Way>,
    /// The numbers at the root of the last question that was left open, for the side to move.
    open: Effort,
    derivation: Derivation<'s, C, N>,
    findings: Findings<'s, C, N>,
    /// Spare lists for children.
    spare: Vec<Vec<Child>>,
}

/// The budget of memory gets back what its tables have used, and a checkpoint keeps the numbers.
impl<C, const N: usize> Drop for Search<'_, C, N> {
    fn drop(&mut self) {
        self.watch.settle(&mut self.ticket, OwnTables::default());
        if self.racer == 0 {
            self.shared.numbers_to_keep.end(|| self.progressed());
        }
    }
}

impl<C, const N: usize> Search<'_, C, N> {
    /// Returns what a checkpoint keeps of the search.
    pub(crate) fn progressed(&self) -> Progressed {
        Progressed {
            expansions: self.earlier.saturating_add(self.watch.expansions()),
            numbers: self.number_table.largest(MOST),
        }
    }
}

impl<'s, C: Contest<N>, const N: usize> Search<'s, C, N> {
    /// Prepares the search of one of several racers, on a board of this kind.
    fn new(
        shared: &'s Shared<C, N>,
        watch: &'s Watch<'s>,
        portfolio: Portfolio,
        (racer, racers): (usize, usize),
    ) -> Self {
        let points = shared.orbits.graph.points();
        // A limit counts the stones of one prover; a coalition has several.
        let limits_stones =
            C::ALTERNATES && portfolio.limits_stones(shared.options.stone_limits, points);
        let mut search = Self {
            shared,
            path: if limits_stones {
                Path::with_stones()
            } else {
                Path::default()
            },
            watch,
            ticket: Ticket::default(),
            expansions_left: u64::MAX,
            depth: 0,
            number_table: NumberTable::new(watch.memory.share_numbers(racers, NumberTable::SLOT)),
            earlier: 0,
            racer,
            answered: None,
            target: 0,
            way: portfolio.best(),
            lasting: portfolio.lasting(),
            open: Effort::LEAST,
            derivation: Derivation::new(shared),
            findings: Findings::new(shared, watch.memory.max_findings(racers)),
            spare: Vec::new(),
        };
        if racer == 0 {
            search.begin_with(shared.numbers_to_keep.begin());
        }
        search
    }

    fn push(&mut self, record: Option<RecordId>) -> bool {
        record.is_some_and(|record| self.path.push(&self.shared.orbits, record))
    }

    fn pop(&mut self, pushed: bool) {
        if pushed {
            self.path.pop(self.shared.orbits.packing);
        }
    }

    /// Makes the child that a move of a side leads to. It is settled if that takes no look-up.
    #[inline]
    fn child(
        &self,
        side: Side,
        edge: Option<Edge>,
        state: State,
        paid: i16,
        record: Option<RecordId>,
    ) -> Child {
        let bounded = self.shared.bounded(side, state, self.target - paid);
        Child {
            edge,
            state,
            paid,
            record,
            outcome: bounded.ok_or(Effort::LEAST),
            promise: 0,
        }
    }

    /// Returns whether it is also this side's turn after a move of its own.
    #[inline]
    fn is_of(&self, side: Side, next: State) -> bool {
        !C::ALTERNATES && self.shared.side(next) == side
    }

    /// Looks up the open children of a state where it is a side's turn: each gets a proof, the numbers of an earlier
    /// visit, or the heuristic initialisation.
    ///
    /// Each table is asked for all children before the next table, so the processor waits for the memory of several
    /// children at once.
    fn look_up(&self, side: Side, children: &mut [Child]) {
        for child in &mut *children {
            if child.is_open() {
                let target = self.target - child.paid;
                let (state, arrival) = (child.state, child.record);
                let claimed = (self.shared).claimed(&self.path, side, state, target, arrival);
                if let Some(settled) = claimed {
                    child.outcome = Ok(settled);
                }
            }
        }
        for child in children {
            if child.is_open() {
                let numbers = self.numbers(child.state, child.paid);
                child.outcome = Err(if self.is_of(side, child.state) {
                    numbers
                } else {
                    numbers.flipped()
                });
            }
        }
    }

    /// Searches a state whose own record is in the history until it is settled or a number reaches its threshold.
    fn search(&mut self, state: State, paid: i16, thresholds: Effort) -> Outcome {
        if !self.may_expand() {
            // Not the numbers of earlier visits: with them two workers take a third more expansions on 4x4.
            return Err(self.evaluate(state, paid));
        }
        let key = self.shared.number_key(state, paid) | self.mark();
        let orbit = self.shared.orbits.get(state.orbit);
        orbit.note(Note::Numbers, state.player);
        let is_new = self.number_table.get(key).is_none();
        let mut children = self.spare.pop().unwrap_or_default();
        self.expand(state, paid, &mut children);
        let outcome = self.search_children(state, thresholds, is_new, &mut children);
        children.clear();
        self.spare.push(children);
        if let Err(numbers) = outcome {
            let target = self.target;
            self.keep(key, state, paid, Remembered { numbers, target });
        }
        outcome
    }

    /// Lists the children that the legal moves lead to, and looks them up.
    fn expand(&self, state: State, paid: i16, children: &mut Vec<Child>) {
        self.list(state, paid, children);
        let side = self.shared.side(state);
        self.look_up(side, children);
        if self.racer > 0 {
            children.sort_by_cached_key(|child| self.own_rank(child));
        }
        if self.way.evaluates() {
            for child in &mut *children {
                child.promise = self.promise(self.way, side, child.state);
            }
            // Stable, so that every run searches in the same order.
            children.sort_by_key(|child| -child.promise);
        }
    }

    /// Returns the rank of a move in the order of this racer: each racer tries equal moves in an order of its own.
    fn own_rank(&self, child: &Child) -> u64 {
        let hash = FxBuildHasher.hash_one((child.edge.map(Edge::point), self.racer));
        // Hashed once, the orders would be rotations of each other.
        FxBuildHasher.hash_one(hash)
    }

    /// Lists the children that the legal moves lead to, in the usual order: the pass, then the plays by point.
    #[inline]
    fn list(&self, state: State, paid: i16, children: &mut Vec<Child>) {
        let shared = self.shared;
        let side = shared.side(state);
        let (next, record) = shared.after_pass(state);
        children.push(if !shared.pass_ends(state) {
            self.child(side, None, next, paid, record)
        } else {
            // `settled` has seen that the score does not satisfy the mover.
            Child {
                edge: None,
                state: next,
                paid,
                record,
                outcome: Ok(Settled::Lost(shared.ended(state))),
                promise: 0,
            }
        });
        let paid = paid + shared.toll.shift(shared.mover(state));
        shared.each_play(&self.path, state, |edge, (next, record), is_blocked| {
            if !is_blocked {
                children.push(self.child(side, Some(edge), next, paid, Some(record)));
            }
        });
    }

    /// Searches the most promising child repeatedly.
    ///
    /// With plain sums, a visit to a state that has been searched before searches at least one child, whatever its
    /// numbers are. So every search ends at a new state or settles one. Otherwise states with outdated numbers of each
    /// other could send the search back and forth forever (A. Kishimoto, *Dealing with infinite loops, underestimation,
    /// and overestimation of depth-first proof-number search*, 2010). Searches with weak sums always have a limit of
    /// expansions, and for them it is better to leave at once: within 1 M expansions they then solve seven of
    /// the twelve hard graphs of six points, otherwise three.
    fn search_children(
        &mut self,
        state: State,
        thresholds: Effort,
        is_new: bool,
        children: &mut [Child],
    ) -> Outcome {
        let side = self.shared.side(state);
        let summation = self.way.summation();
        let points = self.shared.orbits.graph.points();
        let mut may_leave = is_new || summation == Summation::Weak;
        // Twins take places among the moves that count, and add up to numbers that are too large.
        let has_twins =
            self.way.merges_twins() && !self.shared.orbits.get(state.orbit).is_asymmetric();
        // The children that have changed.
        let mut changed = 0..children.len();
        loop {
            let won = children[changed]
                .iter()
                .find_map(|child| match &child.outcome {
                    Ok(Settled::Won(proof)) => Some(child.answer(proof)),
                    Ok(Settled::Lost(_)) | Err(_) => None,
                });
            if let Some(answer) = won {
                let proof = self.derivation.by_choice(&self.path, state, answer);
                return Ok(Settled::Won(proof));
            }
            let counted = self.way.counted(self.depth, points, || {
                open_children(children, has_twins).count()
            });
            let Some(choice) = choose_child(children, self.way, counted, has_twins) else {
                children.sort_unstable_by_key(|child| child.edge.map(Edge::point));
                return Ok(Settled::Lost(self.all_lost(state, children)));
            };
            let Choice { best, numbers, .. } = choice;
            let reached =
                numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof;
            if reached && may_leave || !self.goes_on() {
                return Err(numbers);
            }
            may_leave = true;
            if self.depth == 0 && self.racer == 0 {
                let asked = (self.target, numbers.for_prover(side));
                self.watch.ask(Some(asked));
            }
            let patience = self.way.patience(choice.second);
            let child_thresholds = Effort {
                // The threshold must exceed the current number, or the child would return at once.
                proof: thresholds.proof.min(patience).max(numbers.proof + 1),
                disproof: thresholds.disproof.saturating_sub(choice.others),
            };
            self.descend(side, &mut children[best], child_thresholds);
            changed = best..best + 1;
        }
    }

    /// Searches the state after a move of a side, with thresholds for this side.
    #[inline]
    fn descend(&mut self, side: Side, child: &mut Child, thresholds: Effort) {
        let Child {
            state,
            paid,
            record,
            ..
        } = *child;
        let pushed = self.push(record);
        self.depth += 1;
        child.outcome = if self.is_of(side, state) {
            self.search(state, paid, thresholds)
        } else {
            flipped(self.search(state, paid, thresholds.flipped()))
        };
        self.depth -= 1;
        self.pop(pushed);
    }

    /// Derives the claim of the mover's opponent from children that are all lost, in their usual order: the pass, then the
    /// plays by point.
    fn all_lost(&mut self, state: State, children: &[Child]) -> Proof {
        let answers = children.iter().map(|child| match &child.outcome {
            Ok(Settled::Lost(proof)) => child.answer(proof),
            Ok(Settled::Won(_)) | Err(_) => unreachable!("every move is lost"),
        });
        self.derivation.by_replies(&self.path, state, answers)
    }
}
