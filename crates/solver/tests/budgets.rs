//! A larger limit of expansions lets the same search run longer.

#[path = "common/solvers.rs"]
mod solvers;

use koproof_rules::Ruleset;
use koproof_solver::{Budget, Nobody, Solution};
use solvers::{empty, solver};

/// Boards with room, without room, and dense ones. The last three take several rounds.
const BOARDS: [&str; 13] = [
    "2x2", "2x3", "3x3", "3x4", "1x9", "1x10", "cycle:10", "prism:5", "cube", "g6:EUzo",
    "g6:F^qAG", "g6:E]yw", "g6:E]zw",
];

/// The first limit that is tried.
const LEAST: u64 = 500;

/// Solves the empty board on one thread.
fn solve(board: &str, budget: Budget) -> Solution {
    let solver = solver(board, Ruleset::NSTT);
    solver.solve(&empty(&solver), budget, &Nobody)
}

#[test]
fn a_larger_limit_contains_every_smaller_one() {
    for board in BOARDS {
        let whole = solve(board, Budget::UNLIMITED);
        let value = whole.value.exact().expect("there is no limit");
        let needed = whole.stats.expansions;
        let (mut limit, mut before) = (LEAST, None);
        while limit < 8 * needed {
            let found = solve(board, Budget::nodes(limit));
            let bracket = found.value;
            let name = format!("{board} within {limit} expansions");
            assert!(bracket.lo <= value && value <= bracket.hi, "{name}");
            if let Some((lo, hi)) = before.replace((bracket.lo, bracket.hi)) {
                assert!(lo <= bracket.lo && bracket.hi <= hi, "{name}");
            }
            if found.stopped.is_none() || limit >= 2 * needed {
                assert_eq!(found.stopped, None, "{name}");
                assert_eq!(found.stats.expansions, needed, "{name}");
            }
            limit *= 2;
        }
    }
}
