//! Growing a tree of best play from a game.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use koproof_rules::{Coloring, Game, IllegalMove, Margin, Move, Player};
use koproof_solver::{Analysis, Bracket, Detail};

use super::{Caps, Node, Remark, Show, Tree, Worth};
use crate::choice::Choice;
use crate::range::Range;

/// A position whose continuations are still to be added; less important ones compare greater.
type Waiting = (usize, usize, usize);

/// The key of an occurrence of a position.
type Position = (Coloring<1, 2>, Player, usize);

impl Tree {
    /// Grows a tree: the given moves of a game, each compared with the others, and then best play until everything is
    /// followed or a limit is reached. The line of the first moves is followed first.
    ///
    /// `analyse` analyses a position up to a detail; `None` ends the tree.
    ///
    /// # Errors
    /// If a given move is illegal.
    pub fn grow<'s>(
        start: Game<'s, 1, 2>,
        moves: &[Move],
        show: Show,
        caps: Caps,
        analyse: impl Fn(&Game<'s, 1, 2>, Detail) -> Option<Analysis>,
    ) -> Result<Self, IllegalMove<1>> {
        let tree = Self {
            start: *start.coloring(),
            to_move: start.to_move(),
            nodes: vec![Node::new(None, None)],
        };
        let mut grower = Grower {
            analyse,
            show,
            caps,
            tree,
            games: BTreeMap::new(),
            waiting: BinaryHeap::new(),
            followed: HashMap::new(),
        };
        let end = grower.follow(start, moves)?;
        grower.grow(end);
        Ok(grower.tree)
    }
}

struct Grower<'s, A> {
    analyse: A,
    show: Show,
    caps: Caps,
    tree: Tree,
    games: BTreeMap<usize, Game<'s, 1, 2>>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// The node where each position was followed.
    followed: HashMap<Position, usize>,
}

impl<'s, A: Fn(&Game<'s, 1, 2>, Detail) -> Option<Analysis>> Grower<'s, A> {
    /// Adds the given moves, and returns the last node.
    fn follow(
        &mut self,
        mut game: Game<'s, 1, 2>,
        moves: &[Move],
    ) -> Result<usize, IllegalMove<1>> {
        let mut node = 0;
        let mut before = self.value(&game);
        self.tree.nodes[0].value = before;
        for &taken in moves {
            let mover = game.to_move();
            game.play(taken)?;
            node = self.tree.add(node, mover, taken);
            let after = self.value(&game);
            self.tree.nodes[node].value = after;
            let both = before.zip(after);
            let lost = both.map(|(before, after)| before.given_away(mover, after));
            if let Some(lost) = lost.filter(|lost| lost.lo > 0) {
                self.tree.nodes[node].worth = Some(Worth::Bad);
                self.tree.nodes[node].remarks.push(Remark::GivenAway(lost));
            }
            before = after;
        }
        self.games.insert(node, game);
        Ok(node)
    }

    fn value(&self, game: &Game<'s, 1, 2>) -> Option<Range> {
        let analysis = (self.analyse)(game, Detail::Value)?;
        Some(Range::new(analysis.value(), game.rules().komi))
    }

    /// Adds the continuations of a node.
    fn grow(&mut self, end: usize) {
        self.waiting.push(Reverse((0, 0, end)));
        while let Some(Reverse((astray, depth, node))) = self.waiting.pop() {
            let game = self.games.remove(&node);
            let game = game.expect("every node waits once, with its game");
            if self.is_leaf(node, depth, &game) {
                continue;
            }
            let Some(analysis) = (self.analyse)(&game, Detail::Moves) else {
                return;
            };
            self.followed.insert(position(&game), node);
            self.branch((astray, depth, node), &game, &analysis);
        }
    }

    /// Tells whether a position is not followed, and adds a remark why, unless no moves are asked for.
    fn is_leaf(&mut self, node: usize, depth: usize, game: &Game<'_, 1, 2>) -> bool {
        let value = self.tree.nodes[node].value;
        let why = if game.is_over() {
            Remark::Over(Margin::new(game.score(), game.rules().komi))
        } else if self.show == Show::Nothing {
            return true;
        } else if value.and_then(Range::exact).is_none() {
            Remark::Open
        } else if let Some(&first) = self.followed.get(&position(game)) {
            Remark::Transposition(self.tree.moves(first))
        } else if depth >= self.caps.depth {
            Remark::Deep(depth)
        } else if self.tree.nodes.len() >= self.caps.nodes {
            Remark::Full
        } else {
            return false;
        };
        self.tree.nodes[node].remarks.push(why);
        true
    }

    /// Adds the moves of a position.
    fn branch(
        &mut self,
        (astray, depth, node): Waiting,
        game: &Game<'s, 1, 2>,
        analysis: &Analysis,
    ) {
        let here = &mut self.tree.nodes[node];
        for (taken, judged) in analysis.every_move() {
            if let (Move::Play(point), Err(why @ IllegalMove::Superko { .. })) = (taken, judged) {
                here.remarks.push(Remark::Forbidden(point, why.clone()));
            }
        }
        let (mover, komi, value) = (game.to_move(), game.rules().komi, here.value);
        let keeps = |known: Bracket| Some(Range::new(known, komi)) == value;
        let legal = analysis.moves().iter();
        let legal = legal.map(|known| (known.taken, known.value));
        let others = legal.clone().any(|(_, value)| !keeps(value));
        let single = matches!(self.show, Show::Proof(prover) if prover == mover);
        let all = matches!(self.show, Show::Proof(prover) if prover != mover);
        let favourite = Choice::of(game, analysis).taken;
        let mut shown: Vec<(Move, Bracket)> = legal
            .filter(|&(taken, value)| all || keeps(value) && (!single || taken == favourite))
            .collect();
        // The preferred move first, then moves that keep the value, the pass last.
        shown.sort_by_key(|&(taken, value)| {
            (
                taken != favourite,
                !keeps(value),
                taken == Move::Pass,
                taken,
            )
        });
        let left_out = shown.len().saturating_sub(self.caps.width);
        if left_out > 0 {
            here.remarks.push(Remark::LeftOut(left_out));
        }
        shown.truncate(self.caps.width);
        for (index, (taken, value)) in shown.into_iter().enumerate() {
            let after = game.after(taken).expect("an analysis lists legal moves");
            let child = self.tree.add(node, mover, taken);
            let next = &mut self.tree.nodes[child];
            next.value = Some(Range::new(value, komi));
            next.worth = match keeps(value) {
                true => others.then_some(Worth::Good),
                false => Some(Worth::Bad),
            };
            self.games.insert(child, after);
            let astray = astray + usize::from(index > 0);
            self.waiting.push(Reverse((astray, depth + 1, child)));
        }
    }
}

fn position(game: &Game<'_, 1, 2>) -> Position {
    (*game.coloring(), game.to_move(), game.passes())
}
