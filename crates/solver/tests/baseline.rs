//! The baseline finds the published values and those of the oracle.

use koproof_rules::{
    Board, Coloring, Game, Graph, Player, Ruleset, Scoring, Suicide, Superko, text,
};
use koproof_solver::{BaselineError, Bracket, Budget, Nobody, Solution, Stopped, baseline};
use koproof_verify::Oracle;

fn solve(board: &str, rules: Ruleset, budget: Budget) -> Solution {
    try_solve(board, rules, budget).expect("it is supported")
}

fn try_solve(board: &str, rules: Ruleset, budget: Budget) -> Result<Solution, BaselineError> {
    let board: Board = board.parse().expect("it is a board");
    let graph = Graph::new(&board).expect("it is small");
    let game = Game::new(&graph, rules, Coloring::EMPTY, Player::BLACK).expect("it is empty");
    baseline(&game, budget, &Nobody)
}

#[test]
fn empty_boards_have_the_values_in_print() {
    // Hayward; Weninger & Hayward 2017; Tromp for 2x2.
    for (board, rules, value) in [
        ("1x1", Ruleset::NSTT, 0),
        ("1x2", Ruleset::NSTT, 0),
        ("1x3", Ruleset::NSTT, 3),
        ("1x4", Ruleset::NSTT, 4),
        ("1x5", Ruleset::NSTT, 0),
        ("2x2", Ruleset::TROMP_TAYLOR, 1),
    ] {
        let answer = solve(board, rules, Budget::UNLIMITED);
        assert_eq!(answer.value.exact(), Some(value), "{board}");
        assert_eq!(answer.stopped, None, "{board}");
    }
}

#[test]
fn prisoners_are_refused() {
    let rules = Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::NSTT
    };
    let refused = try_solve("1x3", rules, Budget::UNLIMITED);
    assert_eq!(refused.err(), Some(BaselineError::Scoring));
}

#[test]
fn a_handicap_is_refused() {
    let rules = Ruleset {
        handicap: 2,
        ..Ruleset::NSTT
    };
    let refused = try_solve("1x3", rules, Budget::UNLIMITED);
    assert_eq!(refused.err(), Some(BaselineError::Handicap(2)));
}

#[test]
fn every_state_of_a_path_of_four_has_the_value_of_the_oracle() {
    let board: Board = "path:4".parse().expect("it is a board");
    let graph = Graph::new(&board).expect("it is small");
    let mut states = 0;
    for superko in Superko::ALL {
        for suicide in [Suicide::Allow, Suicide::Forbid] {
            let rules = Ruleset {
                superko,
                suicide,
                ..Ruleset::TROMP_TAYLOR
            };
            let oracle = Oracle::new(&board, rules).expect("it is for two players");
            for number in 0..81_usize {
                let symbols: String = (0..4)
                    .map(|point| [".", "X", "O"][number / 3_usize.pow(point) % 3])
                    .collect();
                let Ok(start) = text::parse_position(&board, &graph, &symbols) else {
                    continue;
                };
                for to_move in Player::BOTH {
                    let game = Game::new(&graph, rules, start, to_move).expect("it is legal");
                    let found =
                        baseline(&game, Budget::UNLIMITED, &Nobody).expect("it is supported");
                    let judge = oracle.start(&symbols, to_move).expect("it is legal");
                    let expected = judge.value((-4, 4), None).expect("there is no limit");
                    assert_eq!(
                        found.value.exact(),
                        Some(expected.value),
                        "{symbols}, {to_move} to move, {rules}"
                    );
                    states += 1;
                }
            }
        }
    }
    // A path of four has 41 legal colorings.
    assert_eq!(states, 2 * Superko::ALL.len() * 2 * 41);
}

#[test]
fn a_limit_leaves_a_bracket() {
    let budget = Budget::nodes(100);
    let answer = solve("1x7", Ruleset::NSTT, budget);
    assert_eq!(answer.stats.expansions, 100);
    assert_eq!(answer.stopped, Some(Stopped::Nodes));
    let Bracket { lo, hi } = answer.value;
    assert!(lo <= 2 && 2 <= hi, "[{lo}, {hi}]");
}

#[test]
fn a_full_table_costs_expansions_and_no_value() {
    let free = solve("1x5", Ruleset::NSTT, Budget::UNLIMITED);
    let budget = Budget::within(Some(10_000));
    let full = solve("1x5", Ruleset::NSTT, budget);
    assert_eq!(full.value, free.value);
    assert!(full.stats.claims < free.stats.claims);
    assert!(full.stats.expansions >= free.stats.expansions);
}
