//! The hardest positions, by search effort from scratch.

use koproof_rules::{Board, Coloring, Player, Ruleset, text};
use koproof_solver::{Budget, Observer, Options, Solver, SolverError};
use koproof_tables::Table;
use serde::Serialize;

use crate::work_turn::WorkTurn;

/// The number of hardest positions in the list.
const KEPT: usize = 8;
/// The limit of expansions for a search. Positions that reach it come first, in the order of the search.
const MAX_EXPANSIONS: u64 = 200_000;

/// A coloring and the player to move.
type Position = (Coloring<1, 2>, Player);

/// A solved table whose positions are searched from scratch, one after the other.
#[derive(Debug)]
pub(crate) struct Searching {
    table: Table,
    positions: std::vec::IntoIter<Position>,
    /// The number of all positions.
    pub(crate) total: usize,
    /// The hardest positions so far with their expansions, the hardest first.
    hardest: Vec<(u64, Position)>,
}

/// A hard position, as a page shows it.
#[derive(Debug, Serialize)]
pub struct Hard {
    position: String,
    to_move: String,
    value: i32,
    /// Expansions of the search; it is stopped at 200,000.
    expansions: u64,
}

impl Searching {
    pub(crate) fn new(table: Table) -> Self {
        let of_both = |coloring| Player::BOTH.map(|player| (coloring, player));
        let positions: Vec<Position> = table.representatives().iter().flat_map(of_both).collect();
        Self {
            table,
            total: positions.len(),
            positions: positions.into_iter(),
            hardest: Vec::new(),
        }
    }

    /// Returns the number of positions searched so far.
    pub(crate) fn searched(&self) -> usize {
        self.total - self.positions.len()
    }

    /// Searches positions, each with a new solver, until the turn ends, at least one. Returns the hardest so far.
    pub(crate) fn turn(
        &mut self,
        board: &Board,
        rules: Ruleset,
        turn: &impl WorkTurn,
    ) -> Result<Vec<Hard>, SolverError> {
        // Only one thread expands the same nodes every time.
        let options = Options::one_thread();
        for (coloring, player) in self.positions.by_ref() {
            let solver = Solver::new(board, rules, options)?;
            let game = solver.game(coloring, player);
            let game = game.expect("representatives are legal colorings");
            let budget = Budget::nodes(MAX_EXPANSIONS);
            let solution = solver.solve(&game, budget, &UntilCancelled(turn));
            let expansions = solution.stats.expansions;
            let place = (self.hardest).partition_point(|&(others, _)| others >= expansions);
            self.hardest.insert(place, (expansions, (coloring, player)));
            self.hardest.truncate(KEPT);
            if turn.is_over() {
                break;
            }
        }
        let hardest = self.hardest.iter();
        let states = hardest.map(|&(expansions, (coloring, player))| Hard {
            position: text::position(board, &coloring),
            to_move: player.to_string(),
            value: (self.table.value(&coloring, player))
                .expect("representatives are legal colorings"),
            expansions,
        });
        Ok(states.collect())
    }
}

/// Stops a search whose page has closed, but not at the end of a turn, because it would have to start again.
struct UntilCancelled<'t, T>(&'t T);

impl<T: WorkTurn> Observer for UntilCancelled<'_, T> {
    fn should_stop(&self) -> bool {
        self.0.is_cancelled()
    }
}
