//! The leader's proof-number tree for one target.

mod choice;
mod reports;
mod snapshot;

pub use snapshot::{Position, Snapshot};

use std::iter;

use koproof_rules::{Canonical, ColorSwap, Coloring, Game, Player, Symmetry};
use koproof_solver::{Bracket, Effort, Searcher, Solver};

use crate::job::{Line, Report};
use crate::question::{Question, after};

/// Expansions that are enough to derive the claim of a node from those of its moves, unless one of them has been
/// dropped.
const DERIVING: u64 = 1_000;

/// The effort of a node that is settled.
const SETTLED: Effort = Effort {
    proof: 0,
    disproof: 0,
};

/// The leader's view of states: the claims of its solver.
pub(crate) struct LeaderView<'e, 's> {
    pub(crate) question: &'e Question,
    pub(crate) solver: &'e Solver,
    pub(crate) searcher: &'e mut Searcher<'s>,
    /// The game of the question. To copy it for each position of the tree is faster than to replay its moves.
    root: Game<'e, 1, 2>,
    symmetry: Symmetry<1>,
}

/// A state up to symmetry, without its history. A bound of one image mostly holds for the others, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Image {
    coloring: Canonical<Coloring<1, 2>>,
    mover: Player,
    passes: usize,
}

impl<'e, 's> LeaderView<'e, 's> {
    pub(crate) fn new(
        question: &'e Question,
        solver: &'e Solver,
        searcher: &'e mut Searcher<'s>,
    ) -> Self {
        Self {
            question,
            solver,
            searcher,
            root: (question.game(solver, &[])).expect("the question was checked"),
            symmetry: Symmetry::new(solver.graph(), ColorSwap::Included),
        }
    }

    pub(crate) fn game(&self, line: &[Option<u16>]) -> Option<Game<'e, 1, 2>> {
        after(self.root.clone(), line)
    }

    /// Returns the game of the question.
    pub(crate) fn root(&self) -> Game<'e, 1, 2> {
        self.root.clone()
    }

    /// Takes over the numbers in a report.
    pub(crate) fn hear(&mut self, report: &Report) {
        report.tell(self.question, self.solver, self.searcher);
    }

    fn image(&self, game: &Game<'_, 1, 2>) -> Image {
        let (coloring, element) = self.symmetry.canonical(*game.coloring());
        Image {
            coloring,
            mover: self.symmetry.player(element, game.to_move()),
            passes: game.passes(),
        }
    }

    fn attempt(
        &mut self,
        line: &[Option<u16>],
        target: i32,
        expansions: u64,
    ) -> Result<Bracket, Effort> {
        let game = self.game(line).expect("the lines of the tree are legal");
        self.searcher.attempt(&game, target, expansions)
    }
}

/// A position of the tree.
struct Node {
    line: Line,
    mover: Player,
    image: Image,
    parent: Option<usize>,
    /// The children that were made, the most promising for the mover first, by the evaluation.
    children: Vec<usize>,
    /// Whether they belong to the tree; otherwise the node is a leaf, and they wait until it is expanded again.
    is_expanded: bool,
    effort: Effort,
    /// The promise of the move that leads to it.
    promise: i16,
    /// The bound that answers the target, if one is proved.
    settled: Option<Bracket>,
    /// The worker that was at it last, and has most of what was found in memory.
    last: Option<String>,
    /// What that worker had proved then, in parts of its journal.
    parts: u64,
    /// The number of jobs in a row by which it proved nothing.
    fruitless: u32,
    /// The job of this node.
    job: Option<u64>,
    /// The number of jobs at this node or below.
    workers: u32,
}

/// A proof-number tree for one target.
pub(crate) struct Tree {
    pub(crate) target: i32,
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(view: &mut LeaderView<'_, '_>, target: i32) -> Self {
        let mut tree = Self {
            target,
            nodes: Vec::new(),
        };
        tree.add(view, Vec::new(), None);
        tree
    }

    /// Returns the bound that answers the target at the root, if one is proved.
    pub(crate) fn settled(&self) -> Option<Bracket> {
        self.nodes[0].settled
    }

    /// Returns the numbers of the root.
    pub(crate) fn effort(&self) -> Effort {
        self.nodes[0].effort
    }

    fn add(&mut self, view: &mut LeaderView<'_, '_>, line: Line, parent: Option<usize>) -> usize {
        let game = view.game(&line).expect("the lines of the tree are legal");
        let known = view.searcher.attempt(&game, self.target, 0);
        self.nodes.push(Node {
            line,
            mover: game.to_move(),
            image: view.image(&game),
            parent,
            children: Vec::new(),
            is_expanded: false,
            effort: known.err().unwrap_or(SETTLED),
            promise: view.searcher.promise(&game),
            settled: known.ok(),
            last: None,
            parts: 0,
            fruitless: 0,
            job: None,
            workers: 0,
        });
        self.nodes.len() - 1
    }

