//! The steps of a search: how long each way searches before the next one has its turn.
//!
//! No step depends on the node limit of the call. A search with a larger limit begins with the same expansions and goes
//! on for longer.

use super::ways::{Portfolio, Way};

/// Expansions of one way for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) way: Way,
    pub(super) expansions: u64,
}

/// The attempts at one open target after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The attempts at each target.
    pub(super) attempts: Vec<Attempt>,
    /// The number of targets that may be left open.
    pub(super) targets: usize,
    /// Whether the first target is that the side to move is ahead.
    pub(super) ahead: bool,
}

impl Step {
    fn new(targets: usize, attempts: &[(Way, u64)]) -> Self {
        let attempt = |&(way, expansions)| Attempt { way, expansions };
        Self {
            attempts: attempts.iter().map(attempt).collect(),
            targets,
            ahead: false,
        }
    }

    /// The attempts of [`Way::Deepening`] on a dense board.
    fn deepening(expansions: u64) -> Self {
        Self {
            ahead: true,
            ..Self::new(ALL_TARGETS, &[(Way::Deepening, expansions)])
        }
    }
}

/// The number of targets that a step may leave open if it asks all that are open.
const ALL_TARGETS: usize = usize::MAX;

/// The expansions of the narrow way in the first round on a board with room.
const ROOMY: u64 = 1_000_000;

/// The expansions of the weak way in the first round on a dense board.
///
/// With 8,000, 10,000 and 12,000, hard boards of six points in 140 orders of their points take 3.5 M, 2.7 M and 4.5 M
/// expansions in all; shares of the node limit, as before, take 7.7 M, and leave five of them open after a million.
const DENSE: u64 = 10_000;

/// The expansions of iterative deepening on a dense board of few points, as a multiple of those of the weak way: it rarely
/// goes astray.
const FIRST: u64 = 64;

/// The rounds on a larger dense board before iterative deepening comes first. Most boards are solved by then.
///
/// Within a million expansions 43 of 44 hard boards of seven points are solved, in 10.6 M expansions. When it came last, from
/// the next round on, 39 were, in 18.6 M; first after one round, 42, in less than 9 M and in more time (`docs/attempts.md`).
const BEFORE_DEEPENING: usize = 2;

/// The expansions of iterative deepening from then on, as a multiple of those of the weak way.
const LATER: u64 = 16;

/// The rounds on any other small board before iterative deepening takes the place of the weak way.
const BEFORE_SPARSE_DEEPENING: usize = 2;

/// Returns the expansions of each way in the first round on any other board: three times the number of its colorings,
/// within limits.
///
/// With 1 times the number of colorings a table of a path of eight points takes a fifth more expansions; with 2 times
/// K2,5 does. With an upper limit of 250,000 a path of fourteen points takes three quarters more.
fn sparse(points: usize) -> u64 {
    let colorings = 3_u64.saturating_pow(points as u32);
    colorings.saturating_mul(3).clamp(1_000, 1_000_000)
}

impl Portfolio {
    /// Returns the steps on a board with this number of points, in rounds. Each round is a multiple of the round
    /// before.
    ///
    /// On a board with room the narrow way gets most of a round, and only one target in it, so that it can finish one.
    /// The other ways, which are better in long fights, get an eighth for each target.
    ///
    /// On other boards each step asks all open targets, because easy ones narrow the bracket, and their claims help
    /// with the hard ones. The two ways with numbers divide a round equally if the first goes on with its numbers in the next
    /// round, and four to one if it begins anew. Iterative deepening comes first on dense boards, on larger ones after some
    /// rounds; on other boards of few points it takes the place of the second way after some rounds.
    pub(super) fn steps(self, points: usize) -> impl Iterator<Item = Step> + use<> {
        let [first, second] = self.ways();
        let (expansions, growth) = match self {
            Self::TinyDense | Self::Dense => (DENSE, 2),
            Self::Sparse | Self::Long => (sparse(points), 2),
            Self::Roomy => (ROOMY, 4),
        };
        let rounds = std::iter::successors(Some(expansions), move |round: &u64| {
            Some(round.saturating_mul(growth))
        });
        rounds
            .enumerate()
            .flat_map(move |(index, round)| match self {
                Self::TinyDense => vec![
                    Step::deepening(round.saturating_mul(FIRST)),
                    Step::new(ALL_TARGETS, &[(first, round)]),
                    Step::new(ALL_TARGETS, &[(second, round / 4)]),
                ],
                Self::Dense => {
                    let mut steps = vec![
                        Step::new(ALL_TARGETS, &[(first, round)]),
                        Step::new(ALL_TARGETS, &[(second, round / 4)]),
                    ];
                    if index >= BEFORE_DEEPENING {
                        steps.insert(0, Step::deepening(round.saturating_mul(LATER)));
                    }
                    steps
                }
                Self::Sparse if index >= BEFORE_SPARSE_DEEPENING => {
                    vec![Step::new(
                        ALL_TARGETS,
                        &[(first, round), (Way::Deepening, round)],
                    )]
                }
                Self::Sparse | Self::Long => {
                    vec![Step::new(ALL_TARGETS, &[(first, round), (second, round)])]
                }
                Self::Roomy => vec![
                    Step::new(1, &[(first, round)]),
                    Step::new(2, &[(second, round / 8)]),
                    Step::new(2, &[(Way::Weak, round / 8)]),
                ],
            })
    }

