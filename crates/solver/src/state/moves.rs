//! The states after moves, and the records of the moves.

use super::contest::Contest;
use super::path::Path;
use super::plays::Edge;
use super::records::RecordId;
use super::{Shared, State};

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Returns the state after a pass, and the record of the pass if it makes one.
    pub(crate) fn after_pass(&self, state: State) -> (State, Option<RecordId>) {
        let orbits = &self.orbits;
        let next = state.player.next(self.players());
        let (player, element) = orbits.normal_with_player(state.orbit, next, state.element);
        let record = orbits
            .rules
            .superko
            .of_pass((), state.player, self.players())
            .map(|record| self.packed(state.orbit, record.player, state.element));
        let state = State {
            player,
            element,
            passes: state.passes + 1,
            ..state
        };
        (state, record)
    }

    /// Returns the state after a play, and the record of the play.
    pub(crate) fn after_play(&self, state: State, edge: Edge) -> (State, RecordId) {
        let orbits = &self.orbits;
        let symmetry = &orbits.symmetry;
        let mover = self.mover(state);
        let element = symmetry.product(state.element, edge.element);
        let record = orbits.rules.superko.of_play((), mover, self.players());
        let record = orbits.packing.pack(
            edge.orbit,
            edge.asymmetric,
            record.player.map(|player| symmetry.player(element, player)),
            element,
        );
        let player = symmetry.player(element, mover.next(self.players()));
        let (player, element) = if edge.asymmetric {
            (player, element)
        } else {
            orbits.normal_with_player(edge.orbit, player, element)
        };
        let state = State {
            orbit: edge.orbit,
            player,
            element,
            passes: 0,
        };
        (state, record)
    }

    /// Calls `act` with every play of the mover, in point order: with the state after it and its record, and whether the
    /// history has this record and so forbids the play. `act` must not list plays itself.
    #[inline]
    pub(crate) fn each_play(
        &self,
        history: &Path<N>,
        state: State,
        mut act: impl FnMut(Edge, (State, RecordId), bool),
    ) {
        (self.orbits).with_plays(state.orbit, state.player, |edges| {
            for &edge in edges {
                let (next, record) = self.after_play(state, edge);
                let is_blocked = history.contains(&self.orbits, record);
                act(edge, (next, record), is_blocked);
            }
        });
    }
}
