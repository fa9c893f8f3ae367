//! Which steps a certificate, or a part of a journal or an archive, consists of.

use std::collections::hash_map::Entry;

use koproof_rules::{Board, Element, Point, Superko};
use koproof_verify::{
    Bound, Child, Header, ListedSymmetry, Part, Root, Rule, State as CheckedState, Statement, Step,
    StepOfPasses, alive,
};
use rustc_hash::FxHashMap;

use super::node::{Key, Node, Thesis, ends, of_passes, root_node};
use crate::claims::origin::{Ground, How, Link, Origin, Reply};
use crate::state::{Shared, State};

/// The steps of a certificate in their order, children first.
pub(super) struct Plan<'s> {
    pub(super) shared: &'s Shared,
    pub(super) steps: Vec<Node>,
    /// Whether the steps continue those of a log or an archive.
    continues: bool,
    /// The number of its steps.
    pub(super) first: u64,
    /// Its steps that are no claims.
    pub(super) grounds: FxHashMap<Key, u64>,
    /// The numbers of the planned steps.
    pub(super) numbers: FxHashMap<Key, u64>,
    /// Whether a claim rests on a log or an archive that the plan does not continue.
    pub(super) rests_on_log: bool,
    /// The listed symmetries, and each element's number among them.
    pub(super) listed: Vec<Element>,
    pub(super) symmetries: FxHashMap<Element, u16>,
    /// The last step (or root) that uses a step, by its number.
    pub(super) last_use: Vec<u64>,
}

/// A node whose children are being added.
struct Open {
    node: Node,
    /// The children that are still to be added, each with the symmetry that carries it to the node's frame.
    children: Vec<(Node, Element)>,
    /// The numbers of the others.
    used: Vec<u64>,
}

impl<'s> Plan<'s> {
    pub(super) fn new(shared: &'s Shared) -> Self {
        Self {
            shared,
            steps: Vec::new(),
            continues: false,
            first: 0,
            grounds: FxHashMap::default(),
            rests_on_log: false,
            numbers: FxHashMap::default(),
            listed: Vec::new(),
            symmetries: FxHashMap::from_iter([(Element::IDENTITY, 0)]),
            last_use: Vec::new(),
        }
    }

    /// Continues a log or an archive of so many steps. All symmetries are listed, so that every plan for the board gives them
    /// the same numbers.
    pub(super) fn after(shared: &'s Shared, steps: u64) -> Self {
        let mut plan = Self::new(shared);
        for element in shared.orbits.symmetry.elements() {
            plan.list(element);
        }
        (plan.continues, plan.first) = (true, steps);
        plan
    }

    /// Adds a node after all its children, unless it is already there. Calls `added` after each node that it adds.
    pub(super) fn add(&mut self, node: Node, mut added: impl FnMut(&mut Self)) {
        let mut open = vec![self.open(node)];
        while let Some(parent) = open.last_mut() {
            if let Some((child, between)) = parent.children.pop() {
                self.list(between);
                match self.find(&child) {
                    Some(number) => parent.used.push(number),
                    None => open.push(self.open(child)),
                }
            } else if let Some(Open { node, used, .. }) = open.pop() {
                let number = self.number(node, &used);
                if let Some(parent) = open.last_mut() {
                    parent.used.push(number);
                }
                added(self);
            }
        }
    }

    fn open(&self, node: Node) -> Open {
        Open {
            children: self.children(&node),
            used: Vec::new(),
            node,
        }
    }

    /// Returns the number of a node's step, if it is planned or in the log.
    pub(super) fn find(&self, node: &Node) -> Option<u64> {
        let logged = match &node.origin {
            Ground::Claim(origin) if self.continues => origin.step(node.passes),
            Ground::Claim(_) => None,
            Ground::Stop | Ground::PassForever => self.grounds.get(&node.key()).copied(),
        };
        logged.or_else(|| self.numbers.get(&node.key()).copied())
    }

