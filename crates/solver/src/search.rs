//! Depth-first proof-number search for one threshold, over claims.

use std::sync::Arc;

use koproof_rules::{Coloring, Element, Player, Record};
use koproof_verify::Bound;
use rustc_hash::FxHashMap;

use crate::options::{Proofs, Switch};
use crate::orbits::{Edge, OrbitId, Orbits};
use crate::path::{Bits, Packing, Path, RecordId};
use crate::proof_table::{Claim, How, Link, Passes, Proof, ProofTable, Reply};
use crate::watch::{Stopped, Ticket, Watch};

/// A state of the line being searched, in its actual frame: the element carries the orbit's representative to
/// the coloring on the board. The name is normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) orbit: OrbitId,
    /// Who is to move, in the representative's frame.
    pub(crate) player: Player,
    pub(crate) element: Element,
    pub(crate) passes: u8,
}

/// What a search found, from the point of view of the player to move.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Won(Proof),
    Lost(Proof),
    Open(Numbers),
}

/// Proof numbers: how much is left to do to show that the player to move wins, and that he loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    win: u32,
    lose: u32,
}

const MOST: u32 = 1 << 30;
const NEVER: u32 = u32::MAX;

/// How many proof numbers are carried over to the next threshold at most.
const MOST_NUMBERS: usize = 1 << 22;

/// The longest line that is searched: what the stack of [`crate::Solver`]'s threads holds.
const DEEPEST: usize = 200_000;

struct Child {
    /// `None` for a pass.
    edge: Option<Edge>,
    state: State,
    record: Option<RecordId>,
    outcome: Outcome,
}

/// What all threads share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) orbits: Orbits,
    pub(crate) packing: Packing,
    pub(crate) table: ProofTable,
    pub(crate) pass_forever: Switch,
    /// Whether claims may hold for any number of passes.
    pub(crate) any_passes: bool,
    pub(crate) proofs: Proofs,
}

impl Shared {
    /// Names a state.
    pub(crate) fn state(&self, coloring: Coloring<1, 2>, to_move: Player, passes: u8) -> State {
        let (orbit, element) = self.orbits.name(coloring);
        let player = self.orbits.symmetry.player(element, to_move);
        let (player, element) = self.orbits.normal_with_player(orbit, player, element);
        State {
            orbit,
            player,
            element,
            passes,
        }
    }

    /// About how many bytes the shared tables take.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.bytes() + self.orbits.bytes()
    }

    /// Tells whether almost as many orbits have been met as can be named in one word.
    pub(crate) fn names_run_out(&self) -> bool {
        // An eighth is more than all threads meet between two looks.
        self.orbits.len() > self.packing.most_orbits() / 8 * 7
    }

    /// Names a record.
    pub(crate) fn record(&self, record: &Record<Coloring<1, 2>>) -> RecordId {
        let (orbit, element) = self.orbits.name(record.coloring);
        let player = record
            .player
            .map(|player| self.orbits.symmetry.player(element, player));
        self.packing
            .normal(&self.orbits, {
                let lone = self.orbits.get(orbit).lone;
                self.packing.pack(orbit, lone, player, element)
            })
    }

    /// Returns what is known of a state's value without claims, in the actual frame.
    pub(crate) fn bracket(&self, state: State) -> (i16, i16) {
        let points = self.orbits.graph.points() as i16;
        let orbit = self.orbits.get(state.orbit);
        let (lo, hi) = match self.pass_forever {
            Switch::On => (orbit.floor, orbit.ceiling),
            Switch::Off => (-points, points),
        };
        if self.orbits.symmetry.swaps_colors(state.element) {
            (-hi, -lo)
        } else {
            (lo, hi)
        }
    }
}

/// One thread's search.
pub(crate) struct Search<'s> {
    shared: &'s Shared,
    pub(crate) path: Path,
    watch: &'s Watch<'s>,
    ticket: Ticket,
    depth: usize,
    numbers: FxHashMap<u64, Numbers>,
    /// Black's goal is a score of at least this; White's is less.
    threshold: i16,
    gathered: Gathered,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
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

impl<'s> Search<'s> {
    pub(crate) fn new(shared: &'s Shared, watch: &'s Watch<'s>) -> Self {
        Self {
            shared,
            path: Path::default(),
            watch,
            ticket: watch.ticket(),
            depth: 0,
            numbers: FxHashMap::default(),
            threshold: 0,
            gathered: Gathered::default(),
            spare: Vec::new(),
        }
    }

