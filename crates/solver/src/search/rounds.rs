//! The steps of a search: how long each way searches before the next one has its turn.
//!
//! No step depends on a limit of the call. So a larger limit only adds steps: what is solved within a limit takes the same
//! expansions within every larger one.

use super::ways::{Portfolio, Way};

/// Expansions of one way for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) way: Way,
    pub(super) expansions: u64,
}

/// What is done for one open target after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The attempts at each target.
    pub(super) attempts: Vec<Attempt>,
    /// The number of targets that may be left open.
    pub(super) targets: usize,
}

impl Step {
    fn new(targets: usize, attempts: &[(Way, u64)]) -> Self {
        let attempt = |&(way, expansions)| Attempt { way, expansions };
        Self {
            attempts: attempts.iter().map(attempt).collect(),
            targets,
        }
    }
}

impl Portfolio {
    /// Returns the steps, in rounds. Each round is a multiple of the round before.
    ///
    /// On a board with room the narrow way gets most of a round, and only one target in it, so that it can finish one.
    /// The other ways, which are better in long fights, get an eighth for each target.
    ///
    /// On other boards each step asks all open targets, because easy ones narrow the bracket, and their claims help with the
    /// hard ones. All ways but the narrow one begin a turn without numbers. In the fights of dense boards a search that goes
    /// astray stays there as long as it keeps its numbers, so first rounds are short there. On paths and cycles nothing is
    /// gained by new beginnings, and the second way is tried only where the first has failed.
    pub(super) fn steps(self) -> impl Iterator<Item = Step> + use<> {
        let [first, second] = self.ways();
        let [expansions, growth] = match self {
            Self::Dense => [8_000, 2],
            Self::Sparse | Self::Roomy => [1_000_000, 4],
        };
        let rounds = std::iter::successors(Some(expansions), move |round: &u64| {
            Some(round.saturating_mul(growth))
        });
        const ALL: usize = usize::MAX;
        rounds.flat_map(move |round| match self {
            Self::Dense => vec![
                Step::new(ALL, &[(first, round)]),
                Step::new(ALL, &[(second, round / 4)]),
            ],
            Self::Sparse => vec![Step::new(ALL, &[(first, round), (second, round / 4)])],
            Self::Roomy => vec![
                Step::new(1, &[(first, round)]),
                Step::new(2, &[(second, round / 8)]),
                Step::new(2, &[(Way::Weak, round / 8)]),
            ],
        })
    }

    /// Returns the only step of a question that is left open after its turn.
    pub(super) fn turn(self, turn: u64) -> Step {
        let [first, second] = self.ways();
        Step::new(1, &[(first, turn), (second, turn / 4)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_comes_in_every_round_and_rounds_grow() {
        use Way::{Narrow, Plain, Weak};
        for (portfolio, ways, growth) in [
            (Portfolio::Dense, vec![Weak, Plain], 2),
            (Portfolio::Sparse, vec![Plain, Weak], 4),
            (Portfolio::Roomy, vec![Narrow, Plain, Weak], 4),
        ] {
            let attempts = portfolio.steps().flat_map(|step| step.attempts);
            let attempts: Vec<Attempt> = attempts.take(2 * ways.len()).collect();
            let of_attempts: Vec<Way> = attempts.iter().map(|attempt| attempt.way).collect();
            assert_eq!(of_attempts, ways.repeat(2), "{portfolio:?}");
            for (early, late) in attempts.iter().zip(&attempts[ways.len()..]) {
                assert_eq!(late.expansions, growth * early.expansions, "{portfolio:?}");
            }
        }
    }

    #[test]
    fn rounds_go_on_without_overflow() {
        for portfolio in [Portfolio::Dense, Portfolio::Sparse, Portfolio::Roomy] {
            let late = portfolio.steps().nth(300);
            let late = late.expect("there is always another step");
            assert!(late.attempts[0].expansions > 1 << 59, "{portfolio:?}");
        }
    }
}
