//! Trees of best play: positions with their known values, and what there is to say about them.

mod grow;
mod links;

use koproof_rules::{Coloring, IllegalMove, Margin, Move, Player, Point};

use crate::range::{Loss, Range};

/// The moves of a tree after the given ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// All moves that keep the value.
    Lines,
    /// One move of this player that keeps the value, and all moves of the other, however many.
    Proof(Player),
    /// None.
    Nothing,
}

/// The limits of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// The largest number of moves after the given ones.
    pub depth: usize,
    /// The largest number of moves shown for a position, except the replies in a proof.
    pub width: usize,
    /// The number of positions from which on no further one is followed.
    pub nodes: usize,
}

/// A comparison of a move with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It keeps the value, and another move does not.
    Good,
    /// It gives points away.
    Bad,
}

/// Something to say about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The move before it gives points away.
    GivenAway(Loss),
    /// The game is over with this score.
    Over(Margin),
    /// It is not followed, because its value is open.
    Open,
    /// It is not followed, because the same position, with another history, is followed at this node. In a proof its
    /// player has an answer there to every reply that is legal with this history, too.
    Transposition(usize),
    /// The same in a proof, where it would take too long to find out whether the line there is a proof with this history.
    Unchecked(usize),
    /// It is not followed: it is this number of moves deep.
    Deep(usize),
    /// It is not followed: the tree is full.
    Full,
    /// Superko forbids a play at this point.
    Forbidden(Point, IllegalMove<1>),
    /// This number of moves is left out.
    LeftOut(usize),
}

/// A position and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move; none leads to the root.
    pub turn: Option<(Player, Move)>,
    /// The known bracket of the value, komi included.
    pub value: Option<Range>,
    /// How the move compares with the others, where that is known.
    pub worth: Option<Worth>,
    /// The remarks, in the order in which they were found.
    pub remarks: Vec<Remark>,
    /// The next nodes, the most important first.
    pub children: Vec<usize>,
    /// The node before.
    pub parent: Option<usize>,
}

/// A tree of best play; its root is the first node.
///
/// # Examples
/// ```
/// use koproof_answers::{Caps, Show, Tree};
/// use koproof_rules::{Board, Coloring, Player, Ruleset};
/// use koproof_solver::{Budget, Nobody, Options, Solver};
///
/// let board: Board = "1x3".parse()?;
/// let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
/// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
/// let caps = Caps { depth: 2, width: 8, nodes: 100 };
/// let tree = Tree::grow(game, &[], Show::Lines, caps, |game, detail| {
///     Some(solver.analyse(game, detail, Budget::UNLIMITED, &Nobody))
/// })?;
/// assert!(tree.is_exact());
/// // The middle alone keeps the value of three points.
/// assert_eq!(tree.nodes[0].children.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The coloring of the root.
    pub start: Coloring<1, 2>,
    /// The player to move there.
    pub to_move: Player,
    /// The positions.
    pub nodes: Vec<Node>,
}

impl Node {
    fn new(parent: Option<usize>, turn: Option<(Player, Move)>) -> Self {
        Self {
            turn,
            value: None,
            worth: None,
            remarks: Vec::new(),
            children: Vec::new(),
            parent,
        }
    }

    /// Iterates over the points that superko forbids here.
    pub fn forbidden(&self) -> impl Iterator<Item = Point> {
        self.remarks.iter().filter_map(|remark| match remark {
            Remark::Forbidden(point, _) => Some(*point),
            _ => None,
        })
    }
}

impl Tree {
    /// Tells whether the value of every position is known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let mut values = self.nodes.iter().map(|node| node.value);
        values.all(|value| value.is_some_and(|value| value.exact().is_some()))
    }

    /// Counts the positions where a limit leaves moves out: ends of lines before the end of the game whose position is followed
    /// nowhere else, and positions with more moves than are shown.
    #[must_use]
    pub fn cuts(&self) -> usize {
        let is_end = |remark: &Remark| matches!(remark, Remark::Over(_) | Remark::Transposition(_));
        let is_cut = |node: &&Node| match node.children.is_empty() {
            true => !node.remarks.iter().any(is_end),
            false => (node.remarks.iter()).any(|remark| matches!(remark, Remark::LeftOut(_))),
        };
        self.nodes.iter().filter(is_cut).count()
    }

    /// Adds a node and returns its number.
    fn add(&mut self, parent: usize, player: Player, taken: Move) -> usize {
        let number = self.nodes.len();
        self.nodes
            .push(Node::new(Some(parent), Some((player, taken))));
        self.nodes[parent].children.push(number);
        number
    }

    /// Returns the moves from the root to a node.
    #[must_use]
    pub fn moves(&self, mut node: usize) -> Vec<(Player, Move)> {
        let mut moves = Vec::new();
        while let (Some(parent), Some(turn)) = (self.nodes[node].parent, self.nodes[node].turn) {
            moves.push(turn);
            node = parent;
        }
        moves.reverse();
        moves
    }
}
