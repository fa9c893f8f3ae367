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

    /// Returns the solver for this board and these rules, if there still is one.
    pub fn get(&mut self, board: &Board, rules: Ruleset) -> Option<Arc<Solver>> {
        let rules = rules.of_values();
        let is_it = |kept: &Kept| kept.rules == rules && kept.board == *board;
        let place = self.kept.iter().position(is_it)?;
        self.kept[place..].rotate_left(1);
        self.kept.last().map(|kept| Arc::clone(&kept.solver))
    }

    /// Makes a solver for this board and these rules, and keeps it. It replaces the least recently used one.
    ///
    /// # Errors
    /// If there is no solver for this board under these rules.
    pub fn make(&mut self, board: &Board, rules: Ruleset) -> Result<Arc<Solver>, SolverError> {
        // The rules are passed on unchanged, so that unsupported numbers of players and handicaps are refused.
        let solver = Arc::new(Solver::new(board, rules, self.options)?);
        if self.kept.len() == Self::KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Kept {
            board: board.clone(),
            rules: rules.of_values(),
            solver: Arc::clone(&solver),
        });
        Ok(solver)
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
        for board in [&one, &two] {
            solvers.make(board, rules).expect("a small board");
        }
        assert!(solvers.get(&one, rules).is_some());
        solvers.make(&three, rules).expect("a small board");
        assert!(solvers.get(&two, rules).is_none());
        assert!(solvers.get(&one, rules).is_some());
        assert!(solvers.get(&three, rules).is_some());
    }
}
