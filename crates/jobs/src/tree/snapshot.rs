//! Snapshots of the tree for other programs.

use serde::{Deserialize, Serialize};

use super::Tree;

/// The state of the search for a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The proved lower bound of the value so far.
    pub lo: i32,
    /// The proved upper bound.
    pub hi: i32,
    /// The target of the question whether the value is at least this.
    pub target: i32,
    /// The proof number of the root.
    pub proof: u32,
    /// The disproof number of the root.
    pub disproof: u32,
    /// The number of positions of the tree.
    pub nodes: usize,
    /// The number of settled positions.
    pub settled: usize,
    /// The number of leaves that remain on the way to the more likely answer, if nothing changes.
    pub left: u64,
    /// The positions of the tree, each after the one that leads to it; those below a settled one are left out.
    pub positions: Vec<Position>,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The moves that lead to it.
    pub line: Vec<Option<u16>>,
    /// The job that is at it.
    pub job: Option<u64>,
    /// Whether the value is at least the target, if that is proved.
    pub settled: Option<bool>,
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

impl Tree {
    /// Describes the tree.
    pub(crate) fn snapshot(&self, (lo, hi): (i32, i32)) -> Snapshot {
        let root = &self.nodes[0];
        let likely = root.effort.proof <= root.effort.disproof;
        let left = self.needed(0, likely, &|node| self.open(node));
        let nodes: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| !self.is_left_out(node))
            .collect();
        let is_settled = |&&node: &&usize| self.nodes[node].settled.is_some();
        let shown = nodes.iter().filter(|&&node| {
            let above = self.nodes[node].parent;
            !above.is_some_and(|above| self.is_settled_above(above))
        });
        let positions = shown.map(|&node| {
            let node = &self.nodes[node];
            Position {
                line: node.line.clone(),
                job: node.job,
                settled: (node.settled).and_then(|known| known.is_at_least(self.target)),
                proof: node.effort.proof,
                disproof: node.effort.disproof,
            }
        });
        Snapshot {
            lo,
            hi,
            target: self.target,
            proof: root.effort.proof,
            disproof: root.effort.disproof,
            nodes: nodes.len(),
            settled: nodes.iter().filter(is_settled).count(),
            left: left as u64,
            positions: positions.collect(),
        }
    }
}
