//! Certificates from proofs, written so that another program can check them.

pub(crate) mod journal;

use std::collections::hash_map::Entry;
use std::io::Write;
use std::sync::Arc;

use koproof_rules::{Board, Coloring, Element, Player, Suicide, Superko};
use koproof_verify::{
    Bound, CertificateError, CertificateWriter, Child, Form, Header, Item, ListedSymmetry, Root,
    Rule, State as CheckedState, Statement, Step,
};
use rustc_hash::FxHashMap;

use crate::claims::claim::{Claim, Ground, How, Link, Proof, Reply};
use crate::state::bounds::unconditional_life;
use crate::state::index::OrbitId;
use crate::state::{Shared, State};

/// The most steps that one line may drop, a limit of the format.
const MAX_DROPPED: usize = koproof_verify::MAX_DROPPED;

/// A bound of a state, with its proof.
#[derive(Debug)]
pub(crate) struct Thesis {
    /// The state, its frame the actual one.
    pub(crate) state: State,
    pub(crate) coloring: Coloring<1, 2>,
    pub(crate) to_move: Player,
    pub(crate) bound: Bound,
    pub(crate) proof: Proof,
}

/// The size of a certificate that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Steps.
    pub steps: u64,
    /// Bounds that they prove.
    pub roots: u64,
    /// The most steps that a checker has to remember at a time.
    pub most_live: u64,
}

/// A planned step: a proof at the representative of an orbit.
#[derive(Clone, Debug)]
struct Node {
    orbit: OrbitId,
    player: Player,
    passes: u8,
    /// In the representative's frame.
    bound: Bound,
    proof: Proof,
}

/// The key that identifies equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// The claim, and the number of passes.
    Claim(usize, u8),
    /// Orbit, player, passes, prover, and whether it is a stop.
    Ground(OrbitId, Player, u8, Player, bool),
}

impl Node {
    fn of(state: State, bound: Bound, proof: &Proof) -> Self {
        Self {
            orbit: state.orbit,
            player: state.player,
            passes: state.passes,
            bound,
            proof: proof.clone(),
        }
    }

    fn key(&self) -> Key {
        let prover = self.bound.prover();
        let ground = |stop| Key::Ground(self.orbit, self.player, self.passes, prover, stop);
        match self.proof.ground() {
            Ground::Claim(claim) => Key::Claim(Arc::as_ptr(claim).addr(), self.passes),
            Ground::Stop => ground(true),
            Ground::PassForever => ground(false),
        }
    }
}

/// The steps of a certificate in their order, children first.
struct Plan<'s> {
    shared: &'s Shared,
    steps: Vec<Node>,
    numbers: FxHashMap<Key, u64>,
    /// The listed symmetries, and each element's number among them.
    listed: Vec<Element>,
    symmetries: FxHashMap<Element, u16>,
    /// The last step (or root) that uses a step, by its number.
    last_use: Vec<u64>,
}

impl<'s> Plan<'s> {
    fn new(shared: &'s Shared) -> Self {
        Self {
            shared,
            steps: Vec::new(),
            numbers: FxHashMap::default(),
            listed: Vec::new(),
            symmetries: FxHashMap::from_iter([(Element::IDENTITY, 0)]),
            last_use: Vec::new(),
        }
    }

    /// Adds a node after all its children, unless it is already there.
    fn add(&mut self, node: Node) {
        let mut open = vec![(node.clone(), self.children(&node))];
        while let Some((node, children)) = open.last_mut() {
            match children.pop() {
                Some((child, between)) => {
                    self.list(between);
                    if !self.numbers.contains_key(&child.key()) {
                        let below = self.children(&child);
                        open.push((child, below));
                    }
                }
                None => {
                    let node = node.clone();
                    open.pop();
                    self.number(node);
                }
            }
        }
    }

    fn number(&mut self, node: Node) {
        let number = self.steps.len() as u64;
        if let Entry::Vacant(slot) = self.numbers.entry(node.key()) {
            slot.insert(number);
            for (child, _) in self.children(&node) {
                let child = self.numbers[&child.key()];
                self.last_use[child as usize] = number;
            }
            self.steps.push(node);
            self.last_use.push(number);
        }
    }

