//! What claims and reports change in the tree.

use koproof_solver::Effort;

use super::choice::MAX_FRUITLESS;
use super::{LeaderView, Tree};
use crate::job::Report;

impl Tree {
    /// Checks every open node: a claim from elsewhere may settle it.
    fn refresh(&mut self, view: &mut LeaderView<'_, '_>) {
        // Backwards, because children come after their parents.
        for node in (0..self.nodes.len()).rev() {
            self.look_at(view, node);
        }
    }

    /// Checks the root and the positions of jobs after a part of a journal was accepted. Its claims may settle them, and
    /// claims of the next part may replace these: the solver keeps only the newest about a state.
    pub(crate) fn look_at_jobs(&mut self, view: &mut LeaderView<'_, '_>) {
        for node in (0..self.nodes.len()).rev() {
            if node == 0 || self.nodes[node].job.is_some() {
                self.look_at(view, node);
            }
        }
    }

    /// Checks an open node.
    fn look_at(&mut self, view: &mut LeaderView<'_, '_>, node: usize) {
        if self.is_needless(node) {
            return;
        }
        if let Ok(bound) = view.attempt(&self.nodes[node].line, self.target, 0) {
            self.nodes[node].settled = Some(bound);
            self.update(view, node);
        }
    }

    /// Tells whether the answer to a job is needed and not known.
    pub(crate) fn is_open(&self, job: u64) -> bool {
        (self.leaf_of(job)).is_some_and(|leaf| !self.is_needless(leaf))
    }

    /// Finds the position that a job is about, unless it has been taken away from there.
    fn leaf_of(&self, job: u64) -> Option<usize> {
        self.nodes.iter().position(|node| node.job == Some(job))
    }

    /// Assigns a position to a job that is older than the tree.
    pub(crate) fn reassign(
        &mut self,
        view: &mut LeaderView<'_, '_>,
        line: &[Option<u16>],
        job: u64,
    ) -> bool {
        let leaf = self.place(view, line);
        let leaf = leaf.filter(|&leaf| {
            let node = &self.nodes[leaf];
            node.job.is_none() && !node.is_expanded && !self.is_settled_above(leaf)
        });
        if let Some(leaf) = leaf {
            self.assign(leaf, job);
        }
        leaf.is_some()
    }

    /// Removes a job from its position.
    pub(crate) fn free(&mut self, job: u64) {
        if let Some(leaf) = self.leaf_of(job) {
            self.nodes[leaf].job = None;
            self.count(leaf, |workers| workers - 1);
        }
    }

    /// Takes over reports whose claims are known. Returns the jobs whose answers are no longer needed.
    pub(crate) fn take_over(
        &mut self,
        view: &mut LeaderView<'_, '_>,
        reports: &[Report],
    ) -> Vec<u64> {
        for report in reports {
            self.free(report.job.number);
        }
        if !reports.is_empty() {
            self.refresh(view);
        }
        for report in reports {
            self.answer(view, report);
        }
        let at_work = |node: usize| self.nodes[node].job.filter(|_| self.is_needless(node));
        let idle: Vec<u64> = (0..self.nodes.len()).filter_map(at_work).collect();
        for &number in &idle {
            self.free(number);
        }
        idle
    }

    /// Adds the numbers of a finished job, whose claims are already known.
    fn answer(&mut self, view: &mut LeaderView<'_, '_>, report: &Report) {
        if report.job.target != self.target {
            return;
        }
        let Some(node) = self.place(view, &report.job.line) else {
            return;
        };
        let found = &mut self.nodes[node];
        if found.settled.is_some() || found.is_expanded {
            return;
        }
        let is_fruitless =
            found.last.as_ref() == Some(&report.worker) && found.parts == report.parts;
        found.fruitless = if is_fruitless { found.fruitless + 1 } else { 0 };
        found.parts = report.parts;
        found.last = Some(report.worker.clone());
        match report.left {
            // As numbers of something open are.
            Some(left) => {
                found.effort = Effort {
                    proof: left.proof.max(1),
                    disproof: left.disproof.max(1),
                };
            }
            // The claim that answers the job is too large for the log. Those of the moves may not be.
            None => found.fruitless = MAX_FRUITLESS,
        }
        self.update(view, node);
    }
}
