//! A tree of positions with their known values.

use koproof_answers::Range;
use koproof_rules::{Coloring, Move, Player, Point};

/// A comparison of a move with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It keeps the value, and another move does not.
    Good,
    /// It gives points away.
    Bad,
}

/// A position and the move that led to it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move; none leads to the root.
    pub(super) turn: Option<(Player, Move)>,
    /// The known bracket of the value, komi included.
    pub(super) value: Option<Range>,
    pub(super) worth: Option<Worth>,
    /// Points that superko forbids here.
    pub(super) forbidden: Vec<Point>,
    /// Sentences about the position.
    pub(super) remarks: Vec<String>,
    /// The next nodes, the most important first.
    pub(super) children: Vec<usize>,
    /// The node before.
    pub(super) parent: Option<usize>,
}

/// A tree; its root is the first node.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) start: Coloring<1, 2>,
    pub(super) to_move: Player,
    pub(super) nodes: Vec<Node>,
}

impl Node {
    pub(super) fn new(parent: Option<usize>, turn: Option<(Player, Move)>) -> Self {
        Self {
            turn,
            value: None,
            worth: None,
            forbidden: Vec::new(),
            remarks: Vec::new(),
            children: Vec::new(),
            parent,
        }
    }
}

impl Tree {
    /// Tells whether the value of every position is known.
    pub(super) fn is_exact(&self) -> bool {
        let mut values = self.nodes.iter().map(|node| node.value);
        values.all(|value| value.is_some_and(|value| value.exact().is_some()))
    }

    /// Adds a node and returns its number.
    pub(super) fn add(&mut self, parent: usize, player: Player, taken: Move) -> usize {
        let number = self.nodes.len();
        self.nodes
            .push(Node::new(Some(parent), Some((player, taken))));
        self.nodes[parent].children.push(number);
        number
    }

    /// Returns the moves from the root to a node.
    pub(super) fn moves(&self, mut node: usize) -> Vec<(Player, Move)> {
        let mut moves = Vec::new();
        while let (Some(parent), Some(turn)) = (self.nodes[node].parent, self.nodes[node].turn) {
            moves.push(turn);
            node = parent;
        }
        moves.reverse();
        moves
    }
}
