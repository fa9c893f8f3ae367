//! Growing a tree of best play from a game.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use anyhow::anyhow;
use koproof_answers::Range;
use koproof_rules::text::{self, Turn};
use koproof_rules::{Board, Coloring, Game, IllegalMove, Margin, Move, Player};
use koproof_solver::{Bracket, Detail};

use super::tree::{Node, Tree, Worth};
use crate::interrupt;
use crate::perfect::Perfect;
use crate::words;

/// The moves of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// All moves that keep the value.
    Lines,
    /// One move of this player that keeps the value, and all moves of the other.
    Proof(Player),
    /// Only the given moves.
    Nothing,
}

/// The limits of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) depth: usize,
    pub(super) width: usize,
    pub(super) nodes: usize,
}

/// A position whose continuations are still to be added; less important ones compare greater.
type Waiting = (usize, usize, usize);

/// The key of an occurrence of a position.
type Position = (Coloring<1, 2>, Player, usize);

/// Grows a tree from the given moves.
pub(super) struct Grower<'s> {
    board: &'s Board,
    player: Perfect<'s>,
    show: Show,
    caps: Caps,
    tree: Tree,
    /// The node after the given moves.
    end: usize,
    games: BTreeMap<usize, Game<'s, 1, 2>>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// The node where each position was followed.
    followed: HashMap<Position, usize>,
}

impl<'s> Grower<'s> {
    pub(super) fn new(
        board: &'s Board,
        player: Perfect<'s>,
        show: Show,
        caps: Caps,
        start: Game<'s, 1, 2>,
    ) -> Self {
        let mut root = Node::new(None, None);
        root.value = Some(value(&player, &start));
        let tree = Tree {
            start: *start.coloring(),
            to_move: start.to_move(),
            nodes: vec![root],
        };
        Self {
            board,
            player,
            show,
            caps,
            tree,
            end: 0,
            games: BTreeMap::from([(0, start)]),
            waiting: BinaryHeap::new(),
            followed: HashMap::new(),
        }
    }

    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }

    /// Adds the given moves and annotates each with the points that it loses.
    pub(super) fn follow(&mut self, turns: &[Turn]) -> anyhow::Result<()> {
        for turn in turns {
            let &Turn::Taken(mover, taken) = turn else {
                continue;
            };
            let mut game = self.take(self.end)?;
            let before = self.tree.nodes[self.end].value;
            game.play(taken)?;
            let node = self.tree.add(self.end, mover, taken);
            let after = value(&self.player, &game);
            self.tree.nodes[node].value = Some(after);
            let lost = before.map_or(0, |before| before.given_away(mover, after));
            if lost > 0 {
                self.tree.nodes[node].worth = Some(Worth::Bad);
                let points = words::counted(lost as usize, "point", "points");
                let remark = format!("This gives {points} away.");
                self.tree.nodes[node].remarks.push(remark);
            }
            self.games.insert(node, game);
            self.end = node;
        }
        Ok(())
    }

    /// Grows the tree until everything is followed or a limit is reached.
    pub(super) fn grow(&mut self) -> anyhow::Result<()> {
        self.waiting.push(Reverse((0, 0, self.end)));
        while let Some(Reverse((astray, depth, node))) = self.waiting.pop() {
            if interrupt::requested() {
                return Ok(());
            }
            let game = self.take(node)?;
            if let Some(why) = self.leaf(node, depth, &game) {
                if !why.is_empty() {
                    self.tree.nodes[node].remarks.push(why);
                }
                continue;
            }
            let position = (*game.coloring(), game.to_move(), game.passes());
            self.followed.insert(position, node);
            self.branch(astray, depth, node, &game);
        }
        Ok(())
    }

    fn take(&mut self, node: usize) -> anyhow::Result<Game<'s, 1, 2>> {
        let game = self.games.remove(&node);
        game.ok_or_else(|| anyhow!("position {node} of the tree was followed twice"))
    }

    /// Adds a remark why a position is not followed, unless no moves were requested.
    fn leaf(&self, node: usize, depth: usize, game: &Game<'_, 1, 2>) -> Option<String> {
        if game.is_over() {
            let score = Margin::new(game.score(), game.rules().komi);
            return Some(format!("The game is over: {}.", score.outcome()));
        }
        if self.show == Show::Nothing {
            return Some(String::new());
        }
        let exact = self.tree.nodes[node]
            .value
            .is_some_and(|value| value.exact().is_some());
        if !exact {
            return Some("Not followed: the limits left the value open.".to_owned());
        }
        let position = (*game.coloring(), game.to_move(), game.passes());
        if let Some(&first) = self.followed.get(&position) {
            let line = self.line(first);
            return Some(format!(
                "Transposition: the same position, with another history, is followed after {line}."
            ));
        }
        if depth >= self.caps.depth {
            return Some(format!(
                "Not followed: {} deep.",
                words::counted(depth, "move", "moves")
            ));
        }
        if self.tree.nodes.len() >= self.caps.nodes {
            return Some("Not followed: the tree is as large as --nodes allows.".to_owned());
        }
        None
    }

    /// Writes the moves that lead to a node.
    fn line(&self, node: usize) -> String {
        let moves = self.tree.moves(node);
        if moves.is_empty() {
            return "no move".to_owned();
        }
        let turns = moves.into_iter().zip(1..).map(|((player, taken), number)| {
            format!("{number}. {}", text::turn(self.board, player, taken))
        });
        turns.collect::<Vec<_>>().join(" ")
    }

    /// Adds the moves of a position.
    fn branch(&mut self, astray: usize, depth: usize, node: usize, game: &Game<'s, 1, 2>) {
        let mover = game.to_move();
        let mut legal: Vec<(Move, Bracket)> = Vec::new();
        let analysis = self.player.analyse(game, Detail::Moves);
        for (taken, judged) in analysis.every_move() {
            match (taken, judged) {
                (taken, Ok(known)) => legal.push((taken, known.value)),
                (Move::Play(point), Err(why @ IllegalMove::Superko { .. })) => {
                    let place = text::point_name(self.board, point);
                    let why = text::explain(self.board, why);
                    let here = &mut self.tree.nodes[node];
                    here.forbidden.push(point);
                    here.remarks.push(format!(
                        "{} may not play {place}: {why}.",
                        words::capital(mover)
                    ));
                }
                _ => {}
            }
        }
        let komi = game.rules().komi;
        let here = self.tree.nodes[node].value;
        let keeps = |value: Bracket| Some(Range::new(value, komi)) == here;
        let others = legal.iter().any(|&(_, value)| !keeps(value));
        let single = matches!(self.show, Show::Proof(prover) if prover == mover);
        let all = matches!(self.show, Show::Proof(prover) if prover != mover);
        let favourite = self.player.choose(game).taken;
        let mut shown: Vec<(Move, Bracket)> = legal
            .into_iter()
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
            let moves = words::counted(left_out, "more move is", "more moves are");
            self.tree.nodes[node]
                .remarks
                .push(format!("{moves} left out."));
        }
        shown.truncate(self.caps.width);
        for (index, (taken, value)) in shown.into_iter().enumerate() {
            let mut after = game.clone();
            if after.play(taken).is_err() {
                continue;
            }
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

fn value(player: &Perfect<'_>, game: &Game<'_, 1, 2>) -> Range {
    Range::new(player.value(game), game.rules().komi)
}
