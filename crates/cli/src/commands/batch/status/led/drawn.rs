//! The tree of a leader as a picture.

use koproof_picture::{Branch, Outline, Shade};

use super::{Answer, Position, margin};
use crate::exit::refuse;

/// The most positions that are drawn: of larger trees the deepest are left out.
const MAX_DRAWN: usize = 1_000;

impl Answer {
    /// Draws the tree.
    pub(in super::super) fn picture(&self) -> anyhow::Result<String> {
        let Some(tree) = &self.tree else {
            refuse!("the leader has not written its tree yet: wait a moment");
        };
        let depths = tree.positions.iter().map(|position| position.moves.len());
        let deepest = depths.max().unwrap_or(0);
        let within = |depth: usize| {
            let shallow = |position: &&Position| position.moves.len() <= depth;
            tree.positions.iter().filter(shallow).count() <= MAX_DRAWN
        };
        let depth = (0..=deepest).rev().find(|&depth| within(depth));
        let outline = Outline {
            title: format!(
                "{}: is the value at least {}?",
                self.board,
                margin(tree.target)
            ),
            shades: ["open", "a job", "yes", "no"].map(str::to_owned),
            root: branch(&tree.positions, 0, depth.unwrap_or(0)),
        };
        Ok(outline.to_svg())
    }
}

/// The part of the tree that begins with a position.
fn branch(positions: &[Position], from: usize, depth: usize) -> Branch {
    let position = &positions[from];
    let length = position.moves.len();
    let below = (from + 1..positions.len()).filter(|&other| {
        let moves = &positions[other].moves;
        length < depth && moves.len() == length + 1 && moves.starts_with(&position.moves)
    });
    Branch {
        label: position.moves.last().cloned().unwrap_or_default(),
        shade: match (position.settled, position.job) {
            (Some(true), _) => Shade::Yes,
            (Some(false), _) => Shade::No,
            (None, Some(_)) => Shade::Busy,
            (None, None) => Shade::Open,
        },
        below: below.map(|other| branch(positions, other, depth)).collect(),
    }
}
