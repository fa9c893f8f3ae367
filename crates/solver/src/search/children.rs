//! The moves of a state in the search, and the choice of the next one.

use super::numbers::{INFINITY, MAX_NUMBER, Numbers, Summation};
use crate::claims::claim::Proof;
use crate::claims::derive::Step;
use crate::claims::known::Settled;
use crate::state::State;
use crate::state::plays::Edge;
use crate::state::records::RecordId;

/// The result of a search, from the point of view of the side to move; for a child, of the side to move at its parent.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    Won(Proof),
    Lost(Proof),
    Open(Numbers),
}

impl Outcome {
    /// Returns the result from the point of view of the other side.
    #[inline]
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Won(proof) => Self::Lost(proof),
            Self::Lost(proof) => Self::Won(proof),
            Self::Open(numbers) => Self::Open(numbers.flipped()),
        }
    }
}

impl From<Settled> for Outcome {
    #[inline]
    fn from(settled: Settled) -> Self {
        match settled {
            Settled::Won(proof) => Self::Won(proof),
            Settled::Lost(proof) => Self::Lost(proof),
        }
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
    /// The number of other threads that search below it.
    pub(super) workers: u16,
    /// Its evaluation for the side to move at its parent, in quarter points, if evaluations order the moves.
    pub(super) promise: i16,
}

impl Child {
    /// Tells whether it has no proof yet.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.outcome, Outcome::Open(_))
    }

    /// Returns the move with a proof of its result.
    pub(super) fn step<'p>(&self, proof: &'p Proof) -> Step<'p> {
        Step {
            edge: self.edge,
            state: self.state,
            record: self.record,
            proof,
        }
    }
}

/// The open children of a state, summed up.
pub(super) struct Choice {
    pub(super) best: usize,
    /// The proof number of the best, and that of the second best with the threads below it counted as virtual losses.
    pub(super) least: u32,
    pub(super) second: u32,
    pub(super) numbers: Numbers,
    /// The amount that the other children add to the disproof number.
    pub(super) others: u32,
}

/// Finds the open child with the least proof number, those that other threads search counted as worse; `None` if none is
/// open. Only the first `counted` open children count.
pub(super) fn choose_child(
    children: &[Child],
    summation: Summation,
    counted: usize,
) -> Option<Choice> {
    let mut choice: Option<Choice> = None;
    let mut preferred = INFINITY;
    let (mut sum, mut largest, mut open) = (0, 0, 0);
    for (index, child) in children.iter().enumerate() {
        let Outcome::Open(numbers) = child.outcome else {
            continue;
        };
        if open == counted as u64 {
            break;
        }
        let seen = numbers
            .pn
            .saturating_add((numbers.pn / 2 + 1) * u32::from(child.workers))
            .min(INFINITY - 1);
        let choice = choice.get_or_insert(Choice {
            best: index,
            least: numbers.pn,
            second: INFINITY,
            numbers: Numbers {
                pn: INFINITY,
                dn: 0,
            },
            others: 0,
        });
        choice.numbers.pn = choice.numbers.pn.min(numbers.pn);
        sum += u64::from(numbers.dn);
        largest = largest.max(u64::from(numbers.dn));
        open += 1;
        if seen < preferred {
            choice.second = preferred;
            preferred = seen;
            choice.best = index;
            choice.least = numbers.pn;
            choice.others = numbers.dn;
        } else {
            choice.second = choice.second.min(seen);
        }
    }
    choice.map(|mut choice| {
        let (all, others) = match summation {
            Summation::Plain => (sum, sum - u64::from(choice.others)),
            Summation::Weak => (largest + open - 1, open - 1),
        };
        choice.others = others.min(u64::from(MAX_NUMBER)) as u32;
        choice.numbers.dn = all.min(u64::from(MAX_NUMBER)) as u32;
        choice
    })
}
