//! Which leaf of the tree is asked next, and for how long.

use std::collections::HashSet;

use koproof_rules::Player;
use koproof_solver::Effort;

use super::{LeaderView, Tree};
use crate::job::Line;

/// The most leaves that are expanded for one job. In a fight one side may have one good move after the other, and no
/// number of expansions would give it a second leaf.
const MAX_EXPANDED: usize = 2;

/// The number of jobs in a row that may prove nothing before their leaf is expanded: a search that is too short can end with
/// the numbers that it has begun with, and would do the same again.
pub(super) const MAX_FRUITLESS: u32 = 8;

/// The leaf that a job is about.
pub(crate) struct Chosen {
    pub(crate) line: Line,
    /// The worker that was at it last.
    pub(crate) last: Option<String>,
    /// The numbers at which a search on one machine would leave it for another leaf.
    pub(crate) until: Effort,
}

impl Tree {
    /// Finds the leaf that is best asked next, and gives it to a job; `None` if all leaves that count have jobs.
    ///
    /// A leaf remains one as long as the more likely answer has a leaf for each worker: the worker that searches it
    /// again continues with what it has in memory, as a search on one machine does, unless that leads nowhere.
    pub(crate) fn next(
        &mut self,
        view: &mut LeaderView<'_, '_>,
        job: u64,
        workers: usize,
    ) -> Option<Chosen> {
        let mut expanded = 0;
        loop {
            let leaf = self.most_proving(view, 0)?;
            let Effort { proof, disproof } = self.nodes[0].effort;
            let counted = |node| self.counted(view, node);
            let is_stuck = self.nodes[leaf].fruitless >= MAX_FRUITLESS;
            if is_stuck
                || expanded < MAX_EXPANDED && self.needed(0, proof <= disproof, &counted) < workers
            {
                expanded += 1;
                self.expand(view, leaf);
                continue;
            }
            self.assign(leaf, job);
            let node = &self.nodes[leaf];
            return Some(Chosen {
                line: node.line.clone(),
                last: node.last.clone(),
                until: self.thresholds(view, leaf),
            });
        }
    }

    /// Lists the children that are not settled, the most promising first, and only the first of symmetric ones. Once
    /// that one is settled, the others are settled, too, or they are listed.
    pub(super) fn open(&self, node: usize) -> Vec<usize> {
        let mut images = HashSet::new();
        let children = self.children(node).iter().copied();
        children
            .filter(|&child| self.nodes[child].settled.is_none())
            .filter(|&child| images.insert(self.nodes[child].image))
            .collect()
    }

    /// Lists the open children that count in a search.
    pub(super) fn counted(&self, view: &LeaderView<'_, '_>, node: usize) -> Vec<usize> {
        let mut open = self.open(node);
        let promises: Vec<i16> = open
            .iter()
            .map(|&child| self.nodes[child].promise)
            .collect();
        let depth = self.nodes[node].line.len();
        open.truncate(view.searcher.counted(depth, &promises));
        open
    }

    /// Counts the leaves that one side must settle for its answer: those below one of its moves, and those below every
    /// reply. `open` lists the children of a node that count.
    pub(super) fn needed(
        &self,
        node: usize,
        reached: bool,
        open: &impl Fn(usize) -> Vec<usize>,
    ) -> usize {
        let found = &self.nodes[node];
        if found.settled.is_some() {
            return 0;
        }
        if !found.is_expanded {
            return 1;
        }
        let children = open(node).into_iter();
        let needed = |child| self.needed(child, reached, open);
        if (found.mover == Player::BLACK) == reached {
            let best = children.min_by_key(|&child| self.numbers(child, found.mover).proof);
            best.map_or(0, needed)
        } else {
            children.map(needed).sum()
        }
    }

    /// Finds the most-proving leaf below a node that has no job, and whose images have none. Each job below a move
    /// makes the move look half as large again: a virtual loss (J. Pawlewicz and R. Hayward, *Scalable parallel DFPN
    /// search*, 2013). So workers stay near the most-proving leaf, but not at the same moves.
    fn most_proving(&self, view: &LeaderView<'_, '_>, node: usize) -> Option<usize> {
        let found = &self.nodes[node];
        if !found.is_expanded {
            let mut at_work = self.nodes.iter().filter(|other| other.job.is_some());
            return (!at_work.any(|other| other.image == found.image)).then_some(node);
        }
        let mut counted = self.counted(view, node);
        counted.sort_by_key(|&child| {
            let own = self.numbers(child, found.mover).proof;
            own.saturating_add((own / 2 + 1).saturating_mul(self.nodes[child].workers))
        });
        let mut leaves = counted.into_iter();
        leaves.find_map(|child| self.most_proving(view, child))
    }

    /// Returns the thresholds that df-pn with the 1 + ε trick (ε = 1/4) hands down to a leaf.
    fn thresholds(&self, view: &LeaderView<'_, '_>, leaf: usize) -> Effort {
        let Some(node) = self.nodes[leaf].parent else {
            return Effort {
                proof: u32::MAX,
                disproof: u32::MAX,
            };
        };
        let mover = self.nodes[node].mover;
        let most = self.thresholds(view, node).seen_by(mover);
        let mut others = self.counted(view, node);
        others.retain(|&other| other != leaf);
        let numbers = others.iter().map(|&other| self.numbers(other, mover));
        let own = self.numbers(leaf, mover).proof;
        // Another leaf may be more promising, and have a job.
        let second = numbers.clone().map(|numbers| numbers.proof).min();
        let second = second.map_or(u32::MAX, |second| second.max(own));
        let second = second.saturating_add(second / 4).saturating_add(2);
        let rest = numbers.fold(0, |sum: u32, numbers| sum.saturating_add(numbers.disproof));
        let own = Effort {
            proof: most.proof.min(second),
            disproof: most.disproof.saturating_sub(rest),
        };
        own.seen_by(mover)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use koproof_solver::{Budget, Nobody};

    use super::*;
    use crate::question::Question;

    /// Its claims are there, but a search that has been stopped derives nothing from them.
    #[test]
    fn a_node_that_cannot_be_derived_becomes_a_leaf_again_and_is_expanded_with_the_same_children() {
        let question = Question::of_empty("2x3", 100);
        let solver = question.solver().expect("a small board");
        let mut game = question.game(&solver, &[]).expect("no moves");
        let moves: Vec<_> = game.legal_moves().collect();
        solver.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
            for &taken in &moves {
                game.play(taken).expect("a legal move");
                let known = searcher.attempt(&game, 0, 1_000_000);
                known.expect("enough expansions");
                game.undo();
            }
        });
        let over = Budget {
            time: Some(Duration::ZERO),
            ..Budget::UNLIMITED
        };
        solver.with_searcher(over, &Nobody, |searcher| {
            searcher.check();
            assert!(searcher.stopped().is_some());
            let mut view = LeaderView::new(&question, &solver, searcher);
            let mut tree = Tree::new(&mut view, 0);
            for _ in 0..3 {
                tree.expand(&mut view, 0);
                assert_eq!(tree.nodes.len(), 1 + moves.len());
            }
            assert_eq!(tree.snapshot((-6, 6)).positions.len(), 1);
            tree.nodes[0].fruitless = MAX_FRUITLESS;
            let chosen = tree.next(&mut view, 1, 1).expect("the root");
            assert_eq!(chosen.line, []);
        });
    }
}
