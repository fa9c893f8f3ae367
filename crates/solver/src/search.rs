//! Depth-first proof-number search for one threshold, over claims.
//!
//! Proof numbers after A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications* (2002), with the
//! `1 + 1/4` slack of J. Pawlewicz and Ł. Lew (2006). Nothing rests on them: they say where to look, and only claims
//! say what is so.

mod derive;

use std::sync::Arc;

use koproof_rules::Player;
use koproof_verify::Bound;

use crate::contest::{Contest, Duel};
use crate::numbers::{Ledger, MOST, NEVER, Numbers, Team};
use crate::options::Switch;
use crate::orbits::Edge;
use crate::path::{Path, RecordId};
use crate::proof_table::{Claim, Proof};
use crate::state::{Shared, State};
use crate::watch::{Stopped, Ticket, Watch};
use derive::Gathered;

/// The longest line that is searched: what the stack of [`crate::Solver`]'s threads holds.
const DEEPEST: usize = 200_000;

/// What a search found, from the point of view of the side whose turn it is; of a child, of the side whose turn it is at
/// its parent.
#[derive(Clone, Debug)]
enum Outcome {
    Won(Proof),
    Lost(Proof),
    Open(Numbers),
}

impl Outcome {
    /// Returns what it is from the point of view of the other side.
    #[inline]
    fn flipped(self) -> Self {
        match self {
            Self::Won(proof) => Self::Lost(proof),
            Self::Lost(proof) => Self::Won(proof),
            Self::Open(numbers) => Self::Open(numbers.flipped()),
        }
    }
}

/// What a move leads to.
struct Child {
    /// `None` for a pass.
    edge: Option<Edge>,
    state: State,
    /// What the line from the root has paid by then, White − Black.
    paid: i16,
    record: Option<RecordId>,
    outcome: Outcome,
    /// How many other threads are below it.
    workers: u16,
}

/// The open children of a state, summed up.
struct Choice {
    best: usize,
    /// What is left to do at the best, and at the second best as if others' work there were in vain.
    least: u32,
    second: u32,
    numbers: Numbers,
    /// What is left to do at the others before the mover has lost.
    others: u32,
}

/// What is left to do before the mover has lost: how the numbers of his moves add up. Only plain sums are for questions
/// without a limit: see [`Search::choose`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sums {
    /// As if no two had anything in common.
    Plain,
    /// As if they had almost everything in common: the largest, and one for each other (T. Ueda et al., 2008).
    Weak,
}

/// One thread's search.
pub(crate) struct Search<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    path: Path,
    watch: &'s Watch<'s>,
    ticket: Ticket,
    /// Expansions left before the search gives up without stopping anybody else.
    patience: u64,
    depth: usize,
    ledger: Ledger<'s>,
    /// The goal of Black's side at the root is a score of at least this; that of White's is less.
    threshold: i16,
    sums: Sums,
    gathered: Gathered,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
}

impl<'s, C: Contest<N>, const N: usize> Search<'s, C, N> {
    /// Prepares a search that works alone.
    pub(crate) fn alone(shared: &'s Shared<C, N>, watch: &'s Watch<'s>) -> Self {
        Self::new(shared, watch, Ledger::Own(rustc_hash::FxHashMap::default()))
    }

    /// Prepares a search that works with others.
    pub(crate) fn in_team(shared: &'s Shared<C, N>, watch: &'s Watch<'s>, team: &'s Team) -> Self {
        Self::new(shared, watch, Ledger::Team(team))
    }

    fn new(shared: &'s Shared<C, N>, watch: &'s Watch<'s>, ledger: Ledger<'s>) -> Self {
        Self {
            shared,
            path: Path::default(),
            watch,
            ticket: Ticket::default(),
            patience: u64::MAX,
            depth: 0,
            ledger,
            threshold: 0,
            sums: Sums::Plain,
            gathered: Gathered::default(),
            spare: Vec::new(),
        }
    }

    /// Makes the history the records given.
    pub(crate) fn start_with(&mut self, records: &[RecordId]) {
        self.path.clear(&self.shared.orbits, self.shared.packing);
        for &record in records {
            self.push(Some(record));
        }
    }

