//! Growing a tree of best play from a game.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use koproof_rules::{Coloring, Game, IllegalMove, Margin, Move, Player};
use koproof_solver::{Analysis, Bracket, Detail};

use super::links::Link;
use super::{Caps, Node, Remark, Show, Tree, Worth};
use crate::choice::Choice;
use crate::range::{Loss, Range};

/// A position whose continuations are still to be added; less important ones compare greater.
type Waiting = (usize, usize, usize);

/// The key of an occurrence of a position.
type Position = (Coloring<1, 2>, Player, usize);

impl Tree {
    /// Grows a tree: the given moves of a game, each compared with the others, and then best play until everything is
    /// followed or a limit is reached. The line of the first moves is followed first.
    ///
    /// A position that was followed before, with another history, is not followed again. In a proof this needs more than the
    /// same position: the line there must be a proof with the other history, too.
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
            links: Vec::new(),
            unlinked: HashSet::new(),
        };
        let end = grower.follow(start, moves)?;
        grower.waiting.push(Reverse((0, 0, end)));
        grower.grow();
        if let Show::Proof(prover) = show {
            grower.follow_broken_links(prover);
        }
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
    /// The nodes where each position was followed.
    followed: HashMap<Position, Vec<usize>>,
    /// The positions of a proof that are followed elsewhere.
    links: Vec<Link<'s>>,
    /// The nodes that have to be followed themselves.
    unlinked: HashSet<usize>,
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

    /// Adds the continuations of the nodes that wait.
    fn grow(&mut self) {
        while let Some(Reverse(place @ (_, depth, node))) = self.waiting.pop() {
            let game = self.games.remove(&node);
            let game = game.expect("every node waits once, with its game");
            if self.is_leaf(node, depth, &game) {
                let is_link = self.tree.nodes[node].followed_at().is_some();
                if is_link && matches!(self.show, Show::Proof(_)) {
                    self.links.push(Link::new(place, game));
                }
                continue;
            }
            let Some(analysis) = (self.analyse)(&game, Detail::Moves) else {
                return;
            };
            self.followed.entry(position(&game)).or_default().push(node);
            self.branch(place, &game, &analysis);
        }
    }

    /// Follows the positions of a proof that are followed nowhere with a line that is a proof with their history, too. What
    /// is added may break other links, so all that lead there are walked again.
    fn follow_broken_links(&mut self, prover: Player) {
        let mut changed = HashSet::new();
        loop {
            let before = std::mem::take(&mut changed);
            for mut link in std::mem::take(&mut self.links) {
                let node = link.node();
                let nodes = &self.followed[&position(&link.game)];
                let target = link.target(&self.tree, prover, nodes, &before);
                let remarks = &mut self.tree.nodes[node].remarks;
                if remarks.pop() != target {
                    changed.insert(node);
                }
                if let Some(target) = target {
                    remarks.push(target);
                    self.links.push(link);
                } else {
                    self.unlinked.insert(node);
                    self.waiting.push(Reverse(link.place));
                    self.games.insert(node, link.game);
                }
            }
            if changed.is_empty() {
                return;
            }
            self.grow();
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
        } else if let Some(&first) = self.elsewhere(node, game) {
            Remark::Transposition(first)
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

    /// Returns the node where a position was followed before, unless it has to be followed itself.
    fn elsewhere(&self, node: usize, game: &Game<'_, 1, 2>) -> Option<&usize> {
        match self.unlinked.contains(&node) {
            true => None,
            false => self.followed.get(&position(game))?.first(),
        }
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
        let value = value.expect("an open position is a leaf");
        let lost = |known: Bracket| value.given_away(mover, Range::new(known, komi));
        let keeps = |known: Bracket| lost(known).hi == 0;
        let legal = analysis.moves().iter();
        let legal = legal.map(|known| (known.taken, known.value));
        let others = legal.clone().any(|(_, value)| lost(value).lo > 0);
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
        // A proof without a reply proves nothing.
        let width = if all { usize::MAX } else { self.caps.width };
        let left_out = shown.len().saturating_sub(width);
        if left_out > 0 {
            here.remarks.push(Remark::LeftOut(left_out));
        }
        shown.truncate(width);
        for (index, (taken, value)) in shown.into_iter().enumerate() {
            let after = game.after(taken).expect("an analysis lists legal moves");
            let child = self.tree.add(node, mover, taken);
            let next = &mut self.tree.nodes[child];
            next.value = Some(Range::new(value, komi));
            // A move whose value is open may be either.
            next.worth = match lost(value) {
                Loss { hi: 0, .. } => others.then_some(Worth::Good),
                Loss { lo: 1.., .. } => Some(Worth::Bad),
                Loss { .. } => None,
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

#[cfg(test)]
mod tests {

    use koproof_rules::{Board, Ruleset};
    use koproof_solver::{Budget, Nobody, Options, Solver};

    use super::*;

    /// Which moves are settled depends on the limit, but a mark never does.
    #[test]
    fn a_move_whose_value_is_open_is_neither_good_nor_bad() {
        let board: Board = "1x5".parse().expect("a board");
        let options = Options::one_thread();
        let new = || Solver::new(&board, Ruleset::NSTT, options).expect("a small board");
        let whole = new();
        let game = whole.game(Coloring::EMPTY, Player::BLACK).expect("a start");
        let [best, known] = [Detail::Value, Detail::Moves]
            .map(|detail| whole.analyse(&game, detail, Budget::UNLIMITED, &Nobody));
        let keeps = |taken: Move| {
            known
                .moves()
                .iter()
                .any(|known| known.taken == taken && known.value == best.value())
        };
        let caps = Caps {
            depth: 1,
            width: 64,
            nodes: 1_000,
        };
        let mut open = 0;
        for limit in 0..200 {
            let limited = new();
            let tree = Tree::grow(
                game.clone(),
                &[],
                Show::Proof(Player::WHITE),
                caps,
                |game, detail| match detail {
                    Detail::Value => Some(best.clone()),
                    _ => Some(limited.analyse(game, detail, Budget::nodes(limit), &Nobody)),
                },
            );
            let tree = tree.expect("no move is illegal");
            let marked = tree
                .nodes
                .iter()
                .filter_map(|node| Some((node.turn?.1, node.value?, node.worth)));
            for (taken, value, worth) in marked {
                assert_ne!(
                    worth,
                    Some(if keeps(taken) {
                        Worth::Bad
                    } else {
                        Worth::Good
                    }),
                    "{taken:?} after {limit}"
                );
                open += usize::from(value.exact().is_none() && worth.is_none());
            }
        }
        assert!(open > 0);
    }
}
