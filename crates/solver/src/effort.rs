//! A proof number and a disproof number: the estimated effort.
//!
//! In the search the goal is that of the side to move. A pair of thresholds has the same type.

use koproof_rules::Player;
use serde::{Deserialize, Serialize};

use crate::state::side::Side;

/// An estimate of the work that is left to decide whether a goal is reached. For a question about a value, the goal is that
/// the value is at least a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// The proof number: the work if the answer is yes.
    pub proof: u32,
    /// The disproof number: the work if the answer is no.
    pub disproof: u32,
}

impl Effort {
    /// The least that an open question takes.
    pub(crate) const LEAST: Self = Self {
        proof: 1,
        disproof: 1,
    };

    /// Returns the numbers for the goal of the other side.
    #[inline]
    pub(crate) fn flipped(self) -> Self {
        Self {
            proof: self.disproof,
            disproof: self.proof,
        }
    }

    /// Returns the numbers for the goal of a player, from those for a value that is at least a target, which is Black's
    /// goal; or back.
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        if player == Player::BLACK {
            self
        } else {
            self.flipped()
        }
    }

    /// Returns the numbers for the goal of the prover, from those for the goal of a side.
    pub(crate) fn for_prover(self, side: Side) -> Self {
        match side {
            Side::Prover => self,
            Side::Refuter => self.flipped(),
        }
    }
}