    fn list(&mut self, element: Element) {
        if let Entry::Vacant(slot) = self.symmetries.entry(element) {
            self.listed.push(element);
            slot.insert(self.listed.len() as u16);
        }
    }

    /// Returns the children of a node, each with the symmetry that carries it to the node's frame.
    fn children(&self, node: &Node) -> Vec<(Node, Element)> {
        let Ground::Claim(claim) = node.proof.ground() else {
            return Vec::new();
        };
        let links: Vec<&Link> = match claim.how.as_deref().expect("proofs are kept") {
            How::Choice(link) => vec![link],
            How::Replies(replies) => replies
                .iter()
                .filter_map(|reply| match reply {
                    Reply::Answered(link) if !ends(node, link) => Some(link),
                    Reply::Answered(_) | Reply::Blocked(_) => None,
                })
                .collect(),
        };
        links
            .into_iter()
            .map(|link| (self.below(node, link), link.between))
            .collect()
    }

    /// Returns the node that a link leads to.
    fn below(&self, node: &Node, link: &Link) -> Node {
        let bound = if self.shared.orbits.symmetry.swaps_colors(link.between) {
            node.bound.swapped()
        } else {
            node.bound
        };
        Node {
            orbit: link.orbit,
            player: link.player,
            // A claim that holds for any number of passes may have been derived for a number other than that of the
            // node.
            passes: link.point.map_or(node.passes + 1, |_| 0),
            bound,
            proof: link.proof.clone(),
        }
    }

    fn child(&self, node: &Node, element: Element) -> Child {
        Child {
            step: self.numbers[&node.key()],
            symmetry: self.symmetries[&element],
        }
    }

    fn step(&self, node: &Node) -> Step {
        let orbits = &self.shared.orbits;
        let orbit = orbits.get(node.orbit);
        let coloring = orbit.representative();
        // A ground bound is stated as strongly as it holds, so that one step serves all weaker bounds. A step states
        // the score to come, without the toll.
        let stones = self.shared.toll.stones(&coloring);
        let strongest = |score| match node.bound {
            Bound::AtLeast(_) => Bound::AtLeast(score),
            Bound::AtMost(_) => Bound::AtMost(score),
        };
        let (bound, rule) = match node.proof.ground() {
            Ground::Stop => (strongest(orbit.score), Rule::Stop),
            Ground::PassForever => {
                let prover = node.bound.prover();
                let exact = match node.bound {
                    Bound::AtLeast(_) => Bound::AtLeast(orbit.floor),
                    Bound::AtMost(_) => Bound::AtMost(orbit.ceiling),
                };
                // Unconditional life is cheaper to check. It holds with suicide, and for every toll.
                let alive = unconditional_life(&orbits.graph, &coloring, prover);
                let alive = strongest(alive);
                if alive.implies(exact) {
                    (alive, Rule::Alive)
                } else {
                    (exact, Rule::PassForever)
                }
            }
            Ground::Claim(claim) => (claim.bound, self.rule(node, claim)),
        };
        Step {
            state: CheckedState {
                coloring,
                to_move: node.player,
                passes: node.passes,
            },
            bound: bound.shifted(-stones),
            rule,
        }
    }

    fn rule(&self, node: &Node, claim: &Claim) -> Rule {
        let child = |link: &Link| self.child(&self.below(node, link), link.between);
        match claim.how.as_deref().expect("proofs are kept") {
            How::Choice(link) => match link.point {
                Some(point) => Rule::Play {
                    point,
                    child: child(link),
                },
                None => Rule::Pass { child: child(link) },
            },
            How::Replies(replies) => {
                let mut plays = Vec::new();
                let mut pass = None;
                for reply in replies {
                    match reply {
                        Reply::Blocked(point) => plays.push((*point, None)),
                        Reply::Answered(link) => match link.point {
                            Some(point) => plays.push((point, Some(child(link)))),
                            None if ends(node, link) => {}
                            None => pass = Some(child(link)),
                        },
                    }
                }
                plays.extend(self.standstill(node).map(|point| (point, None)));
                plays.sort_by_key(|(point, _)| *point);
                Rule::Replies { plays, pass }
            }
        }
    }

