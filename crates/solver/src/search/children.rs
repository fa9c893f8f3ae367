//! The moves of a state in the search, and the choice of the next one.

use super::numbers::INFINITY;
use super::ways::Way;
use crate::claims::claim::Proof;
use crate::claims::derive::Answer;
use crate::claims::settled::Settled;
use crate::effort::Effort;
use crate::state::State;
use crate::state::plays::Edge;
use crate::state::records::RecordId;

/// The result of a search, from the point of view of the side to move; for a child, of the side to move at its parent. If it
/// is open, the effort that is left.
pub(super) type Outcome = Result<Settled, Effort>;

/// Returns a result from the point of view of the other side.
#[inline]
pub(super) fn flipped(outcome: Outcome) -> Outcome {
    match outcome {
        Ok(settled) => Ok(settled.flipped()),
        Err(numbers) => Err(numbers.flipped()),
    }
}

/// A child: a move, and the state after it.
pub(super) struct Child {
    /// `None` for a pass.
    pub(super) edge: Option<Edge>,
    pub(super) state: State,
    /// The toll that the line from the root has paid by then, White − Black.
    pub(super) paid: i16,
    pub(super) record: Option<RecordId>,
    pub(super) outcome: Outcome,
    /// Its promise for the side to move at its parent, in quarter points, if evaluations order the moves.
    pub(super) promise: i16,
}

impl Child {
    /// Tells whether it has no proof yet.
    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_err()
    }

    /// Tells whether another child is the same state up to symmetry.
    fn is_twin_of(&self, other: &Self) -> bool {
        let name = |child: &Self| (child.state.orbit, child.state.player, child.state.passes);
        name(self) == name(other)
    }

    /// Returns the move with a proof of its result.
    pub(super) fn answer<'p>(&self, proof: &'p Proof) -> Answer<'p> {
        (self.edge.map(Edge::point), proof)
    }
}

/// The open children of a state, summed up.
pub(super) struct Choice {
    pub(super) best: usize,
    /// The proof number of the second best.
    pub(super) second: u32,
    /// The proof number of the best, and the sum of the disproof numbers.
    pub(super) numbers: Effort,
    /// The amount that the other children add to the disproof number.
    pub(super) others: u32,
}

/// Lists the open children with their numbers; those that are equal by symmetry once, if they can be.
pub(super) fn open_children(
    children: &[Child],
    has_twins: bool,
) -> impl Iterator<Item = (usize, &Child, Effort)> {
    (children.iter().enumerate()).filter_map(move |(index, child)| {
        let Err(numbers) = child.outcome else {
            return None;
        };
        let is_first = !has_twins
            || !(children[..index].iter()).any(|other| other.is_open() && other.is_twin_of(child));
        is_first.then_some((index, child, numbers))
    })
}

/// Finds the open child with the least proof number; `None` if none is open. Only the first `counted` of
/// [`open_children`] count. In the narrow way those that promise as much as the last of them count, too.
pub(super) fn choose_child(
    children: &[Child],
    way: Way,
    counted: usize,
    has_twins: bool,
) -> Option<Choice> {
    let mut choice: Option<Choice> = None;
    let (mut sum, mut largest, mut open) = (0, 0, 0);
    let mut promise = 0;
    for (index, child, numbers) in open_children(children, has_twins) {
        if open >= counted as u64 && child.promise != promise {
            break;
        }
        promise = child.promise;
        let choice = choice.get_or_insert(Choice {
            best: index,
            second: INFINITY,
            numbers: Effort {
                proof: INFINITY,
                disproof: 0,
            },
            others: 0,
        });
        sum += u64::from(numbers.disproof);
        largest = largest.max(u64::from(numbers.disproof));
        open += 1;
        if numbers.proof < choice.numbers.proof {
            choice.second = choice.numbers.proof;
            choice.numbers.proof = numbers.proof;
            choice.best = index;
            choice.others = numbers.disproof;
        } else {
            choice.second = choice.second.min(numbers.proof);
        }
    }
    choice.map(|mut choice| {
        let summation = way.summation();
        choice.numbers.disproof = summation.of(sum, largest, open - 1);
        choice.others = summation.of(sum - u64::from(choice.others), 0, open - 1);
        choice
    })
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Element, Player};

    use super::*;

    /// An open move to an orbit, which adds 1 to sums.
    fn open(orbit: u32, promise: i16) -> Child {
        Child {
            edge: None,
            state: State {
                orbit,
                player: Player::WHITE,
                element: Element::IDENTITY,
                passes: 0,
            },
            paid: 0,
            record: None,
            outcome: Err(Effort::LEAST),
            promise,
        }
    }

    fn sum(children: &[Child], way: Way, counted: usize, has_twins: bool) -> Option<u32> {
        choose_child(children, way, counted, has_twins).map(|choice| choice.numbers.disproof)
    }

    #[test]
    fn symmetric_moves_count_once() {
        let children = [open(1, 0), open(1, 0), open(2, 0)];
        assert_eq!(sum(&children, Way::Narrow, usize::MAX, true), Some(2));
        assert_eq!(sum(&children, Way::Narrow, usize::MAX, false), Some(3));
    }

    #[test]
    fn moves_that_promise_as_much_as_the_last_that_counts_count_too() {
        let children = [open(1, 4), open(2, 2), open(3, 2), open(4, 0)];
        assert_eq!(sum(&children, Way::Narrow, 2, false), Some(3));
        assert_eq!(sum(&children, Way::Narrow, 1, false), Some(1));
    }
}
