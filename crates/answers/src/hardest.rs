//! The hardest positions, by search effort from scratch.

use std::num::NonZeroUsize;

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
pub(crate) type Position = (Coloring<1, 2>, Player);

/// The hardest positions so far, the hardest first.
#[derive(Debug, Default)]
pub(crate) struct Hardness(Vec<(u64, Position)>);

/// A hard position, as a page shows it.
#[derive(Debug, Serialize)]
pub struct Hard {
    position: String,
    to_move: String,
    value: i32,
    /// Expansions of the search; it is stopped at 200,000.
    expansions: u64,
}

impl Hardness {
    fn add(&mut self, expansions: u64, position: Position) {
        let place = self.0.partition_point(|&(others, _)| others >= expansions);
        self.0.insert(place, (expansions, position));
        self.0.truncate(KEPT);
    }

    /// Lists them with their values.
    pub(crate) fn states(&self, board: &Board, table: &Table) -> Vec<Hard> {
        let states = self.0.iter().map(|&(expansions, (coloring, player))| Hard {
            position: text::position(board, &coloring),
            to_move: player.to_string(),
            value: table
                .value(&coloring, player)
                .expect("representatives are legal colorings"),
            expansions,
        });
        states.collect()
    }
}

/// Searches positions, each with a new solver, until the turn ends, at least one. Returns their number.
pub(crate) fn measure(
    board: &Board,
    rules: Ruleset,
    positions: &mut impl Iterator<Item = Position>,
    hardness: &mut Hardness,
    turn: &impl WorkTurn,
) -> Result<usize, SolverError> {
    // Only one thread expands the same nodes every time.
    let options = Options {
        threads: Some(NonZeroUsize::MIN),
        ..Options::default()
    };
    let mut searched = 0;
    loop {
        let Some((coloring, player)) = positions.next() else {
            return Ok(searched);
        };
        let solver = Solver::new(board, rules, options)?;
        let game = solver.game(coloring, player);
        let game = game.expect("representatives are legal colorings");
        let solution = solver.solve(&game, Budget::nodes(MAX_EXPANSIONS), &UntilCancelled(turn));
        hardness.add(solution.stats.expansions, (coloring, player));
        searched += 1;
        if turn.is_over() {
            return Ok(searched);
        }
    }
}

/// Stops a search whose page has closed, but not at the end of a turn, because it would have to start again.
struct UntilCancelled<'t, T>(&'t T);

impl<T: WorkTurn> Observer for UntilCancelled<'_, T> {
    fn should_stop(&self) -> bool {
        self.0.is_cancelled()
    }
}
