//! Jobs of workers, and their reports.

use koproof_rules::{Game, Move};
use koproof_solver::{Bracket, Effort, Searcher, Solver};
use serde::{Deserialize, Serialize};

use crate::question::Question;

/// Moves after those of the question: points, `null` for a pass.
pub(crate) type Line = Vec<Option<u16>>;

/// A question for a worker: whether the value after some moves is at least the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its number.
    pub number: u64,
    /// The moves after those of the question: points, `null` for a pass.
    pub line: Vec<Option<u16>>,
    /// The target: Black − White.
    pub target: i32,
    /// The most expansions that it may take.
    pub expansions: u64,
    /// The worker that has most of what the search needs in memory. Others take the job only if that one does not.
    pub prefers: Option<String>,
    /// The job ends early when one of its numbers reaches one of these: then another position is more promising.
    pub until: Effort,
}

impl Job {
    /// Tells whether an attempt ends the job after so many expansions.
    pub(crate) fn ends(&self, attempt: Result<Bracket, Effort>, expansions: u64) -> bool {
        let until = self.until;
        expansions >= self.expansions
            || attempt.map_or_else(
                |left| left.proof >= until.proof || left.disproof >= until.disproof,
                |_| true,
            )
    }

    /// Asks the question of the whole run first, for three quarters of the job's expansions, on boards where most points
    /// are neighbours. Returns whether that has answered it.
    ///
    /// In a superko fight the tree of the leader follows one long line after the other: K<sub>6</sub> was open after
    /// minutes, and takes 20,000 expansions of one worker this way. `docs/attempts.md` has other shares.
    pub(crate) fn answers_all(&self, searcher: &mut Searcher<'_>, root: &Game<'_, 1, 2>) -> bool {
        (searcher.deepen(root, self.target, self.expansions / 4 * 3)).is_some()
    }

    /// Tells whether another job asks the same, no matter which worker it is for.
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let prefers = self.prefers.clone();
        *self
            == (Self {
                prefers,
                ..other.clone()
            })
    }
}

/// The work of a worker for a job. Only its journal is evidence; numbers tell where to look next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The question.
    pub job: Job,
    /// The worker.
    pub worker: String,
    /// How many expansions it took.
    pub expansions: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The number of parts of the worker's journal that contain everything it has proved by now.
    pub parts: u64,
    /// How much is left to do; `None` if the job is answered.
    pub left: Option<Effort>,
    /// Open positions below that of the job: others go on with their numbers.
    pub open: Vec<Estimate>,
}

impl Report {
    /// Lets another search go on with the numbers. False ones can mislead it, but prove nothing.
    pub(crate) fn tell(&self, question: &Question, solver: &Solver, searcher: &mut Searcher<'_>) {
        let Some(mut game) = question.game(solver, &self.job.line) else {
            return;
        };
        if let Some(left) = self.left {
            searcher.assume(&game, self.job.target, left);
        }
        // Most lines differ from the one before in their last move only.
        let mut made: &[Option<u16>] = &[];
        for Estimate { line, left } in &self.open {
            let same = made
                .iter()
                .zip(line)
                .take_while(|(one, other)| one == other);
            let same = same.count();
            for _ in same..made.len() {
                game.undo();
            }
            let more = line[same..].iter();
            let more = more.take_while(|&&taken| game.play(Move::of_number(taken)).is_ok());
            made = &line[..same + more.count()];
            if made.len() == line.len() {
                searcher.assume(&game, self.job.target, *left);
            }
        }
    }
}

/// An open position below that of a job, with its proof numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The moves from the position of the job: points, `null` for a pass.
    pub line: Vec<Option<u16>>,
    /// How much is left.
    pub left: Effort,
}

/// The expansions of a job for each estimate in its report. Measured with `simulate`: four workers on 4x4 take 226 k
/// expansions with 3 or 10, 242 k with 50, and 213 k if they share all numbers at once.
const FOR_AN_ESTIMATE: u64 = 10;
/// The most estimates in a report, which a job of 100,000 expansions reaches: about 600 kB. Every other worker reads
/// each report, and those of longer jobs would grow without limit.
const MAX_ESTIMATES: u64 = 10_000;

/// Lists open positions below the game of a job, with the numbers that a search has found.
pub(crate) fn estimates(
    searcher: &mut Searcher<'_>,
    game: &Game<'_, 1, 2>,
    target: i32,
    expansions: u64,
) -> Vec<Estimate> {
    let found = searcher.estimates(game, target, wanted(expansions));
    let found = found.into_iter();
    found
        .map(|(line, left)| Estimate {
            line: line.into_iter().map(Move::number).collect(),
            left,
        })
        .collect()
}

/// Returns how many estimates the report of a job lists.
fn wanted(expansions: u64) -> usize {
    (expansions / FOR_AN_ESTIMATE).clamp(1, MAX_ESTIMATES) as usize
}

#[cfg(test)]
mod tests {
    use koproof_solver::{Budget, Nobody};

    use super::*;

    /// The report of a job of 10 million expansions had a million estimates, and above 44 million it was refused as too
    /// large.
    #[test]
    fn the_report_of_a_long_job_stays_small() {
        assert_eq!(wanted(3), 1);
        assert_eq!(wanted(20_000), 2_000);
        for expansions in [10_000_000, 50_000_000, u64::MAX] {
            assert!(wanted(expansions) <= 10_000);
        }
    }
    #[test]
    fn another_search_takes_over_the_numbers_of_all_legal_lines() {
        let question = Question::of_empty("3x4", 100);
        let solver = question.solver().expect("a small board");
        let (a, b, c) = (Some(6), Some(2), Some(1));
        // The third plays on a stone, the fifth beyond the board.
        let lines = [
            vec![a],
            vec![a, b, None],
            vec![a, b, a],
            vec![a, b, c],
            vec![a, Some(12)],
            vec![a, c],
            vec![b],
        ];
        let effort = |number: u32| Effort {
            proof: 50 + number,
            disproof: 70 + number,
        };
        let open = (0..).zip(&lines).map(|(number, line)| Estimate {
            line: line.clone(),
            left: effort(number),
        });
        let report = Report {
            job: Job {
                number: 1,
                line: vec![Some(5)],
                target: 4,
                expansions: 100,
                prefers: None,
                until: effort(0),
            },
            worker: "other".to_owned(),
            expansions: 100,
            seconds: 0.0,
            parts: 0,
            left: Some(effort(9)),
            open: open.collect(),
        };
        solver.with_searcher(Budget::UNLIMITED, &Nobody, |searcher| {
            report.tell(&question, &solver, searcher);
            let mut known = |line: &[Option<u16>]| {
                let line = [&[Some(5)], line].concat();
                let game = question.game(&solver, &line)?;
                Some(searcher.attempt(&game, 4, 0))
            };
            assert_eq!(known(&[]), Some(Err(effort(9))));
            for (number, line) in (0..).zip(&lines) {
                let is_legal = ![2, 4].contains(&number);
                let expected = is_legal.then_some(Err(effort(number)));
                assert_eq!(known(line), expected, "{line:?}");
            }
        });
    }
}
