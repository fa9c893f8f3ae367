//! The solver against the oracle, on boards that are small enough for the oracle.

#![allow(
    clippy::print_stderr,
    reason = "the share that the oracle finishes is worth seeing"
)]

#[path = "common/colorings.rs"]
mod colorings;
#[path = "common/dice.rs"]
mod dice;
#[path = "../../rules/tests/common/graphs.rs"]
mod graphs;
#[path = "common/rule_sets.rs"]
mod rule_sets;
mod switches;

use std::ops::Add;

use dice::Dice;
use graphs::graphs_on;
use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Point, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Options, Solver};
use koproof_verify::{Oracle, OracleMove};
use rayon::prelude::*;
use rule_sets::varied;
use switches::variations;

/// Every rule set under which prisoners count.
fn territory_rule_sets() -> impl Iterator<Item = Ruleset> {
    varied(Ruleset {
        scoring: Scoring::Territory,
        ..Ruleset::TROMP_TAYLOR
    })
}

/// Every graph on `points` labelled points up to isomorphism, connected or not.
fn graphs(points: u16) -> Vec<Board> {
    let mut seen = std::collections::HashSet::new();
    graphs_on(points.into())
        .filter(|board| {
            let form = permutations(points)
                .into_iter()
                .map(|to| {
                    let mut moved: Vec<(u16, u16)> = (board.edges().iter())
                        .map(|&(a, b)| (to[usize::from(a)], to[usize::from(b)]))
                        .map(|(a, b)| (a.min(b), a.max(b)))
                        .collect();
                    moved.sort_unstable();
                    moved
                })
                .min()
                .expect("there is always the identity");
            seen.insert(form)
        })
        .collect()
}

