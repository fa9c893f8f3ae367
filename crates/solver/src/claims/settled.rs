//! Answers at a state that need no search.

use std::sync::Arc;

use koproof_verify::Bound;

use super::claim::{Claim, Proof};
use super::origin::{Ground, Passes};
use super::proof_table::Kept;
use crate::state::contest::Contest;
use crate::state::orbits::{Note, Orbit};
use crate::state::path::Path;
use crate::state::records::RecordId;
use crate::state::side::Side;
use crate::state::{Shared, State};

/// The answer to a question at a state, from the point of view of one side.
#[derive(Clone, Debug)]
pub(crate) enum Settled {
    /// The side reaches its goal.
    Won(Proof),
    /// The opponent reaches its goal.
    Lost(Proof),
}

impl Settled {
    /// Returns the answer from the point of view of the other side.
    pub(crate) fn flipped(self) -> Self {
        match self {
            Self::Won(proof) => Self::Lost(proof),
            Self::Lost(proof) => Self::Won(proof),
        }
    }

    /// Returns the answer from the point of view of this side if `is_own`, otherwise from that of the other side.
    pub(crate) fn seen_by(self, is_own: bool) -> Self {
        if is_own { self } else { self.flipped() }
    }
}

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Answers a question at a state without search, from the point of view of a side. The state's own record is in the
    /// history. The target is the score still to come, in the actual frame.
    #[inline]
    pub(crate) fn settled(
        &self,
        history: &Path<N>,
        side: Side,
        state: State,
        target: i16,
    ) -> Option<Settled> {
        self.bounded(side, state, target)
            .or_else(|| self.claimed(history, side, state, target, None))
    }

    /// Answers a question by the bounds alone: by the score if the next pass ends the game, and by the pass-forever
    /// bounds. These hold under every history: a pass is always legal, and a history only takes plays from the player
    /// who does not pass (`docs/certificates.md`, section 9).
    #[inline]
    pub(crate) fn bounded(&self, side: Side, state: State, target: i16) -> Option<Settled> {
        let [own, other] = self.goals(side, state, target);
        let orbit = self.orbits.get(state.orbit);
        if self.pass_ends(state) {
            // The player to move may end the game.
            if self.side(state) == side {
                if own.met_by(orbit.score()) {
                    return Some(Settled::Won(Proof(Ground::Stop)));
                }
            } else if other.met_by(orbit.score()) {
                return Some(Settled::Lost(Proof(Ground::Stop)));
            }
        }
        if self.by_passing(orbit, own).implies(own) {
            return Some(Settled::Won(Proof(Ground::PassForever)));
        }
        if self.by_passing(orbit, other).implies(other) {
            return Some(Settled::Lost(Proof(Ground::PassForever)));
        }
        None
    }

    /// Returns the bound of a kind, at an orbit's representative, that its prover reaches by passes alone.
    #[inline]
    pub(super) fn by_passing(&self, orbit: &Orbit<N>, kind: Bound) -> Bound {
        let (least, most) = self.least_and_most(orbit);
        match kind {
            Bound::AtLeast(_) => Bound::AtLeast(least),
            Bound::AtMost(_) => Bound::AtMost(most),
        }
    }

    /// Answers a question by a stored claim whose conditions the history meets. The state's own record is in the history, or is
    /// `arrival`.
    #[inline]
    pub(crate) fn claimed(
        &self,
        history: &Path<N>,
        side: Side,
        state: State,
        target: i16,
        arrival: Option<RecordId>,
    ) -> Option<Settled> {
        let orbit = self.orbits.get(state.orbit);
        if !orbit.has(Note::Claims, state.player) {
            return None;
        }
        let goals = self.goals(side, state, target);
        self.table.look_up(self.slot(state), |claims| {
            claims.iter().find_map(|kept| {
                let Kept {
                    bound,
                    passes,
                    claim,
                } = kept;
                self.answered(history, state, arrival, goals, (*bound, *passes), claim)
            })
        })
    }

    /// Answers a question by a claim that was found elsewhere, if it is about the state and answers the question.
    pub(crate) fn answered_by(
        &self,
        history: &Path<N>,
        side: Side,
        state: State,
        target: i16,
        arrival: Option<RecordId>,
        claim: &Arc<Claim>,
    ) -> Option<Settled> {
        let goals = self.goals(side, state, target);
        let fields = (claim.bound, claim.passes);
        if claim.slot() != self.slot(state) {
            return None;
        }
        self.answered(history, state, arrival, goals, fields, claim)
    }

    /// Answers whether the first goal or the second is reached, if a claim about the state implies one of them and the
    /// history meets its conditions.
    #[inline]
    fn answered(
        &self,
        history: &Path<N>,
        state: State,
        arrival: Option<RecordId>,
        [own, other]: [Bound; 2],
        (bound, passes): (Bound, Passes),
        claim: &Arc<Claim>,
    ) -> Option<Settled> {
        if !passes.cover(state.passes) {
            return None;
        }
        let wins = bound.implies(own);
        if !(wins || bound.implies(other)) || !self.admits(history, state, arrival, claim) {
            return None;
        }
        claim.note_use();
        let proof = Proof(Ground::Claim(Arc::clone(claim)));
        Some(if wins {
            Settled::Won(proof)
        } else {
            Settled::Lost(proof)
        })
    }

    /// Returns the goals of a side and of its opponent at a state, in the frame of the orbit's representative.
    #[inline]
    fn goals(&self, side: Side, state: State, target: i16) -> [Bound; 2] {
        [side, side.other()].map(|side| self.framed(state, side.goal(target)))
    }

    /// Returns the proof that follows from a pass that ends the game. This pass does not reach the mover's goal, or
    /// [`Self::settled`] would have returned it.
    #[inline]
    pub(crate) fn ended(&self, state: State) -> Proof {
        debug_assert!(self.pass_ends(state), "the game goes on");
        Proof(Ground::Stop)
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Player, Ruleset, Scoring, Suicide};

    use super::*;
    use crate::options::{Options, Switch};

    /// So the toll of a line of play, which is the target at its root less the target here, stays small: see
    /// [`crate::state::toll`].
    #[test]
    fn targets_beyond_the_points_of_the_board_are_settled_without_search() {
        for name in ["1x1", "path:3", "star:5"] {
            let board: Board = name.parse().expect("a board");
            for (suicide, pass_forever) in [Suicide::Allow, Suicide::Forbid]
                .map(|suicide| [Switch::On, Switch::Off].map(|switch| (suicide, switch)))
                .concat()
            {
                let rules = Ruleset {
                    scoring: Scoring::Territory,
                    suicide,
                    ..Ruleset::TROMP_TAYLOR
                };
                let options = Options {
                    pass_forever,
                    ..Options::default()
                };
                let shared = Shared::of_board(&board, rules, options).expect("a small board");
                let points = shared.orbits.graph.points() as i16;
                for (player, passes) in [(Player::BLACK, 0), (Player::WHITE, 1)] {
                    let state = shared.state(Coloring::EMPTY, player, passes);
                    let settled =
                        |side, target| shared.settled(&Path::default(), side, state, target);
                    use Side::{Prover, Refuter};
                    for by in [0, 1, 1_000] {
                        let (low, high) = (-points - by, points + 1 + by);
                        assert!(matches!(settled(Prover, low), Some(Settled::Won(_))));
                        assert!(matches!(settled(Refuter, low), Some(Settled::Lost(_))));
                        assert!(matches!(settled(Prover, high), Some(Settled::Lost(_))));
                        assert!(matches!(settled(Refuter, high), Some(Settled::Won(_))));
                    }
                }
            }
        }
    }
}