    /// Returns the number of a node, which becomes the next one unless it has one. It uses the steps of its children.
    fn number(&mut self, node: Node, used: &[u64]) -> u64 {
        let first = self.first;
        let next = first + self.steps.len() as u64;
        match self.numbers.entry(node.key()) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(number) => {
                number.insert(next);
                for child in used.iter().filter_map(|child| child.checked_sub(first)) {
                    self.last_use[child as usize] = next;
                }
                self.rests_on_log |= !self.continues && node.is_logged();
                self.steps.push(node);
                self.last_use.push(next);
                next
            }
        }
    }

    pub(super) fn list(&mut self, element: Element) {
        if let Entry::Vacant(slot) = self.symmetries.entry(element) {
            self.listed.push(element);
            slot.insert(self.listed.len() as u16);
        }
    }

    /// Returns the children of a node, each with the symmetry that carries it to the node's frame.
    fn children(&self, node: &Node) -> Vec<(Node, Element)> {
        let Ground::Claim(origin) = &node.origin else {
            return Vec::new();
        };
        let how = origin.how();
        let links: Vec<&Link> = match &*how {
            How::Logged => Vec::new(),
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
        Node {
            orbit: link.orbit,
            player: link.player,
            // A claim that holds for any number of passes may have been derived for a number other than that of the
            // node.
            passes: link.point.map_or(node.passes + 1, |_| 0),
            bound: self.shared.carried_bound(link.between, node.bound),
            origin: link.origin.clone(),
        }
    }

    fn child(&self, node: &Node, element: Element) -> Child {
        Child {
            step: self.find(node).expect("children come first"),
            symmetry: self.symmetries[&element],
        }
    }

    pub(super) fn step(&self, node: &Node) -> Step {
        let orbits = &self.shared.orbits;
        let orbit = orbits.get(node.orbit);
        let coloring = orbit.representative();
        // A ground bound is stated as strongly as it holds, so that one step serves all weaker bounds. A step states
        // the score to come, without the toll.
        let stones = self.shared.toll.stones(&coloring);
        let (bound, rule) = match &node.origin {
            Ground::Stop => (node.bound.with_score(orbit.score()), Rule::Stop),
            Ground::PassForever => {
                let exact = match node.bound {
                    Bound::AtLeast(_) => Bound::AtLeast(orbit.floor()),
                    Bound::AtMost(_) => Bound::AtMost(orbit.ceiling()),
                };
                // Unconditional life is cheaper to check. It is valid if suicide is allowed, too, and whatever the
                // toll.
                let alive = alive(&orbits.graph, &coloring, node.bound.prover());
                let alive = node.bound.with_score(alive);
                if alive.implies(exact) {
                    (alive, Rule::Alive)
                } else {
                    (exact, Rule::PassForever)
                }
            }
            Ground::Claim(origin) => (origin.bound, self.rule(node, origin)),
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

    fn rule(&self, node: &Node, origin: &Origin) -> Rule {
        let child = |link: &Link| self.child(&self.below(node, link), link.between);
        match &*origin.how() {
            How::Logged => unreachable!("it is no step of a plan that is written"),
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
    fn standstill(&self, node: &Node) -> Option<Point> {
        let is_omitted = self.shared.orbits.rules.superko == Superko::Positional;
        is_omitted
            .then(|| self.shared.standstill(node.orbit, node.player))
            .flatten()
    }

    /// The header of a certificate with the symmetries that are listed by now.
    pub(super) fn header(&self, board: &Board, statement: Statement) -> Header {
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
    pub(super) fn root(&self, thesis: &Thesis) -> Root {
        let node = root_node(self.shared, thesis);
        let State { orbit, element, .. } = thesis.state;
        Root {
            coloring: self.shared.orbits.coloring(orbit, element),
            to_move: self.shared.mover(thesis.state),
            bound: thesis.bound,
            child: self.child(&node, element),
        }
    }

    /// Makes a part of the planned steps.
    pub(super) fn part(&self, worker: &str, told: Vec<StepOfPasses>) -> Part {
        Part {
            worker: worker.to_owned(),
            first: self.first,
            steps: self.steps.iter().map(|node| self.step(node)).collect(),
            told,
        }
    }

    /// Tells whether more than so many steps of the log are no claims.
    pub(super) fn has_many_grounds(&self, most: usize) -> bool {
        self.grounds.len() > most
    }

    /// Forgets the steps of the log that are no claims; they are repeated when they are needed. No step may be planned.
    pub(super) fn forget_grounds(&mut self) {
        assert!(self.steps.is_empty(), "planned steps may rest on them");
        self.grounds.clear();
    }

    /// Continues the log by the planned steps, now that they are in an archive. Their claims remember the numbers of the
    /// steps, and forget what the archive knows.
    pub(super) fn note_archived(&mut self) {
        for (node, step) in self.steps.iter().zip(self.first..) {
            match &node.origin {
                Ground::Claim(origin) => origin.note_steps(of_passes(node.passes, step)),
                Ground::Stop | Ground::PassForever => {
                    self.grounds.insert(node.key(), step);
                }
            }
        }
        self.first += self.steps.len() as u64;
        self.clear();
    }

    /// Forgets the planned steps.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.numbers.clear();
        self.last_use.clear();
    }

    /// Returns the symmetries in the order of their numbers.
    fn symmetries(&self) -> Vec<ListedSymmetry> {
        let symmetry = &self.shared.orbits.symmetry;
        self.listed
            .iter()
            .map(|&element| ListedSymmetry {
                images: symmetry.permutation(element).to_vec(),
                swap: symmetry.swaps_colors(element),
            })
            .collect()
    }
}
