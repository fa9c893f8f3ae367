//! Positions of a proof that are not followed, because the same position is followed elsewhere.
//!
//! Another history may forbid the moves of that line, or let the opponent make others: that is the graph-history
//! interaction problem. So each such link is walked with its own history.

use std::collections::HashSet;

use koproof_rules::{Game, Move, Player};

use super::{Node, Remark, Tree};

/// The most positions that are walked for one link. It is enough for the proofs of both players on 2x3 and of Black on 3x3. That
/// of White on 3x3 takes 8 s, and a fifth of its links stay unchecked.
const LONGEST_WALK: usize = 1_000;

/// A position that is not followed, with its history.
pub(super) struct Link<'s> {
    /// Its place among those that wait: turns from the best line, depth, node.
    pub(super) place: (usize, usize, usize),
    pub(super) game: Game<'s, 1, 2>,
    /// What is said about it, once that is known.
    said: Option<Remark>,
    /// The other links, and the ends of lines, that its walk led through.
    through: HashSet<usize>,
}

impl<'s> Link<'s> {
    pub(super) fn new(place: (usize, usize, usize), game: Game<'s, 1, 2>) -> Self {
        Self {
            place,
            game,
            said: None,
            through: HashSet::new(),
        }
    }

    pub(super) fn node(&self) -> usize {
        self.place.2
    }

    /// Names the first of the nodes where its position is followed with a line that is a proof with its history, too; `None`
    /// if it has to be followed itself. `changed` are the links that have changed since the last walk. The node stays the same
    /// until its line is none any more; then there is none, so that links cannot change without end.
    pub(super) fn target(
        &mut self,
        tree: &Tree,
        prover: Player,
        nodes: &[usize],
        changed: &HashSet<usize>,
    ) -> Option<Remark> {
        self.said = match self.said {
            None => self.first(tree, prover, nodes),
            Some(Remark::Transposition(at)) if !self.through.is_disjoint(changed) => {
                self.first(tree, prover, &[at])
            }
            Some(_) => self.said.take(),
        };
        self.said.clone()
    }

    /// Walks the lines from some nodes.
    fn first(&mut self, tree: &Tree, prover: Player, nodes: &[usize]) -> Option<Remark> {
        let mut unchecked = None;
        for &at in nodes {
            match self.holds(tree, prover, at) {
                Some(true) => return Some(Remark::Transposition(at)),
                Some(false) => {}
                None => unchecked = unchecked.or(Some(Remark::Unchecked(at))),
            }
        }
        unchecked
    }

    /// Tells whether the line from a node is a proof with the history of this link: it has the same value, all moves of the
    /// prover there are legal, and all legal replies are there. `None` if the line is too long to find out.
    fn holds(&mut self, tree: &Tree, prover: Player, at: usize) -> Option<bool> {
        if tree.nodes[at].value != tree.nodes[self.node()].value {
            return Some(false);
        }
        let mut walk = Walk {
            tree,
            prover,
            left: LONGEST_WALK,
            through: HashSet::new(),
        };
        let holds = walk.holds(at, &mut self.game.clone());
        self.through = walk.through;
        match holds {
            false if walk.left == 0 => None,
            holds => Some(holds),
        }
    }
}

impl Node {
    /// Returns the node that is followed instead of this one.
    pub(super) fn followed_at(&self) -> Option<usize> {
        self.remarks.iter().find_map(|remark| match remark {
            Remark::Transposition(first) | Remark::Unchecked(first) => Some(*first),
            _ => None,
        })
    }
}

/// A walk through a proof with another history.
struct Walk<'t> {
    tree: &'t Tree,
    prover: Player,
    left: usize,
    through: HashSet<usize>,
}

impl Walk<'_> {
    fn holds(&mut self, at: usize, game: &mut Game<'_, 1, 2>) -> bool {
        let node = &self.tree.nodes[at];
        if let Some(first) = node.followed_at() {
            self.through.insert(at);
            return self.holds(first, game);
        }
        // A remark says why a line ends, unless it is that of a link that is about to be followed.
        if node.children.is_empty() {
            self.through.insert(at);
            return true;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut moves = node.children.iter().map(|&child| {
            let turn = self.tree.nodes[child].turn;
            (turn.expect("a child has a move").1, child)
        });
        if game.to_move() == self.prover {
            let (taken, child) = moves.next().expect("it has a move");
            return self.holds_after(taken, child, game);
        }
        let replies: Vec<(Move, usize)> = moves.collect();
        let legal: Vec<Move> = game.legal_moves().collect();
        legal.into_iter().all(|taken| {
            let reply = replies.iter().find(|(reply, _)| *reply == taken);
            reply.is_some_and(|&(taken, child)| self.holds_after(taken, child, game))
        })
    }

    fn holds_after(&mut self, taken: Move, child: usize, game: &mut Game<'_, 1, 2>) -> bool {
        if game.play(taken).is_err() {
            return false;
        }
        let holds = self.holds(child, game);
        game.undo();
        holds
    }
}
