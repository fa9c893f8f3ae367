//! Which leaf of the tree is asked next.

use std::collections::HashSet;

use super::{Eyes, Image, Tree};
use crate::job::Line;

impl Tree {
    /// Finds the leaf that is best asked next, and gives it to a job. Returns it, and the worker that was at it last.
    ///
    /// A leaf remains one as long as there is one for each worker: the worker that searches it again continues with what it has in
    /// memory, as a search on one machine does.
    pub(crate) fn next(
        &mut self,
        eyes: &mut Eyes<'_, '_>,
        job: u64,
        workers: usize,
    ) -> Option<(Line, Option<String>)> {
        loop {
            let at_work = self.nodes.iter().filter(|node| node.job.is_some());
            let busy: HashSet<Image> = at_work.map(|node| node.image).collect();
            let leaf = self.pick(eyes, &busy, 0)?;
            if self.leaves(eyes, 0) < workers {
                self.expand(eyes, leaf);
                continue;
            }
            self.assign(leaf, job);
            let node = &self.nodes[leaf];
            return Some((node.line.clone(), node.last.clone()));
        }
    }

    /// Counts the leaves below a node that count in a search.
    fn leaves(&self, eyes: &Eyes<'_, '_>, node: usize) -> usize {
        if self.nodes[node].settled.is_some() {
            return 0;
        }
        if self.nodes[node].children.is_empty() {
            return 1;
        }
        let open = self.counted(eyes, node).into_iter();
        open.map(|child| self.leaves(eyes, child)).sum()
    }

    /// The open children that count in a search.
    fn counted(&self, eyes: &Eyes<'_, '_>, node: usize) -> Vec<usize> {
        let mut open = self.open(node);
        open.truncate(eyes.searcher.counted(self.depth(node), open.len()));
        open
    }

    /// Follows the smallest numbers to a leaf such that nobody works on it or on its image. Each job below a node counts as a
    /// virtual loss.
    fn pick(&self, eyes: &Eyes<'_, '_>, busy: &HashSet<Image>, node: usize) -> Option<usize> {
        let found = &self.nodes[node];
        if found.settled.is_some() {
            return None;
        }
        if found.children.is_empty() {
            return (!busy.contains(&found.image)).then_some(node);
        }
        let mut open = self.counted(eyes, node);
        open.sort_by_key(|&child| {
            let own = u64::from(self.numbers(child, found.mover).0);
            own + (own / 2 + 1) * u64::from(self.nodes[child].workers)
        });
        open.into_iter()
            .find_map(|child| self.pick(eyes, busy, child))
    }
}
