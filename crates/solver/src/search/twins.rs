//! Moves that are equal by symmetry, which count once in some ways of searching: otherwise they take places among the moves
//! that count, and add up to numbers that are too large.

use koproof_rules::Element;

use super::Search;
use super::children::Child;
use crate::state::State;
use crate::state::contest::Contest;

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Tells whether a state may have equal moves that count once.
    pub(super) fn has_twins(&self, state: State) -> bool {
        self.way.merges_twins() && !self.shared.orbits.get(state.orbit).is_asymmetric()
    }

    /// Numbers the children of a state, those that are equal by symmetry alike.
    pub(super) fn number_twins(&self, state: State, children: &mut [Child]) {
        for (number, child) in (0..).zip(&mut *children) {
            child.twins = number;
        }
        if self.way.tells_histories_apart() {
            self.join_images(state, children);
        } else {
            let name = |child: &Child| (child.state.orbit, child.state.player, child.state.passes);
            for index in 0..children.len() {
                let like = |other: &&Child| name(other) == name(&children[index]);
                let first = children.iter().find(like).expect("it is like itself");
                children[index].twins = first.twins;
            }
        }
    }

    /// Gives the same number to plays that a symmetry of the state and of its history carries to each other.
    fn join_images(&self, state: State, children: &mut [Child]) {
        let shared = self.shared;
        let symmetry = &shared.orbits.symmetry;
        for &fixing in &shared.orbits.stabilizer(state.orbit).elements {
            // An exchange of the colors exchanges the player to move, too.
            if fixing == Element::IDENTITY || symmetry.swaps_colors(fixing) {
                continue;
            }
            let home = symmetry.inverse(state.element);
            let actual = symmetry.product(symmetry.product(state.element, fixing), home);
            if !self.path.is_kept_by(&shared.orbits, shared.packing, actual) {
                continue;
            }
            for index in 0..children.len() {
                let Some(edge) = children[index].edge else {
                    continue;
                };
                let image = symmetry.point(fixing, edge.point());
                let is_image =
                    |other: &&Child| other.edge.is_some_and(|edge| edge.point() == image);
                if let Some(other) = children.iter().find(is_image) {
                    let (one, other) = (children[index].twins, other.twins);
                    (children
                        .iter_mut()
                        .filter(|child| child.twins == one.max(other)))
                    .for_each(|child| child.twins = one.min(other));
                }
            }
        }
    }
}
