//! All colorings of a board, solved one after the other within one budget.

use koproof_rules::{Coloring, Player, Representatives};
use std::time::Duration;

use koproof_solver::{Budget, Observer, Solver};
use rayon::ThreadPoolBuilder;

use super::{Halt, Question, Result, reason};

/// The values found for the colorings of a board.
pub(super) struct States {
    pub(super) representatives: Representatives,
    /// The exact values by rank, with Black and with White to move.
    pub(super) values: Vec<Option<[i8; 2]>>,
    /// The state that took most expansions: representative, player to move and expansions; the first of equal ones.
    pub(super) hardest: (Coloring<1, 2>, Player, u64),
    pub(super) expansions: u64,
    /// The reason why not all are solved.
    pub(super) stopped: Option<String>,
}

impl States {
    /// Solves the representatives of all colorings, full boards first, because their claims help with emptier boards.
    pub(super) fn solve(
        question: &Question<'_>,
        solver: &Solver,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .map_err(Halt::failed)?;
        let representatives = pool
            .install(|| Representatives::new_unless(&question.graph, |_| observer.should_stop()))
            .map_err(Halt::failed)?
            .ok_or(Halt::Interrupted)?;
        let colorings: Vec<Coloring<1, 2>> = representatives.iter().collect();
        let mut order: Vec<usize> = (0..colorings.len()).collect();
        order.sort_by_key(|&rank| std::cmp::Reverse(colorings[rank].occupied().len()));
        let mut found = Self {
            representatives,
            values: vec![None; colorings.len()],
            hardest: (Coloring::EMPTY, Player::BLACK, 0),
            expansions: 0,
            stopped: None,
        };
        for rank in order {
            let mut values = [0; 2];
            for (value, player) in values.iter_mut().zip(Player::BOTH) {
                match found.state(solver, colorings[rank], player, budget, observer)? {
                    Some(exact) => *value = exact,
                    None => return Ok(found),
                }
            }
            found.values[rank] = Some(values);
            if observer.should_stop() {
                return Err(Halt::Interrupted);
            }
        }
        Ok(found)
    }

    /// Solves one state; `None` if the budget ends before its value is exact.
    fn state(
        &mut self,
        solver: &Solver,
        coloring: Coloring<1, 2>,
        player: Player,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<i8>> {
        let game = solver.game(coloring, player).map_err(Halt::failed)?;
        let left = budget.after(self.expansions, Duration::ZERO);
        let solution = solver.solve(&game, left, observer);
        let took = solution.stats.expansions;
        self.expansions += took;
        if took > self.hardest.2 {
            self.hardest = (coloring, player, took);
        }
        if let Some(exact) = solution.value.exact() {
            return Ok(Some(exact as i8));
        }
        self.stopped = reason(solution.stopped)?;
        Ok(None)
    }

    /// Returns every representative that is solved with its values.
    pub(super) fn solved(&self) -> impl Iterator<Item = (Coloring<1, 2>, [i8; 2])> + '_ {
        let known = self.representatives.iter().zip(&self.values);
        known.filter_map(|(coloring, values)| Some((coloring, (*values)?)))
    }
}