    /// Decides whether Black gets at least `threshold` at a state whose records are all in the history, within some
    /// expansions. Returns what was shown, which may be more than was asked for, and how; `None` if a limit came
    /// first.
    pub(crate) fn decide(
        &mut self,
        state: State,
        threshold: i16,
        patience: u64,
        sums: Sums,
    ) -> Option<(Bound, Proof)> {
        self.threshold = threshold;
        if self.sums != sums {
            self.sums = sums;
            self.ledger.forget();
        }
        self.patience = patience;
        let whatever = Numbers {
            win: NEVER,
            lose: NEVER,
        };
        let outcome = self
            .settled(self.shared.side(state), state, 0, None)
            .unwrap_or_else(|| self.search(state, 0, whatever));
        self.watch.settle(&mut self.ticket, self.ledger.own_bytes());
        let side = self.shared.side(state);
        let (prover, proof) = match outcome {
            Outcome::Won(proof) => (side, proof),
            Outcome::Lost(proof) => (side.next(2), proof),
            Outcome::Open(_) => return None,
        };
        Some((self.shown(state, prover, &proof), proof))
    }

    /// The bound that the side wants to prove, in the actual frame, where the line from the root has paid so much,
    /// White − Black.
    fn goal(&self, side: Player, paid: i16) -> Bound {
        let threshold = self.threshold - paid;
        if side == Player::BLACK {
            Bound::AtLeast(threshold)
        } else {
            Bound::AtMost(threshold - 1)
        }
    }

    /// Returns what is known of a state without searching, from the point of view of a side. Its own record is in the
    /// history, or is `arrival`.
    fn settled(
        &self,
        side: Player,
        state: State,
        paid: i16,
        arrival: Option<RecordId>,
    ) -> Option<Outcome> {
        let shared = self.shared;
        let own = shared.framed(state, self.goal(side, paid));
        let other = shared.framed(state, self.goal(side.next(2), paid));
        let orbit = shared.orbits.get(state.orbit);
        if shared.pass_ends(state) {
            // Whoever is to move may end the game.
            if shared.side(state) == side {
                if own.met_by(orbit.score) {
                    return Some(Outcome::Won(Proof::Stop));
                }
            } else if other.met_by(orbit.score) {
                return Some(Outcome::Lost(Proof::Stop));
            }
        }
        if shared.pass_forever == Switch::On {
            let enough = |bound: Bound| match bound {
                Bound::AtLeast(_) => bound.met_by(orbit.floor),
                Bound::AtMost(_) => bound.met_by(orbit.ceiling),
            };
            if enough(own) {
                return Some(Outcome::Won(Proof::PassForever));
            }
            if enough(other) {
                return Some(Outcome::Lost(Proof::PassForever));
            }
        }
        shared.table.look_up(shared.table_key(state), |claims| {
            claims.iter().find_map(|claim| {
                if !claim.passes.cover(state.passes) {
                    return None;
                }
                let wins = claim.bound.implies(own);
                if !(wins || claim.bound.implies(other)) || !self.admits(state, arrival, claim) {
                    return None;
                }
                claim.note_use();
                let proof = Proof::Claim(Arc::clone(claim));
                Some(if wins {
                    Outcome::Won(proof)
                } else {
                    Outcome::Lost(proof)
                })
            })
        })
    }

    /// Tells whether the history, with `arrival`, meets the conditions of a claim about the state.
    fn admits(&self, state: State, arrival: Option<RecordId>, claim: &Claim) -> bool {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let products = orbits.symmetry.products_of(state.element);
        let held = |&record: &RecordId| {
            let element = products[packing.element(record).index()];
            let record = packing.with_element(record, element);
            self.path.contains(record)
                || arrival.is_some_and(|arrival| packing.same(orbits, record, arrival))
        };
        claim.need().iter().all(held) && !claim.avoid().iter().any(held)
    }

    /// A first guess at the proof numbers of a state.
    fn guess(&self, state: State, paid: i16) -> Numbers {
        let orbit = self.shared.orbits.get(state.orbit);
        let swapped = self.shared.orbits.symmetry.swaps_colors(state.element);
        let score = if swapped { -orbit.score } else { orbit.score };
        let margin = i32::from(score) - i32::from(self.threshold - paid);
        let margin = if self.shared.side(state) == Player::BLACK {
            margin
        } else {
            -1 - margin
        };
        // Twice the distance, measured against once: 1x13 a quarter fewer expansions, cycle 10 three quarters, 3x4 a
        // fifth more. Starting from the pass-forever bounds or the number of empty points did worse on paths.
        let distance = 2 * margin.unsigned_abs();
        if margin >= 0 {
            Numbers {
                win: 1,
                lose: 1 + distance,
            }
        } else {
            Numbers {
                win: distance,
                lose: 1,
            }
        }
    }