    /// Returns the only step of a question that is left open after its turn.
    ///
    /// On a larger board iterative deepening comes last. Of the moves of 40 hard dense boards of seven points 2 then stay open
    /// within a million expansions for each board, and of 40 other boards of eight points 12 within 300,000; without it 8 and 25.
    /// If it came first, dense boards would take a third more time.
    pub(super) fn turn(self, turn: u64) -> Step {
        let [first, second] = self.ways();
        let mut attempts = vec![(first, turn), (second, turn / 4)];
        let deepening = (Way::Deepening, turn);
        match self {
            Self::TinyDense => attempts.insert(0, deepening),
            Self::Dense | Self::Sparse => attempts.push(deepening),
            Self::Long | Self::Roomy => {}
        }
        Step::new(ALL_TARGETS, &attempts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Portfolio; 5] = [
        Portfolio::TinyDense,
        Portfolio::Dense,
        Portfolio::Sparse,
        Portfolio::Long,
        Portfolio::Roomy,
    ];

    #[test]
    fn each_way_comes_in_every_round_and_rounds_grow() {
        for (portfolio, ways, growth) in [
            (
                Portfolio::TinyDense,
                vec![Way::Deepening, Way::Weak, Way::Plain],
                2,
            ),
            (Portfolio::Dense, vec![Way::Weak, Way::Plain], 2),
            (Portfolio::Sparse, vec![Way::Plain, Way::Weak], 2),
            (Portfolio::Long, vec![Way::Wide, Way::Weak], 2),
            (
                Portfolio::Roomy,
                vec![Way::Narrow, Way::Plain, Way::Weak],
                4,
            ),
        ] {
            let attempts = portfolio.steps(9).flat_map(|step| step.attempts);
            let attempts: Vec<Attempt> = attempts.take(2 * ways.len()).collect();
            let of_attempts: Vec<Way> = attempts.iter().map(|attempt| attempt.way).collect();
            assert_eq!(of_attempts, ways.repeat(2), "{portfolio:?}");
            for (early, late) in attempts.iter().zip(&attempts[ways.len()..]) {
                assert_eq!(late.expansions, growth * early.expansions, "{portfolio:?}");
            }
        }
    }

    #[test]
    fn iterative_deepening_has_its_turn_first_on_tiny_boards_and_late_on_others() {
        let deepens = |step: &Step| {
            let way = |attempt: &Attempt| attempt.way == Way::Deepening;
            step.attempts.iter().any(way)
        };
        for (portfolio, first) in [
            (Portfolio::TinyDense, Some(0)),
            (Portfolio::Dense, Some(2 * 2)),
            (Portfolio::Sparse, Some(2)),
            (Portfolio::Long, None),
            (Portfolio::Roomy, None),
        ] {
            let mut steps = portfolio.steps(8).take(50);
            assert_eq!(
                steps.position(|step| deepens(&step)),
                first,
                "{portfolio:?}"
            );
        }
    }

    #[test]
    fn a_turn_includes_iterative_deepening_on_boards_of_few_points_and_on_dense_ones() {
        for (portfolio, place) in [
            (Portfolio::TinyDense, Some(0)),
            (Portfolio::Dense, Some(2)),
            (Portfolio::Sparse, Some(2)),
            (Portfolio::Long, None),
            (Portfolio::Roomy, None),
        ] {
            let attempts = portfolio.turn(1_000).attempts;
            let deepening = Attempt {
                way: Way::Deepening,
                expansions: 1_000,
            };
            let found = attempts.iter().position(|&attempt| attempt == deepening);
            assert_eq!(found, place, "{portfolio:?}");
            assert_eq!(attempts.len(), 2 + usize::from(place.is_some()));
        }
    }

    #[test]
    fn rounds_go_on_without_overflow() {
        for portfolio in KINDS {
            for points in [1, 64] {
                let late = portfolio.steps(points).nth(300);
                let late = late.expect("there is always another step");
                assert!(late.attempts[0].expansions > 1 << 59, "{portfolio:?}");
            }
        }
    }
}
