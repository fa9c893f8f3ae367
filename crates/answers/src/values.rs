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
    question: Question,
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

    /// Returns the question.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
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
        let game = self.question.game();
        let known = self.known.get_or_insert_with(|| solver.analysis(&game));
        solver.deepen(&game, known, Detail::Moves, budget, observer);
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