    fn push(&mut self, record: Option<RecordId>) -> bool {
        record.is_some_and(|record| {
            self.path
                .push(&self.shared.orbits, self.shared.packing, record)
        })
    }

    fn pop(&mut self, pushed: bool) {
        if pushed {
            self.path.pop(&self.shared.orbits, self.shared.packing);
        }
    }

    /// Looks at what a move of a side leads to.
    #[inline]
    fn child(
        &self,
        side: Player,
        edge: Option<Edge>,
        state: State,
        paid: i16,
        record: Option<RecordId>,
    ) -> Child {
        let (outcome, workers) = self.look(side, state, paid, record);
        Child {
            edge,
            state,
            paid,
            record,
            outcome,
            workers,
        }
    }

    /// Tells whether it is also this side's turn after a move of its own.
    #[inline]
    fn is_of(&self, side: Player, next: State) -> bool {
        !C::ALTERNATES && self.shared.side(next) == side
    }

    /// Looks at a state that is not in the history yet, from the point of view of a side.
    #[inline]
    fn look(
        &self,
        side: Player,
        state: State,
        paid: i16,
        arrival: Option<RecordId>,
    ) -> (Outcome, u16) {
        if let Some(outcome) = self.settled(side, state, paid, arrival) {
            return (outcome, 0);
        }
        let (numbers, workers) = self.ledger.get(self.shared.number_key(state, paid));
        let numbers = numbers
            .or_else(|| self.ledger.get(self.shared.hint_key(state, paid)).0)
            .unwrap_or_else(|| self.guess(state, paid));
        let numbers = if self.is_of(side, state) {
            numbers
        } else {
            numbers.flipped()
        };
        (Outcome::Open(numbers), workers)
    }

    /// Counts an expansion; `false` if it must not be made.
    fn may_expand(&mut self) -> bool {
        if self.depth > DEEPEST {
            self.watch.stop(Stopped::Depth);
        }
        self.patience = self.patience.saturating_sub(1);
        self.watch
            .expand(&mut self.ticket, self.shared, self.ledger.own_bytes())
            && self.goes_on()
    }

    fn goes_on(&self) -> bool {
        self.patience > 0 && self.watch.stopped().is_none() && !self.ledger.is_over()
    }

    /// Searches a state whose own record is in the history until it is settled or a number reaches its limit.
    fn search(&mut self, state: State, paid: i16, limits: Numbers) -> Outcome {
        if !self.may_expand() {
            return Outcome::Open(self.guess(state, paid));
        }
        let key = self.shared.number_key(state, paid);
        let is_new = self.ledger.get(key).0.is_none();
        self.ledger.enter(key);
        let mut children = self.spare.pop().unwrap_or_default();
        self.expand(state, paid, &mut children);
        let outcome = self.choose(state, paid, limits, is_new, &mut children);
        children.clear();
        self.spare.push(children);
        if let Outcome::Open(numbers) = outcome {
            for key in [key, self.shared.hint_key(state, paid)] {
                self.ledger.keep(key, numbers, self.watch.most_numbers());
            }
        }
        self.ledger.leave(key);
        outcome
    }

    /// Lists what the moves that the history allows lead to.
    fn expand(&self, state: State, paid: i16, children: &mut Vec<Child>) {
        let shared = self.shared;
        let side = shared.side(state);
        let (next, record) = shared.after_pass(state);
        children.push(if !shared.pass_ends(state) {
            self.child(side, None, next, paid, record)
        } else {
            // The pass ends the game, and `settled` has seen that the score does not satisfy the mover.
            Child {
                edge: None,
                state: next,
                paid,
                record,
                outcome: Outcome::Lost(Proof::Stop),
                workers: 0,
            }
        });
        let paid = paid + shared.toll.shift(shared.mover(state));
        for &edge in shared.orbits.edges(state.orbit, state.player) {
            let (next, record) = shared.after_play(state, edge);
            if !self.path.contains(record) {
                children.push(self.child(side, Some(edge), next, paid, Some(record)));
            }
        }
    }

