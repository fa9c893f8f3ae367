//! Compact steps of a certificate: only the data that a game needs, not the data for a check.

use koproof_rules::{Coloring, Player, Point};

use super::error::StrategyError;
use crate::certificate::{Child, Rule, Step};

/// The largest number of steps.
const MAX_STEPS: u64 = 1 << 32;

/// All steps by number, and their children.
#[derive(Debug, Default)]
pub(super) struct Steps {
    nodes: Vec<Node>,
    links: Vec<Link>,
}

/// A step: the player to move, and what that player does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) coloring: Coloring<1, 2>,
    pub(super) to_move: Player,
    pub(super) kind: Kind,
    /// The number of its first link; the links of the next step follow its last.
    links: usize,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The prover passes forever.
    Ground,
    /// The prover passes, which ends the game.
    Stop,
    /// The prover makes the move of the only link.
    Choice,
    /// The opponent moves; there is a link for each move.
    Replies,
    /// A weakening: the claim of the only link holds here.
    Weaken,
}

/// A turn, and the claim about the state after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) turn: Turn,
    symmetry: u16,
    step: u32,
}

/// A turn in the frame of its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Pass,
    Play(u8),
    /// A play that superko forbids; its link leads nowhere.
    Blocked(u8),
    /// No turn: the link of a weakening.
    Stay,
}

impl Turn {
    /// Returns the point of a play, blocked or not.
    pub(super) fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) | Self::Blocked(point) => Some(Point::new(point.into())),
            Self::Pass | Self::Stay => None,
        }
    }
}

impl Link {
    fn new(turn: Turn, child: Child) -> Self {
        Self {
            turn,
            symmetry: child.symmetry,
            step: child.step as u32,
        }
    }

    /// Returns the claim after the turn.
    pub(super) fn child(&self) -> Child {
        Child {
            step: self.step.into(),
            symmetry: self.symmetry,
        }
    }
}

/// Returns whether a child is one of the first `steps`, and its symmetry one of the `listed`.
fn is_there(child: Child, steps: u64, listed: usize) -> bool {
    child.step < steps && usize::from(child.symmetry) < listed
}

impl Steps {
    /// Returns whether a child is an earlier step and its symmetry one of the `listed`.
    pub(super) fn has(&self, child: Child, listed: usize) -> bool {
        is_there(child, self.nodes.len() as u64, listed)
    }

    /// Adds the next step.
    pub(super) fn push(&mut self, step: &Step, listed: usize) -> Result<(), StrategyError> {
        let number = self.nodes.len() as u64;
        if number == MAX_STEPS {
            return Err(StrategyError::TooManySteps(MAX_STEPS));
        }
        let first = self.links.len();
        let place = |point: &Point| point.index() as u8;
        let link = |turn, child: Child| match is_there(child, number, listed) {
            true => Ok(Link::new(turn, child)),
            false => Err(StrategyError::NoSuchChild(number)),
        };
        let kind = match &step.rule {
            Rule::Stop => Kind::Stop,
            Rule::Alive | Rule::PassForever => Kind::Ground,
            Rule::Play { point, child } => {
                self.links.push(link(Turn::Play(place(point)), *child)?);
                Kind::Choice
            }
            Rule::Pass { child } => {
                self.links.push(link(Turn::Pass, *child)?);
                Kind::Choice
            }
            Rule::Replies { plays, pass } => {
                let nowhere = Child {
                    step: 0,
                    symmetry: 0,
                };
                for (point, child) in plays {
                    self.links.push(match child {
                        Some(child) => link(Turn::Play(place(point)), *child)?,
                        None => Link::new(Turn::Blocked(place(point)), nowhere),
                    });
                }
                if let Some(child) = pass {
                    self.links.push(link(Turn::Pass, *child)?);
                }
                Kind::Replies
            }
            Rule::Weaken { child, .. } => {
                self.links.push(link(Turn::Stay, *child)?);
                Kind::Weaken
            }
        };
        self.nodes.push(Node {
            coloring: step.state.coloring,
            to_move: step.state.to_move,
            kind,
            links: first,
        });
        Ok(())
    }

    /// Returns a step and its links.
    pub(super) fn get(&self, step: u64) -> (&Node, &[Link]) {
        let index = step as usize;
        let node = &self.nodes[index];
        let end = self
            .nodes
            .get(index + 1)
            .map_or(self.links.len(), |next| next.links);
        (node, &self.links[node.links..end])
    }
}