    /// Makes the history that of a game which starts at a state.
    pub(crate) fn start_afresh(&mut self, state: State) {
        let records = self.known(state, state.element);
        self.start_with(records);
    }

    /// Makes the history the records given.
    pub(crate) fn start_with(&mut self, records: impl IntoIterator<Item = RecordId>) {
        self.path.clear(&self.shared.orbits, self.shared.packing);
        for record in records {
            self.push(Some(record));
        }
    }

    /// Decides whether Black gets at least `threshold` at a state whose records are all in the history. Returns what
    /// was shown, which may be more than was asked for, and how; `None` if a limit came first.
    pub(crate) fn decide(&mut self, state: State, threshold: i16) -> Option<(Bound, Proof)> {
        self.threshold = threshold;
        if self.numbers.len() > MOST_NUMBERS {
            self.numbers.clear();
        }
        let outcome = self.settled(state, None).unwrap_or_else(|| {
            self.search(
                state,
                Numbers {
                    win: NEVER,
                    lose: NEVER,
                },
            )
        });
        let bytes = self.own_bytes();
        self.watch.settle(&mut self.ticket, bytes);
        let mover = self.mover(state);
        let (prover, proof) = match outcome {
            Outcome::Won(proof) => (mover, proof),
            Outcome::Lost(proof) => (mover.next(2), proof),
            Outcome::Open(_) => return None,
        };
        Some((self.shown(state, prover, &proof), proof))
    }

    /// Why the search stopped without an answer.
    pub(crate) fn stopped(&self) -> Stopped {
        self.watch
            .stopped()
            .expect("a search without an answer was stopped")
    }

    /// About how many bytes this thread's own tables take.
    fn own_bytes(&self) -> u64 {
        // A slot is a key, its numbers and a control byte.
        self.numbers.capacity() as u64 * (size_of::<(u64, Numbers)>() as u64 + 1)
    }

    fn mover(&self, state: State) -> Player {
        self.shared
            .orbits
            .symmetry
            .player(state.element, state.player)
    }

    /// The bound that the player wants to prove, in the actual frame.
    fn goal(&self, player: Player) -> Bound {
        if player == Player::BLACK {
            Bound::AtLeast(self.threshold)
        } else {
            Bound::AtMost(self.threshold - 1)
        }
    }

    /// Turns a bound between the actual frame and that of the state's representative.
    fn framed(&self, state: State, bound: Bound) -> Bound {
        if self.shared.orbits.symmetry.swaps_colors(state.element) {
            bound.swapped()
        } else {
            bound
        }
    }

    fn table_key(state: State) -> u64 {
        u64::from(state.orbit) * 2 + state.player.index() as u64
    }

    fn number_key(&self, state: State) -> u64 {
        let actual = Self::table_key(state) * self.shared.orbits.symmetry.len() as u64
            + state.element.index() as u64;
        actual * 2 + u64::from(state.passes)
    }

    /// `K(p, t, k)` seen through `element`: of the state itself with its own element, of the state in its
    /// representative's frame with the identity.
    fn known(&self, state: State, element: Element) -> Vec<RecordId> {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let lone = orbits.get(state.orbit).lone;
        orbits
            .rules
            .superko
            .known((), state.player, state.passes.into(), 2)
            .map(|record| {
                packing.normal(orbits, packing.pack(state.orbit, lone, record.player, element))
            })
            .collect()
    }

    fn after_pass(&self, state: State) -> (State, Option<RecordId>) {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let next = state.player.next(2);
        let (player, element) = orbits.normal_with_player(state.orbit, next, state.element);
        let record = orbits
            .rules
            .superko
            .of_pass((), state.player, 2)
            .map(|record| {
                let lone = orbits.get(state.orbit).lone;
                packing.pack(state.orbit, lone, record.player, state.element)
            });
        let state = State {
            player,
            element,
            passes: state.passes + 1,
            ..state
        };
        (state, record)
    }

    fn after_play(&self, state: State, edge: Edge) -> (State, RecordId) {
        let Shared {
            orbits, packing, ..
        } = self.shared;
        let symmetry = &orbits.symmetry;
        let mover = self.mover(state);
        let element = symmetry.product(state.element, edge.element);
        let record = orbits.rules.superko.of_play((), mover, 2);
        let record = packing.pack(
            edge.orbit,
            edge.lone,
            record.player.map(|player| symmetry.player(element, player)),
            element,
        );
        let player = symmetry.player(element, mover.next(2));
        let (player, element) = if edge.lone {
            (player, element)
        } else {
            orbits.normal_with_player(edge.orbit, player, element)
        };
        let state = State {
            orbit: edge.orbit,
            player,
            element,
            passes: 0,
        };
        (state, record)
    }