    /// Returns the numbers of a node from the point of view of a mover: its own or that of its parent.
    fn numbers(&self, node: usize, mover: Player) -> Effort {
        self.nodes[node].effort.seen_by(mover)
    }

    /// Returns the children of a node; a leaf has none.
    fn children(&self, node: usize) -> &[usize] {
        let node = &self.nodes[node];
        if node.is_expanded {
            &node.children
        } else {
            &[]
        }
    }

    /// Makes a leaf a node with children: new ones, or those that it had before, as leaves.
    fn expand(&mut self, view: &mut LeaderView<'_, '_>, node: usize) {
        let mut children = std::mem::take(&mut self.nodes[node].children);
        for &child in &children {
            let known = view.attempt(&self.nodes[child].line, self.target, 0);
            let child = &mut self.nodes[child];
            child.is_expanded = false;
            child.effort = known.err().unwrap_or(SETTLED);
            child.settled = known.ok();
        }
        if children.is_empty() {
            let line = self.nodes[node].line.clone();
            let game = view.game(&line).expect("the lines of the tree are legal");
            for taken in game.legal_moves() {
                let after = [line.as_slice(), &[taken.number()]].concat();
                children.push(self.add(view, after, Some(node)));
            }
            // As a search sorts them, or other moves would count. Stable, so that the pass and low points come first.
            children.sort_by_key(|&child| -self.nodes[child].promise);
        }
        let expanded = &mut self.nodes[node];
        expanded.children = children;
        expanded.is_expanded = true;
        expanded.fruitless = 0;
        self.update(view, node);
    }

    /// Updates the numbers of a node and of those above it.
    fn update(&mut self, view: &mut LeaderView<'_, '_>, node: usize) {
        let mut next = Some(node);
        while let Some(node) = next {
            next = self.nodes[node].parent;
            if self.nodes[node].settled.is_some() || !self.nodes[node].is_expanded {
                continue;
            }
            let mover = self.nodes[node].mover;
            let wins = mover == Player::BLACK;
            let children = self.children(node);
            let won = children.iter().any(|&child| {
                let settled = self.nodes[child].settled;
                settled.is_some_and(|known| known.is_at_least(self.target) == Some(wins))
            });
            let counted = self.counted(view, node);
            if won || counted.is_empty() {
                self.derive(view, node);
                continue;
            }
            let numbers = counted.iter().map(|&child| self.numbers(child, mover));
            let best = numbers.clone().map(|numbers| numbers.proof).min();
            let effort = Effort {
                proof: best.unwrap_or(1),
                disproof: view.searcher.sum(numbers.map(|numbers| numbers.disproof)),
            };
            self.nodes[node].effort = effort.seen_by(mover);
        }
    }

    /// Derives the claim of a node from those of its moves. If one of these has been dropped meanwhile, the node
    /// becomes a job again.
    fn derive(&mut self, view: &mut LeaderView<'_, '_>, node: usize) {
        match view.attempt(&self.nodes[node].line, self.target, DERIVING) {
            Ok(bound) => self.nodes[node].settled = Some(bound),
            Err(_) => self.nodes[node].is_expanded = false,
        }
    }

    /// Tells whether a node or one above it is settled.
    fn is_settled_above(&self, node: usize) -> bool {
        iter::successors(Some(node), |&node| self.nodes[node].parent)
            .any(|node| self.nodes[node].settled.is_some())
    }

    /// Tells whether a node is below a leaf, which had children before.
    fn is_left_out(&self, node: usize) -> bool {
        let above = |&node: &usize| self.nodes[node].parent;
        iter::successors(above(&node), above).any(|above| !self.nodes[above].is_expanded)
    }

    /// Tells whether no answer about a node is needed.
    fn is_needless(&self, node: usize) -> bool {
        self.is_settled_above(node) || self.is_left_out(node)
    }

    fn assign(&mut self, leaf: usize, job: u64) {
        self.nodes[leaf].job = Some(job);
        self.count(leaf, |workers| workers + 1);
    }

    fn count(&mut self, leaf: usize, change: impl Fn(u32) -> u32) {
        let mut next = Some(leaf);
        while let Some(node) = next {
            self.nodes[node].workers = change(self.nodes[node].workers);
            next = self.nodes[node].parent;
        }
    }

    /// Finds the node of a line, and adds the missing nodes.
    fn place(&mut self, view: &mut LeaderView<'_, '_>, line: &[Option<u16>]) -> Option<usize> {
        let mut node = 0;
        for length in 1..=line.len() {
            if self.nodes[node].settled.is_some() {
                return None;
            }
            if !self.nodes[node].is_expanded {
                if self.nodes[node].job.is_some() {
                    return None;
                }
                self.expand(view, node);
            }
            let mut children = self.children(node).iter();
            let after = &line[..length];
            node = *children.find(|&&child| self.nodes[child].line == after)?;
        }
        Some(node)
    }
}
