//! The bounds of several certificates, as those of games that start at their positions.

use std::collections::BTreeMap;

use koproof_rules::{Graph, Player};
use koproof_solver::Score;
use koproof_verify::{Bound, Checked, Header, Proved, State};

/// The strongest bounds, in the order of the colorings.
#[derive(Default)]
pub(super) struct Starts(BTreeMap<[u64; 4], Proved>);

impl Starts {
    /// Adds the bounds of a certificate at positions without a pass before them.
    pub(super) fn add(&mut self, checked: &Checked) {
        let before = prisoners(&checked.header);
        let proved = checked.proved.iter();
        for proved in proved.filter(|proved| proved.state.passes == 0) {
            // A new game has no prisoners.
            let bound = proved.bound.shifted(-before as i16);
            let state = proved.state;
            let kept = self
                .0
                .entry(key(&state, bound))
                .or_insert(Proved { state, bound });
            if bound.implies(kept.bound) {
                kept.bound = bound;
            }
        }
    }

    /// Lists the bounds.
    pub(super) fn list(&self) -> Vec<Proved> {
        self.0.values().copied().collect()
    }
}

fn key(state: &State, bound: Bound) -> [u64; 4] {
    let [black, white] = Player::BOTH.map(|player| state.coloring.stones(player).words()[0]);
    let [to_move, prover] = [state.to_move, bound.prover()].map(|player| player.index() as u64);
    [black, white, to_move, prover]
}

/// Returns the contribution of a header's moves to the score: prisoners, if they count.
fn prisoners(header: &Header) -> Score {
    let graph = Graph::<1>::new(&header.board).expect("a reader lets at most 64 points through");
    let Some(game) = header.game(&graph) else {
        return 0;
    };
    let game = game.expect("the certificate was checked");
    game.score() - Score::from(game.coloring().balance(&graph, header.scoring))
}
