//! The steps of a search: how long each way searches before the next one has its turn.
//!
//! No step depends on a limit of the call. So a larger limit only adds steps: what is solved within a limit takes the same
//! expansions within every larger one.

use super::ways::{Portfolio, Way};

/// The expansions of one way before the next way has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) way: Way,
    /// The limit of expansions for each question.
    pub(super) expansions: u64,
    /// The number of targets that may be left open.
    pub(super) targets: usize,
}

impl Portfolio {
    /// Returns the steps, in rounds. Each round is a multiple of the round before.
    ///
    /// On a board with room the narrow way gets most of a round, and only one target in it, so that it can finish one.
    /// The other ways, which are better in long fights, get an eighth for each target.
    ///
    /// On other boards each step asks all open targets, because easy ones narrow the bracket, and their claims help with the
    /// hard ones. All ways but the narrow one begin a step without numbers. In the fights of dense boards a search that goes
    /// astray stays there as long as it keeps its numbers, so first rounds are short there; on paths and cycles nothing is
    /// gained by new beginnings.
    pub(super) fn steps(self) -> impl Iterator<Item = Step> + use<> {
        let [first, second] = self.ways();
        let [expansions, growth] = match self {
            Self::Dense => [8_000, 2],
            Self::Sparse | Self::Roomy => [1_000_000, 4],
        };
        let rounds = std::iter::successors(Some(expansions), move |round: &u64| {
            Some(round.saturating_mul(growth))
        });
        rounds.flat_map(move |round| match self {
            Self::Dense | Self::Sparse => vec![
                step(first, round, usize::MAX),
                step(second, round / 4, usize::MAX),
            ],
            Self::Roomy => vec![
                step(first, round, 1),
                step(second, round / 8, 2),
                step(Way::Weak, round / 8, 2),
            ],
        })
    }
}

/// Returns the steps of a question that is left open after its turn.
pub(super) fn turn_of([first, second]: [Way; 2], turn: u64) -> [Step; 2] {
    [step(first, turn, 1), step(second, turn / 4, 1)]
}

fn step(way: Way, expansions: u64, targets: usize) -> Step {
    Step {
        way,
        expansions,
        targets,
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
            let steps: Vec<Step> = portfolio.steps().take(2 * ways.len()).collect();
            let of_steps: Vec<Way> = steps.iter().map(|step| step.way).collect();
            assert_eq!(of_steps, ways.repeat(2), "{portfolio:?}");
            for (early, late) in steps.iter().zip(&steps[ways.len()..]) {
                assert_eq!(late.expansions, growth * early.expansions, "{portfolio:?}");
            }
        }
    }

    #[test]
    fn rounds_go_on_without_overflow() {
        for portfolio in [Portfolio::Dense, Portfolio::Sparse, Portfolio::Roomy] {
            let late = portfolio.steps().nth(300);
            let late = late.expect("there is always another step");
            assert!(late.expansions > 1 << 59, "{portfolio:?}");
        }
    }
}