    /// Searches the most promising child again and again.
    ///
    /// With plain sums a state that has been searched before is not left without a look below, whatever its numbers
    /// say. So every search ends at a new state or settles one; else states that each count on the other's old numbers
    /// could send the search to and fro for ever (A. Kishimoto, *Dealing with infinite loops, underestimation, and
    /// overestimation of depth-first proof-number search*, 2010). Weak sums are searched within some expansions only,
    /// and are the better for leaving at once: of the twelve hard graphs of six points they then solve seven, else three.
    fn choose(
        &mut self,
        state: State,
        paid: i16,
        limits: Numbers,
        is_new: bool,
        children: &mut [Child],
    ) -> Outcome {
        let side = self.shared.side(state);
        let mut may_leave = is_new || self.sums == Sums::Weak;
        loop {
            if let Some(child) = children
                .iter()
                .find(|child| matches!(child.outcome, Outcome::Won(_)))
            {
                return Outcome::Won(Proof::Claim(self.claim_of_choice(state, child)));
            }
            let Some(choice) = sum_up(children, self.sums) else {
                return Outcome::Lost(Proof::Claim(self.claim_of_replies(state, children)));
            };
            let Choice { best, numbers, .. } = choice;
            let reached = numbers.win >= limits.win || numbers.lose >= limits.lose;
            if reached && may_leave || !self.goes_on() {
                return Outcome::Open(numbers);
            }
            may_leave = true;
            let slack = choice
                .second
                .saturating_add(choice.second / 4)
                .saturating_add(1);
            let child_limits = Numbers {
                // More than now, or the child would come back at once.
                win: limits.win.min(slack).max(choice.least + 1),
                lose: limits.lose.saturating_sub(choice.others),
            };
            let Child {
                state: next,
                paid: after,
                record,
                ..
            } = children[best];
            let pushed = self.push(record);
            self.depth += 1;
            children[best].outcome = if self.is_of(side, next) {
                self.search(next, after, child_limits)
            } else {
                self.search(next, after, child_limits.flipped()).flipped()
            };
            self.depth -= 1;
            self.pop(pushed);
            if self.ledger.is_shared() {
                if let Some(outcome) = self.settled(side, state, paid, None) {
                    return outcome;
                }
                self.look_again(side, children);
            }
        }
    }

    /// Looks at the open children again: others may have been there.
    fn look_again(&self, side: Player, children: &mut [Child]) {
        for child in children {
            if matches!(child.outcome, Outcome::Open(_)) {
                (child.outcome, child.workers) =
                    self.look(side, child.state, child.paid, child.record);
            }
        }
    }
}

/// Finds the open child where the mover has least to do, those where others are at work counted as worse; `None` if
/// none is open.
fn sum_up(children: &[Child], sums: Sums) -> Option<Choice> {
    let mut choice: Option<Choice> = None;
    let mut preferred = NEVER;
    let (mut sum, mut largest, mut open) = (0, 0, 0);
    for (index, child) in children.iter().enumerate() {
        let Outcome::Open(numbers) = child.outcome else {
            continue;
        };
        let seen = numbers
            .win
            .saturating_add((numbers.win / 2 + 1) * u32::from(child.workers))
            .min(NEVER - 1);
        let choice = choice.get_or_insert(Choice {
            best: index,
            least: numbers.win,
            second: NEVER,
            numbers: Numbers {
                win: NEVER,
                lose: 0,
            },
            others: 0,
        });
        choice.numbers.win = choice.numbers.win.min(numbers.win);
        sum += u64::from(numbers.lose);
        largest = largest.max(u64::from(numbers.lose));
        open += 1;
        if seen < preferred {
            choice.second = preferred;
            preferred = seen;
            choice.best = index;
            choice.least = numbers.win;
            choice.others = numbers.lose;
        } else {
            choice.second = choice.second.min(seen);
        }
    }
    choice.map(|mut choice| {
        let (all, others) = match sums {
            Sums::Plain => (sum, sum - u64::from(choice.others)),
            Sums::Weak => (largest + open - 1, open - 1),
        };
        choice.others = others.min(u64::from(MOST)) as u32;
        choice.numbers.lose = all.min(u64::from(MOST)) as u32;
        choice
    })
}
