//! Which leaf of the tree is asked next, and for how long.

use std::collections::HashSet;

use koproof_rules::Player;
use koproof_solver::Effort;

use super::{Eyes, Image, Tree, effort_of, of_mover};
use crate::job::Line;

/// The most leaves that are expanded for one job. In a fight one side may have one good move after the other, and no number of
/// expansions would give it a second leaf.
const MAX_EXPANDED: usize = 2;

/// The state of a node if all jobs under way end as their numbers promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Settled(bool),
    Open(Effort),
}

/// The leaf that a job is about.
pub(crate) struct Chosen {
    pub(crate) line: Line,
    /// The worker that was at it last.
    pub(crate) last: Option<String>,
    /// The numbers at which a search on one machine would leave it for another leaf.
    pub(crate) until: Effort,
}

impl Tree {
    /// Finds the leaf that is best asked next, and gives it to a job; `None` if the jobs under way may settle the root.
    ///
    /// This is the most-proving leaf if each job under way ends as its numbers promise: a virtual win or a virtual loss. So the workers
    /// are at leaves that the more likely answer needs all of.
    ///
    /// A leaf remains one as long as that answer has a leaf for each worker: the worker that searches it again continues with what it
    /// has in memory, as a search on one machine does.
    pub(crate) fn next(
        &mut self,
        eyes: &mut Eyes<'_, '_>,
        job: u64,
        workers: usize,
    ) -> Option<Chosen> {
        let mut expanded = 0;
        loop {
            let leaf = self.most_proving(eyes)?;
            let Effort { proof, disproof } = self.nodes[0].effort;
            if expanded < MAX_EXPANDED && self.needed(eyes, 0, proof <= disproof) < workers {
                expanded += 1;
                self.expand(eyes, leaf);
                continue;
            }
            self.assign(leaf, job);
            let node = &self.nodes[leaf];
            return Some(Chosen {
                line: node.line.clone(),
                last: node.last.clone(),
                until: self.thresholds(eyes, leaf),
            });
        }
    }

    /// Counts the leaves that one side needs for its answer: those below one of its moves, and below every reply that counts.
    fn needed(&self, eyes: &Eyes<'_, '_>, node: usize, reached: bool) -> usize {
        let found = &self.nodes[node];
        if found.settled.is_some() {
            return 0;
        }
        if found.children.is_empty() {
            return 1;
        }
        let open = self.counted(eyes, node).into_iter();
        if (found.mover == Player::BLACK) == reached {
            let best = open.min_by_key(|&child| self.numbers(child, found.mover).0);
            best.map_or(0, |child| self.needed(eyes, child, reached))
        } else {
            open.map(|child| self.needed(eyes, child, reached)).sum()
        }
    }

    /// Follows the smallest expected numbers to a leaf.
    fn most_proving(&self, eyes: &Eyes<'_, '_>) -> Option<usize> {
        let expected = self.expected(eyes);
        open_effort(expected[0])?;
        let mut node = 0;
        while !self.nodes[node].children.is_empty() {
            let mover = self.nodes[node].mover;
            let open = self.expected_open(eyes, node, &expected).into_iter();
            let best = open.min_by_key(|&(_, effort)| of_mover(effort, mover).0);
            node = best.expect("an open node has an open move").0;
        }
        Some(node)
    }

    /// The expected state of every node. The image of a leaf with a job counts as the leaf.
    fn expected(&self, eyes: &Eyes<'_, '_>) -> Vec<Expected> {
        let at_work = self.nodes.iter().filter(|node| node.job.is_some());
        let busy: HashSet<Image> = at_work.map(|node| node.image).collect();
        let mut expected = vec![Expected::Settled(false); self.nodes.len()];
        // Backwards, because children come after their parents.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            expected[index] = match node.settled {
                Some(reached) => Expected::Settled(reached),
                None if !node.children.is_empty() => self.expected_of(eyes, index, &expected),
                None if busy.contains(&node.image) => {
                    Expected::Settled(node.effort.proof <= node.effort.disproof)
                }
                None => Expected::Open(node.effort),
            };
        }
        expected
    }

    /// The expected state of a node with children, from theirs.
    fn expected_of(&self, eyes: &Eyes<'_, '_>, node: usize, expected: &[Expected]) -> Expected {
        let found = &self.nodes[node];
        let wins = found.mover == Player::BLACK;
        let mut children = found.children.iter();
        if children.any(|&child| expected[child] == Expected::Settled(wins)) {
            return Expected::Settled(wins);
        }
        let open = self.expected_open(eyes, node, expected);
        let numbers = open
            .iter()
            .map(|&(_, effort)| of_mover(effort, found.mover));
        match numbers.clone().map(|(own, _)| own).min() {
            None => Expected::Settled(!wins),
            Some(least) => {
                let sum = eyes.searcher.sum(numbers.map(|(_, other)| other));
                Expected::Open(effort_of(found.mover, least, sum))
            }
        }
    }

    /// The moves of a node that are expected to be open and count, with their expected numbers.
    fn expected_open(
        &self,
        eyes: &Eyes<'_, '_>,
        node: usize,
        expected: &[Expected],
    ) -> Vec<(usize, Effort)> {
        let mut images = HashSet::new();
        let children = self.nodes[node].children.iter();
        let mut open: Vec<(usize, Effort)> = children
            .filter_map(|&child| open_effort(expected[child]).map(|effort| (child, effort)))
            .filter(|&(child, _)| images.insert(self.nodes[child].image))
            .collect();
        self.keep_counted(eyes, node, &mut open, |&(child, _)| child);
        open
    }

    /// Returns the thresholds that df-pn with the 1 + ε trick (ε = 1/4) hands down to a leaf.
    fn thresholds(&self, eyes: &Eyes<'_, '_>, leaf: usize) -> Effort {
        let Some(node) = self.nodes[leaf].parent else {
            return Effort {
                proof: u32::MAX,
                disproof: u32::MAX,
            };
        };
        let mover = self.nodes[node].mover;
        let (most, all) = of_mover(self.thresholds(eyes, node), mover);
        let mut others = self.counted(eyes, node);
        others.retain(|&other| other != leaf);
        let numbers = others.iter().map(|&other| self.numbers(other, mover));
        let (own, _) = self.numbers(leaf, mover);
        // Another leaf may be more promising, and have a job.
        let second = numbers.clone().map(|(own, _)| own).min();
        let second = second.map_or(u32::MAX, |second| second.max(own));
        let second = second.saturating_add(second / 4).saturating_add(2);
        let rest = numbers.fold(0, |sum: u32, (_, other)| sum.saturating_add(other));
        effort_of(mover, most.min(second), all.saturating_sub(rest))
    }
}

/// The numbers of something open.
fn open_effort(expected: Expected) -> Option<Effort> {
    match expected {
        Expected::Open(effort) => Some(effort),
        Expected::Settled(_) => None,
    }
}
