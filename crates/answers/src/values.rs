//! The values of the moves of a game.
//!
//! First comes the value of the game, then the best moves and a line of best play, then the value of every move. A
//! value that is not found within a short turn stays open, with a bracket, and is tried again in longer turns, so that
//! one hard move does not block the others. Each turn starts with new proof numbers, so a value that takes longer than
//! every turn might never be found: turns grow without a limit.

use std::time::Duration;

use koproof_solver::{Analysis, Budget, Detail, Observer, Solver, Stopped};

use crate::question::Question;
use crate::report::ValueLine;

/// The first turn for each question.
const FIRST: Duration = Duration::from_millis(100);

/// The values of the moves of one game, as far as they are found.
#[derive(Clone, Debug)]
pub struct Values {
    /// The question.
    pub question: Question,
    known: Option<Analysis>,
    length: Duration,
}

impl Values {
    /// Begins to answer.
    #[must_use]
    pub fn new(question: Question) -> Self {
        Self {
            question,
            known: None,
            length: FIRST,
        }
    }

    /// Returns the length of the next turn.
    #[must_use]
    pub fn length(&self) -> Duration {
        self.length
    }

    /// Returns the expansions of all turns so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.known
            .as_ref()
            .map_or(0, |known| known.stats.expansions)
    }

    /// Works for one turn with a solver for the board and the rules, and returns the analysis so far.
    pub fn work(&mut self, solver: &Solver, budget: Budget, observer: &dyn Observer) -> &Analysis {
        let game = &self.question.game;
        let known = self.known.get_or_insert_with(|| solver.analysis(game));
        solver.deepen(game, known, Detail::Moves, budget, observer);
        // A turn that the observer has ended, because others wait, was not too short.
        if known.stopped == Some(Stopped::Time) {
            self.length = self.length.saturating_mul(2);
        }
        known
    }

    /// Returns the last line of the answer, if the answer is complete.
    #[must_use]
    pub fn end(&self) -> Option<ValueLine> {
        let known = self.known.as_ref()?;
        // Another turn brings more time, but no more memory, no more names and no deeper stack.
        let given_up = known
            .stopped
            .filter(|why| matches!(why, Stopped::Memory | Stopped::Names | Stopped::Depth));
        (given_up.is_some() || known.is_complete(Detail::Moves)).then(|| ValueLine::End {
            open: given_up.map(|why| why.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use koproof_solver::{Bracket, Nobody, Options};

    use super::*;
    use crate::{GameText, Reporter};

    /// The reported brackets of the value of the game.
    struct Brackets(Mutex<(Reporter, Vec<Bracket>)>);

    impl Observer for Brackets {
        fn on_analysis(&self, analysis: &Analysis) {
            let (reporter, brackets) = &mut *self.0.lock().expect("no thread has failed");
            brackets.extend(reporter.news(analysis).into_iter().filter_map(|line| {
                let ValueLine::Value { lo, hi } = line else {
                    return None;
                };
                Some(Bracket { lo, hi })
            }));
        }
    }

    /// Values of a board that no test solves.
    fn hard() -> (Solver, Values) {
        let board = "5x5".parse().expect("a board");
        let question = Question::empty(board).expect("it is small");
        let Question { board, game } = &question;
        let options = Options::one_thread();
        let solver = Solver::new(board, *game.rules(), options).expect("a small board");
        (solver, Values::new(question))
    }

    /// A turn begins with new proof numbers. With turns of at most ten seconds the value of 1x14 under situational
    /// superko stayed open.
    #[test]
    fn turns_that_their_time_ends_grow_without_a_limit() {
        let (solver, mut values) = hard();
        for doublings in 0..12 {
            assert_eq!(values.length(), FIRST * (1 << doublings));
            let budget = Budget {
                time: Some(Duration::from_millis(1)),
                ..Budget::UNLIMITED
            };
            values.work(&solver, budget, &Nobody);
        }
    }

    /// Stops every turn.
    struct OthersWait;

    impl Observer for OthersWait {
        fn should_stop(&self) -> bool {
            true
        }
    }

    #[test]
    fn turns_that_end_because_others_wait_do_not_grow() {
        let (solver, mut values) = hard();
        for _ in 0..100 {
            values.work(&solver, Budget::UNLIMITED, &OthersWait);
        }
        assert_eq!(values.length(), FIRST);
    }

    #[test]
    fn the_reported_brackets_narrow_to_the_value() {
        let text = r#"{"board": "1x10", "rules": {"superko": "positional", "suicide": "allow", "scoring": "area"},
            "start": "..........", "to_move": "black", "moves": []}"#;
        let text: GameText = serde_json::from_str(text).expect("a game");
        let question = text.read().expect("a legal game");
        let options = Options::one_thread();
        let Question { board, game } = &question;
        let solver = Solver::new(board, *game.rules(), options).expect("a small board");
        let brackets = Brackets(Mutex::new((Reporter::new(board), Vec::new())));
        let mut values = Values::new(question);
        // Turns with a node limit are the same on every machine. A turn starts with new proof numbers, so it must grow.
        let turns = (0..).map(|doublings| Budget::nodes(1_000 << doublings));
        for turn in turns {
            values.work(&solver, turn, &brackets);
            if values.end().is_some() {
                break;
            }
        }
        let (_, brackets) = brackets.0.into_inner().expect("no thread has failed");
        let inside = |[outer, inner]: &[Bracket; 2]| {
            outer.lo <= inner.lo && inner.hi <= outer.hi && outer != inner
        };
        assert!(brackets.array_windows().all(inside), "{brackets:?}");
        assert!(brackets.len() > 2, "{brackets:?}");
        // Drange 1998, and results/SERIES.md.
        assert_eq!(brackets.last().copied().and_then(Bracket::exact), Some(1));
    }
}