    /// Returns the play that does not change the coloring. Under positional superko the search omits it, because every
    /// history blocks it.
    fn standstill(&self, node: &Node) -> Option<koproof_rules::Point> {
        let orbits = &self.shared.orbits;
        if orbits.rules.superko != Superko::Positional || orbits.rules.suicide == Suicide::Forbid {
            return None;
        }
        let coloring = orbits.get(node.orbit).representative();
        coloring
            .empty(&orbits.graph)
            .into_iter()
            .find(|&point| coloring.play(&orbits.graph, node.player, point).coloring == coloring)
    }

    /// The header of a certificate with the symmetries that are listed by now.
    fn header(&self, board: &Board, statement: Statement) -> Header {
        let rules = &self.shared.orbits.rules;
        Header {
            board: board.clone(),
            superko: rules.superko,
            suicide: rules.suicide,
            scoring: rules.of_values().scoring,
            statement,
            symmetries: self.symmetries(),
        }
    }

    /// The root that states a thesis, the step of which is there.
    fn root(&self, thesis: &Thesis) -> Root {
        let node = root_node(self.shared, thesis);
        Root {
            coloring: thesis.coloring,
            to_move: thesis.to_move,
            bound: thesis.bound,
            child: self.child(&node, thesis.state.element),
        }
    }

    /// Forgets the steps from this number on.
    fn forget(&mut self, from: usize) {
        for node in self.steps.split_off(from) {
            self.numbers.remove(&node.key());
        }
        self.last_use.truncate(from);
    }

    /// Returns the symmetries in the order of their numbers.
    fn symmetries(&self) -> Vec<ListedSymmetry> {
        let symmetry = &self.shared.orbits.symmetry;
        self.listed
            .iter()
            .map(|&element| ListedSymmetry {
                images: self
                    .shared
                    .orbits
                    .graph
                    .all()
                    .into_iter()
                    .map(|point| symmetry.point(element, point))
                    .collect(),
                swap: symmetry.swaps_colors(element),
            })
            .collect()
    }
}

/// Returns whether a link is the pass that ends the game.
fn ends(node: &Node, link: &Link) -> bool {
    link.point.is_none() && node.passes == 1
}

/// Writes a certificate that proves the theses. Each claim is written once, and each root directly after its step.
pub(crate) fn write<W: Write>(
    board: &Board,
    shared: &Shared,
    statement: Statement,
    theses: &[Thesis],
    output: W,
    form: Form,
) -> Result<(W, Written), CertificateError> {
    let mut plan = Plan::new(shared);
    // The number of steps before each root.
    let mut due = Vec::with_capacity(theses.len());
    for thesis in theses {
        let node = root_node(shared, thesis);
        let key = node.key();
        plan.list(thesis.state.element);
        plan.add(node);
        let number = plan.numbers[&key] as usize;
        plan.last_use[number] = plan.last_use[number].max(plan.steps.len() as u64 - 1);
        due.push(plan.steps.len());
    }
    let header = plan.header(board, statement);
    let mut writer = CertificateWriter::new(output, &header, form)?;
    let mut idle: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
    for (step, &last) in plan.last_use.iter().enumerate() {
        idle.entry(last).or_default().push(step as u64);
    }
    let mut written = Written {
        steps: plan.steps.len() as u64,
        roots: theses.len() as u64,
        most_live: 0,
    };
    let mut live = 0;
    let mut roots = theses.iter().zip(due).peekable();
    for (number, node) in plan.steps.iter().enumerate() {
        writer.item(&Item::Step(plan.step(node)))?;
        live += 1;
        written.most_live = written.most_live.max(live);
        while let Some((thesis, _)) = roots.next_if(|(_, due)| *due == number + 1) {
            writer.item(&Item::Root(plan.root(thesis)))?;
        }
        let idle = idle.remove(&(number as u64)).unwrap_or_default();
        live -= idle.len() as u64;
        for some in idle.chunks(MAX_DROPPED) {
            writer.item(&Item::Drop(some.to_vec()))?;
        }
    }
    Ok((writer.finish()?, written))
}

fn root_node(shared: &Shared, thesis: &Thesis) -> Node {
    let bound = if shared.orbits.symmetry.swaps_colors(thesis.state.element) {
        thesis.bound.swapped()
    } else {
        thesis.bound
    };
    Node::of(thesis.state, bound, &thesis.proof)
}