fn permutations(points: u16) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new()];
    for _ in 0..points {
        all = all
            .into_iter()
            .flat_map(|head: Vec<u16>| {
                (0..points)
                    .filter(|next| !head.contains(next))
                    .map(|next| [head.clone(), vec![next]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// Compares every coloring with either player to move, solved alone and as a part of the table; returns the number of
/// states.
fn compare_all(board: &Board, rules: Ruleset, options: Options) -> usize {
    let solver = Solver::new(board, rules, options).expect("a tiny board");
    let (table, _) = Solver::new(board, rules, options)
        .and_then(|solver| solver.table(Budget::UNLIMITED, &Nobody))
        .expect("a tiny board");
    let oracle = Oracle::new(board, rules).expect("a tiny board");
    let mut states = 0;
    for coloring in colorings::legal(solver.graph(), 2) {
        for to_move in Player::BOTH {
            let symbols = coloring.to_symbols(board.points());
            let expected = oracle
                .start(&symbols, to_move)
                .expect("a legal coloring")
                .exact_value(None)
                .expect("no limit");
            let game = solver.game(coloring, to_move).expect("a legal coloring");
            let found = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
            assert_eq!(
                found.exact(),
                Some(expected),
                "{} under {rules}: {symbols}, {to_move} to move",
                board.name()
            );
            assert_eq!(
                table.value(&coloring, to_move),
                Some(expected),
                "table of {} under {rules}: {symbols}, {to_move} to move",
                board.name()
            );
            states += 1;
        }
    }
    states
}

#[test]
fn there_are_eighteen_graphs_of_up_to_four_points() {
    let counts: Vec<usize> = (1..=4).map(|points| graphs(points).len()).collect();
    // OEIS A000088.
    assert_eq!(counts, [1, 2, 4, 11]);
}

#[test]
fn solver_is_oracle_on_every_state_of_every_graph_of_up_to_three_points() {
    for rules in varied(Ruleset::TROMP_TAYLOR) {
        for board in (1..=3).flat_map(graphs) {
            compare_all(&board, rules, Options::default());
        }
    }
}

#[test]
fn solver_is_oracle_on_every_state_of_every_graph_of_four_points() {
    for rules in varied(Ruleset::TROMP_TAYLOR) {
        for board in graphs(4) {
            compare_all(&board, rules, Options::default());
        }
    }
}

#[test]
fn solver_is_oracle_on_territory_on_every_state_of_every_graph_of_up_to_four_points() {
    let mut states = 0;
    for rules in territory_rule_sets() {
        for board in (1..=4).flat_map(graphs) {
            states += compare_all(&board, rules, Options::default());
        }
    }
    let colorings: usize = (1..=4)
        .flat_map(graphs)
        .map(|board| colorings::legal::<2>(&Graph::new(&board).expect("a tiny board"), 2).len())
        .sum();
    assert_eq!(states, 8 * 2 * colorings);
}

#[test]
fn solver_is_oracle_under_taylors_scoring() {
    // The oracle has its own code for Taylor's scoring. That the difference equals that of area is a lemma here, not a
    // premise.
    for rules in varied(Ruleset::TROMP_TAYLOR) {
        let rules = Ruleset {
            scoring: Scoring::Taylor,
            ..rules
        };
        for board in (1..=4).flat_map(graphs) {
            compare_all(&board, rules, Options::default());
        }
    }
}

#[test]
fn solver_is_oracle_whatever_is_switched_off() {
    for (_, options) in variations() {
        for rules in varied(Ruleset::TROMP_TAYLOR).chain(territory_rule_sets()) {
            for board in (1..=3).flat_map(graphs) {
                compare_all(&board, rules, options);
            }
        }
    }
}

#[test]
fn solver_is_oracle_on_path_five_without_suicide() {
    let board: Board = "path:5".parse().expect("a board");
    assert_eq!(compare_all(&board, Ruleset::NSTT, Options::default()), 226);
}

#[test]
fn solver_is_oracle_on_star_five_without_suicide() {
    let board: Board = "star:5".parse().expect("a board");
    let states = compare_all(&board, Ruleset::NSTT, Options::default());
    // Centre empty: any leaves. Centre taken: leaves of its color or empty, at least one empty.
    assert_eq!(states, 2 * (81 + 2 * 15));
}

/// Plays the same random game of up to `longest` moves on both.
fn wander<'s, 'o>(
    solver: &'s Solver,
    oracle: &'o Oracle,
    longest: usize,
    dice: &mut Dice,
) -> (Game<'s, 1, 2>, koproof_verify::OracleGame<'o>) {
    let points = solver.graph().points();
    let start = Coloring::EMPTY;
    let mut game = solver.game(start, Player::BLACK).expect("an empty board");
    let mut naive = oracle
        .start(&start.to_symbols(points), Player::BLACK)
        .expect("an empty board");
    for _ in 0..dice.roll(longest) + 1 {
        let point = dice.roll(points + 1);
        let (taken, naive_move) = if point == points {
            (Move::Pass, OracleMove::Pass)
        } else {
            (
                Move::Play(Point::new(point as u16)),
                OracleMove::Play(point as u16),
            )
        };
        if taken == Move::Pass && game.passes() == 1 || game.try_move(taken).is_err() {
            continue;
        }
        game.play(taken).expect("it was tried");
        naive.play(naive_move).expect("both know the rules");
    }
    (game, naive)
}

/// Numbers of states in the middle of games.
#[derive(Clone, Copy, Default)]
struct Counts {
    tried: usize,
    /// Those that the oracle finished.
    finished: usize,
    /// Those with another value than with a fresh history.
    differ: usize,
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tried: self.tried + other.tried,
            finished: self.finished + other.finished,
            differ: self.differ + other.differ,
        }
    }
}

/// Compares random games on a board, with every feature and with each one switched off.
fn compare_games(name: &str, rules: Ruleset, mut dice: Dice) -> Counts {
    let board: Board = name.parse().expect("a board");
    let solvers: Vec<(&str, Solver)> = variations()
        .into_iter()
        .map(|(what, options)| {
            let solver = Solver::new(&board, rules, options).expect("a tiny board");
            (what, solver)
        })
        .collect();
    let (_, solver) = &solvers[0];
    let oracle = Oracle::new(&board, rules).expect("a tiny board");
    // Without a window the oracle takes longer.
    let games = match rules.scoring {
        Scoring::Area | Scoring::Taylor => 24,
        Scoring::Territory => 6,
    };
    let value = |solver: &Solver, game: &Game<'_, 1, 2>| {
        let found = solver.solve(game, Budget::UNLIMITED, &Nobody);
        found.value.exact()
    };
    let mut counts = Counts::default();
    for _ in 0..games {
        let (game, naive) = wander(solver, &oracle, 40, &mut dice);
        counts.tried += 1;
        let expected = naive.exact_value(Some(200_000));
        if expected.is_none() {
            continue;
        }
        counts.finished += 1;
        for (what, solver) in &solvers {
            assert_eq!(
                value(solver, &game),
                expected,
                "{name} under {rules} {what}: {:?}",
                game.moves().collect::<Vec<_>>()
            );
        }
        let fresh = solver
            .game(*game.coloring(), game.to_move())
            .expect("plays leave legal colorings");
        counts.differ += usize::from(value(solver, &fresh) != expected);
    }
    counts
}

#[test]
fn solver_is_oracle_in_the_middle_of_games() {
    let names = [
        "path:4",
        "path:5",
        "2x2",
        "star:5",
        "cycle:4",
        "complete:4",
        "2x3",
        "path:6",
        "star:6",
        "cycle:5",
    ];
    let sets: Vec<Ruleset> = varied(Ruleset::TROMP_TAYLOR)
        .chain(territory_rule_sets())
        .collect();
    let cases: Vec<(&str, Ruleset)> = names
        .into_iter()
        .flat_map(|name| sets.iter().map(move |&rules| (name, rules)))
        .collect();
    let counts = cases
        .par_iter()
        .with_max_len(1)
        .enumerate()
        .map(|(index, &(name, rules))| {
            let seed = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(index as u64 + 1);
            compare_games(name, rules, Dice(seed))
        })
        .reduce(Counts::default, Counts::add);
    let Counts {
        tried,
        finished,
        differ,
    } = counts;
    eprintln!(
        "the oracle finished {finished} of {tried} mid-game states; {differ} have another value than with a fresh history"
    );
    assert!(finished >= 200, "{finished} of {tried}");
    assert!(differ >= 50, "{differ} of {finished}");
}
