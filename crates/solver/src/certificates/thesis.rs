//! What a certificate states.

use koproof_rules::{Coloring, Player};
use koproof_verify::Bound;

use crate::claims::claim::Proof;
use crate::state::State;

/// A bound of a state, with its proof.
#[derive(Debug)]
pub(crate) struct Thesis {
    /// The state, its frame the actual one.
    pub(crate) state: State,
    pub(crate) coloring: Coloring<1, 2>,
    pub(crate) to_move: Player,
    pub(crate) bound: Bound,
    pub(crate) proof: Proof,
}
