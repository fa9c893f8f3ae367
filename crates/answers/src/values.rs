//! The values of the moves of a game.
//!
//! First comes the value of the game, then the best moves and a line of best play, then the value of every move. A
//! value that is not found within a short turn stays open, with a bracket, and is tried again in longer turns, so that
//! one hard move does not block the others.

use std::time::Duration;

use koproof_solver::{Analysis, Budget, Detail, Observer, Solver, Stopped};

use crate::question::Question;
use crate::report::ValueLine;

/// The first turn for each question, and the longest.
const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(10);

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
        self.length = (self.length * 2).min(LONGEST);
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
    use std::num::NonZeroUsize;
    use std::sync::Mutex;

    use koproof_solver::{Bracket, Options};

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

    #[test]
    fn the_reported_brackets_narrow_to_the_value() {
        let text = r#"{"board": "1x10", "rules": {"superko": "positional", "suicide": "allow", "scoring": "area"},
            "start": "..........", "to_move": "black", "moves": []}"#;
        let text: GameText = serde_json::from_str(text).expect("a game");
        let question = text.read().expect("a legal game");
        let options = Options {
            threads: Some(NonZeroUsize::MIN),
            ..Options::default()
        };
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
