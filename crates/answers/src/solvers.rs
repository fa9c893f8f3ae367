//! Solvers that keep their claims between questions.

use std::sync::Arc;

use koproof_rules::{Board, Ruleset};
use koproof_solver::{Options, Solver, SolverError};

/// Solvers for the latest boards and rules.
#[derive(Debug)]
pub struct Solvers {
    options: Options,
    /// The solvers, the one used last at the end.
    kept: Vec<Kept>,
}

/// A solver with its board and rules.
#[derive(Debug)]
struct Kept {
    board: Board,
    rules: Ruleset,
    solver: Arc<Solver>,
}

impl Solvers {
    /// The number of solvers that are kept, each for one board and one rule set.
    pub const KEPT: usize = 2;

    /// Keeps solvers with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            kept: Vec::new(),
        }
    }

    /// Returns the solver for this board and these rules, and whether it is new. A new one takes the place of the least
    /// recently used one.
    ///
    /// # Errors
    /// If there is no solver for this board under these rules.
    pub fn get(
        &mut self,
        board: &Board,
        rules: Ruleset,
    ) -> Result<(Arc<Solver>, bool), SolverError> {
        let of_values = rules.of_values();
        let is_it = |kept: &Kept| kept.rules == of_values && kept.board == *board;
        if let Some(place) = self.kept.iter().position(is_it) {
            self.kept[place..].rotate_left(1);
            let last = &self.kept[self.kept.len() - 1];
            return Ok((Arc::clone(&last.solver), false));
        }
        // The rules are passed on unchanged, so that unsupported numbers of players and handicaps are refused.
        let solver = Arc::new(Solver::new(board, rules, self.options)?);
        if self.kept.len() == Self::KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Kept {
            board: board.clone(),
            rules: of_values,
            solver: Arc::clone(&solver),
        });
        Ok((solver, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_that_was_not_used_for_longest_makes_room() {
        let rules = Ruleset::TROMP_TAYLOR;
        let [one, two, three] =
            ["1x2", "1x3", "2x2"].map(|name| -> Board { name.parse().expect("a board") });
        let mut solvers = Solvers::new(Options::default());
        let mut is_new = |board| solvers.get(board, rules).expect("a small board").1;
        let asked = [&one, &two, &one, &three, &one, &three, &two];
        let expected = [true, true, false, true, false, false, true];
        assert_eq!(asked.map(&mut is_new), expected);
    }
}
