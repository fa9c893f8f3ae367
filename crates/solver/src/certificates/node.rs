//! Planned steps of a certificate.

use std::sync::Arc;

use koproof_rules::Player;
use koproof_verify::{Bound, StepOfPasses};

use crate::claims::origin::{Ground, Link, Origin};
use crate::state::index::OrbitId;
use crate::state::slot::Slot;
use crate::state::{Shared, State};

/// The statement of a certificate: a bound of a state in its actual frame, with its proof.
#[derive(Debug)]
pub(crate) struct Thesis {
    pub(crate) state: State,
    pub(crate) bound: Bound,
    pub(crate) origin: Ground<Arc<Origin>>,
}

/// A planned step: a proof at the representative of an orbit.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) orbit: OrbitId,
    pub(super) player: Player,
    pub(super) passes: u8,
    /// In the representative's frame.
    pub(super) bound: Bound,
    pub(super) origin: Ground<Arc<Origin>>,
}

/// The key that identifies equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The claim, and the number of passes.
    Claim(usize, u8),
    /// Orbit, player, passes, prover, and whether it is a stop.
    Ground(OrbitId, Player, u8, Player, bool),
}

impl Node {
    pub(super) fn key(&self) -> Key {
        let prover = self.bound.prover();
        let ground = |stop| Key::Ground(self.orbit, self.player, self.passes, prover, stop);
        match &self.origin {
            Ground::Claim(origin) => Key::Claim(Arc::as_ptr(origin).addr(), self.passes),
            Ground::Stop => ground(true),
            Ground::PassForever => ground(false),
        }
    }

    /// Tells whether its derivation is only in a log or an archive.
    pub(super) fn is_logged(&self) -> bool {
        self.origin.claim().is_some_and(|origin| origin.is_logged())
    }
}

/// Returns whether a link is the pass that ends the game.
pub(super) fn ends(node: &Node, link: &Link) -> bool {
    link.point.is_none() && node.passes == 1
}

/// Returns a step that derives a claim after so many passes.
pub(super) fn of_passes(passes: u8, step: u64) -> StepOfPasses {
    let mut steps = [None; 2];
    steps[usize::from(passes)] = Some(step);
    steps
}

/// Plans the step of a claim in a slot of the proof table, after so many passes.
pub(super) fn of_claim(slot: Slot, passes: u8, origin: &Arc<Origin>) -> Node {
    let (orbit, player) = slot.parts(2);
    Node {
        orbit,
        player,
        passes,
        bound: origin.bound,
        origin: Ground::Claim(Arc::clone(origin)),
    }
}

/// Plans the step of a thesis.
pub(super) fn root_node(shared: &Shared, thesis: &Thesis) -> Node {
    let State {
        orbit,
        player,
        passes,
        ..
    } = thesis.state;
    Node {
        orbit,
        player,
        passes,
        bound: shared.framed(thesis.state, thesis.bound),
        origin: thesis.origin.clone(),
    }
}