    /// Returns what is known of a state without searching. Its own record is in the history, or is `arrival`.
    fn settled(&self, state: State, arrival: Option<RecordId>) -> Option<Outcome> {
        let mover = self.mover(state);
        let own = self.framed(state, self.goal(mover));
        let other = self.framed(state, self.goal(mover.next(2)));
        let orbit = self.shared.orbits.get(state.orbit);
        let floor_meets = |bound: Bound| match bound {
            Bound::AtLeast(_) => bound.met_by(orbit.floor),
            Bound::AtMost(_) => bound.met_by(orbit.ceiling),
        };
        if state.passes == 1 && own.met_by(orbit.score) {
            return Some(Outcome::Won(Proof::Stop));
        }
        if self.shared.pass_forever == Switch::On {
            if floor_meets(own) {
                return Some(Outcome::Won(Proof::PassForever));
            }
            if floor_meets(other) {
                return Some(Outcome::Lost(Proof::PassForever));
            }
        }
        self.shared.table.look_up(Self::table_key(state), |claims| {
            claims.iter().find_map(|claim| {
                if !claim.passes.cover(state.passes) {
                    None
                } else if claim.bound.implies(own) && self.admits(state, arrival, claim) {
                    Some(Outcome::Won(Proof::Claim(Arc::clone(claim))))
                } else if claim.bound.implies(other) && self.admits(state, arrival, claim) {
                    Some(Outcome::Lost(Proof::Claim(Arc::clone(claim))))
                } else {
                    None
                }
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
    fn guess(&self, state: State) -> Numbers {
        let orbit = self.shared.orbits.get(state.orbit);
        let swapped = self.shared.orbits.symmetry.swaps_colors(state.element);
        let score = if swapped { -orbit.score } else { orbit.score };
        let margin = i32::from(score) - i32::from(self.threshold);
        let margin = if self.mover(state) == Player::BLACK {
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

    /// Looks at what a move leads to.
    fn child(&self, edge: Option<Edge>, state: State, record: Option<RecordId>) -> Child {
        let outcome = self.settled(state, record).unwrap_or_else(|| {
            let numbers = self.numbers.get(&self.number_key(state)).copied();
            Outcome::Open(numbers.unwrap_or_else(|| self.guess(state)))
        });
        Child {
            edge,
            state,
            record,
            outcome,
        }
    }

    /// Searches a state whose own record is in the history until it is settled or a number reaches its limit.
    fn search(&mut self, state: State, limits: Numbers) -> Outcome {
        if self.depth > DEEPEST {
            self.watch.stop(Stopped::Depth);
        }
        let bytes = self.own_bytes();
        if !self.watch.expand(&mut self.ticket, self.shared, bytes) {
            return Outcome::Open(self.guess(state));
        }
        let mut children = self.spare.pop().unwrap_or_default();
        self.expand(state, &mut children);
        let outcome = self.choose(state, limits, &mut children);
        children.clear();
        self.spare.push(children);
        outcome
    }

    /// Lists what the moves that the history allows lead to.
    fn expand(&self, state: State, children: &mut Vec<Child>) {
        let (next, record) = self.after_pass(state);
        children.push(if state.passes == 0 {
            self.child(None, next, record)
        } else {
            // The pass ends the game, and `settled` has seen that the score does not satisfy the mover.
            Child {
                edge: None,
                state: next,
                record,
                outcome: Outcome::Won(Proof::Stop),
            }
        });
        for &edge in self.shared.orbits.edges(state.orbit, state.player) {
            let (next, record) = self.after_play(state, edge);
            if !self.path.contains(record) {
                children.push(self.child(Some(edge), next, Some(record)));
            }
        }
    }

    /// Searches the most promising child again and again.
    fn choose(&mut self, state: State, limits: Numbers, children: &mut [Child]) -> Outcome {
        loop {
            let mut best: Option<usize> = None;
            let (mut least, mut second) = (NEVER, NEVER);
            let (mut most, mut open) = (0, 0);
            for (index, child) in children.iter().enumerate() {
                match child.outcome {
                    Outcome::Lost(_) => {
                        let claim = self.claim_of_choice(state, child);
                        return Outcome::Won(Proof::Claim(claim));
                    }
                    Outcome::Won(_) => {}
                    Outcome::Open(numbers) => {
                        open += 1;
                        most = most.max(numbers.win);
                        if numbers.lose < least {
                            second = least;
                            least = numbers.lose;
                            best = Some(index);
                        } else {
                            second = second.min(numbers.lose);
                        }
                    }
                }
            }
            let Some(best) = best else {
                let claim = self.claim_of_replies(state, children);
                return Outcome::Lost(Proof::Claim(claim));
            };
            let numbers = Numbers {
                win: least,
                lose: (most + (open - 1)).min(MOST),
            };
            if numbers.win >= limits.win || numbers.lose >= limits.lose {
                let key = self.number_key(state);
                self.numbers.insert(key, numbers);
                return Outcome::Open(numbers);
            }
            if self.watch.stopped().is_some() {
                return Outcome::Open(numbers);
            }
            let slack = second.saturating_add(second / 4).saturating_add(1);
            let child_limits = Numbers {
                win: limits.lose.saturating_sub(open - 1),
                lose: limits.win.min(slack),
            };
            let (next, record) = (children[best].state, children[best].record);
            let pushed = self.push(record);
            self.depth += 1;
            children[best].outcome = self.search(next, child_limits);
            self.depth -= 1;
            self.pop(pushed);
        }
    }

    /// How much a proof of a bound shows, in the actual frame: it may be more than was asked for.
    fn shown(&self, state: State, prover: Player, proof: &Proof) -> Bound {
        let orbit = self.shared.orbits.get(state.orbit);
        let bound = |least, most| match self.framed(state, self.goal(prover)) {
            Bound::AtLeast(_) => Bound::AtLeast(least),
            Bound::AtMost(_) => Bound::AtMost(most),
        };
        let shown = match proof {
            Proof::Stop => bound(orbit.score, orbit.score),
            Proof::PassForever => bound(orbit.floor, orbit.ceiling),
            Proof::Claim(claim) => claim.bound,
        };
        self.framed(state, shown)
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
            point: child.edge.map(|edge| edge.point),
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

    fn claim_of_choice(&mut self, state: State, child: &Child) -> Arc<Claim> {
        let Outcome::Lost(proof) = &child.outcome else {
            unreachable!("the mover chooses a child that its own mover loses")
        };
        self.gather(state, child, proof);
        if let (Some(_), Some(record)) = (child.edge, child.record) {
            let record = self.local(state, record);
            self.gathered.avoid(record);
        }
        let how = (self.shared.proofs == Proofs::Keep)
            .then(|| How::Choice(self.link(state, child, proof)));
        let bound = self.shown(child.state, self.mover(state), proof);
        self.finish(state, bound, child.edge.is_some(), how)
    }

    fn claim_of_replies(&mut self, state: State, children: &[Child]) -> Arc<Claim> {
        let prover = self.mover(state).next(2);
        let mut replies = Vec::new();
        let mut bound: Option<Bound> = None;
        for child in children {
            let Outcome::Won(proof) = &child.outcome else {
                unreachable!("every reply is settled")
            };
            self.gather(state, child, proof);
            let shown = self.shown(child.state, prover, proof);
            if bound.is_none_or(|bound| bound.implies(shown)) {
                bound = Some(shown);
            }
            if self.shared.proofs == Proofs::Keep {
                replies.push(Reply::Answered(self.link(state, child, proof)));
            }
        }
        for &edge in self.shared.orbits.edges(state.orbit, state.player) {
            let (_, record) = self.after_play(state, edge);
            if !self.path.contains(record) {
                continue;
            }
            let record = self.local(state, record);
            self.gathered.need.push(record);
            if self.shared.proofs == Proofs::Keep {
                replies.push(Reply::Blocked(edge.point));
            }
        }
        let how =
            (self.shared.proofs == Proofs::Keep).then(|| How::Replies(replies.into_boxed_slice()));
        let bound = bound.expect("there is always the pass to reply with");
        self.finish(state, bound, state.passes == 1, how)
    }

    /// Makes a claim of what has been gathered, stores it and clears the ground. The bound is in the actual frame;
    /// `any` tells whether the derivation holds for any number of passes, if the rules allow it.
    fn finish(&mut self, state: State, bound: Bound, any: bool, how: Option<How>) -> Arc<Claim> {
        let known = self.known(state, Element::IDENTITY);
        let need = &mut self.gathered.need;
        need.sort_unstable();
        need.dedup();
        need.retain(|record| !known.contains(record));
        let bound = self.framed(state, bound);
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
            .add(Self::table_key(state), Arc::clone(&claim));
        claim
    }
}
