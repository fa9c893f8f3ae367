//! Options change no value and break no proof, also on boards that are too large for the oracle.

#[path = "common/certified.rs"]
mod certified;
#[path = "common/dice.rs"]
mod dice;
#[path = "common/rule_sets.rs"]
mod rule_sets;
mod switches;

use certified::certified;
use dice::Dice;
use koproof_rules::{Board, Coloring, Game, Move, Player, Point, Ruleset, Superko};
use koproof_solver::{Bracket, Budget, Nobody, Options, Proofs, Score, Solver};
use koproof_tables::Table;
use koproof_verify::{Form, check, never_stop};
use rule_sets::varied;
use switches::variations;

fn solver(name: &str, rules: Ruleset, options: Options) -> Solver {
    let board: Board = name.parse().expect("a board");
    Solver::new(&board, rules, options).expect("a small board")
}

fn table(solver: &Solver) -> Table {
    solver
        .table(Budget::UNLIMITED, &Nobody)
        .expect("no limit is set")
        .0
}

#[test]
fn tables_are_the_same_whatever_is_switched_off() {
    for name in ["2x3", "2x4", "path:7", "cycle:6", "star:6", "complete:4"] {
        for rules in varied(Ruleset::TROMP_TAYLOR) {
            let mut expected = None;
            for (what, options) in variations() {
                let found = table(&solver(name, rules, options));
                let found = found.to_bytes().expect("it fits");
                let expected = expected.get_or_insert_with(|| found.clone());
                assert!(*expected == found, "{name} under {rules} {what}");
            }
        }
    }
}

/// T. Drange (1998), as listed in `crates/cli/data/values.csv`; for 1x9 a 4 has been reported as well.
const VALUES: [(&str, Score); 3] = [("1x9", 0), ("2x5", 10), ("3x3", 9)];

#[test]
fn values_have_proofs_whatever_is_switched_off() {
    for (name, value) in VALUES {
        for (what, options) in variations() {
            let options = Options {
                proofs: Proofs::Keep,
                ..options
            };
            let solver = solver(name, Ruleset::NSTT, options);
            let empty = solver
                .game(Coloring::EMPTY, Player::BLACK)
                .expect("an empty board");
            let found = solver.solve(&empty, Budget::UNLIMITED, &Nobody).value;
            assert_eq!(found.exact(), Some(value), "{name} {what}");
            let form = Form::Binary { compressed: false };
            let certificate = certified(&solver, &empty, found, form);
            let checked = check(certificate.as_slice(), &mut never_stop);
            let proved = checked.map(|checked| checked.proved.len());
            assert!(matches!(proved, Ok(2)), "{name} {what}: {proved:?}");
        }
    }
}

/// Every state of 3x3, the first rung of the ladder, and smaller boards under every rule set.
#[test]
fn tables_have_proofs_whatever_is_switched_off() {
    let small = ["2x3", "path:5", "cycle:5", "star:5"];
    let boards = std::iter::once(("3x3", Ruleset::NSTT))
        .chain(varied(Ruleset::TROMP_TAYLOR).flat_map(|rules| small.map(|name| (name, rules))));
    for (name, rules) in boards {
        for (what, options) in variations() {
            let options = Options {
                proofs: Proofs::Keep,
                ..options
            };
            let solver = solver(name, rules, options);
            let table = table(&solver);
            let form = Form::Binary { compressed: false };
            let (certificate, _) = solver
                .certify_table(&table, Vec::new(), form, Budget::UNLIMITED, &Nobody)
                .expect("proofs are kept");
            let checked = check(certificate.as_slice(), &mut never_stop);
            let proved = checked.map(|checked| checked.proved.len());
            let bounds = 4 * table.representatives().iter().count();
            assert!(
                matches!(proved, Ok(proved) if proved == bounds),
                "{name} under {rules} {what}: {proved:?}, not {bounds}"
            );
        }
    }
}

/// Plays up to `longest` random moves from the empty board, and never ends the game.
fn wander<'s>(solver: &'s Solver, longest: usize, dice: &mut Dice) -> Game<'s, 1, 2> {
    let points = solver.graph().points();
    let mut game = solver
        .game(Coloring::EMPTY, Player::BLACK)
        .expect("an empty board");
    for _ in 0..dice.roll(longest) + 1 {
        let point = dice.roll(points + 1);
        let taken = if point == points {
            Move::Pass
        } else {
            Move::Play(Point::new(point as u16))
        };
        if !(taken == Move::Pass && game.passes() == 1) && game.try_move(taken).is_ok() {
            game.play(taken).expect("it was tried");
        }
    }
    game
}

/// In the middle of a game, claims are used under histories other than those of their proofs.
#[test]
fn positions_with_a_past_have_the_same_value_whatever_is_switched_off() {
    for name in ["2x4", "1x8", "3x3"] {
        for rules in varied(Ruleset::TROMP_TAYLOR) {
            let solvers: Vec<(&str, Solver)> = variations()
                .into_iter()
                .map(|(what, options)| (what, solver(name, rules, options)))
                .collect();
            let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
            for _ in 0..12 {
                let first = wander(&solvers[0].1, 60, &mut dice);
                let mut expected: Option<Bracket> = None;
                for (what, solver) in &solvers {
                    let mut game = solver
                        .game(Coloring::EMPTY, Player::BLACK)
                        .expect("an empty board");
                    for taken in first.moves() {
                        game.play(taken).expect("the rules are the same");
                    }
                    let found = solver.solve(&game, Budget::UNLIMITED, &Nobody).value;
                    let expected = *expected.get_or_insert(found);
                    assert_eq!(found, expected, "{name} under {rules} {what}");
                    assert!(found.exact().is_some());
                }
            }
        }
    }
}

/// Equal results prove nothing about a switch that does nothing.
#[test]
fn every_variation_searches_in_its_own_way() {
    let costs = |options| {
        let work = |name, is_table| {
            let solver = solver(name, Ruleset::TROMP_TAYLOR, options);
            let empty = solver
                .game(Coloring::EMPTY, Player::BLACK)
                .expect("an empty board");
            let stats = if is_table {
                let found = solver.table(Budget::UNLIMITED, &Nobody);
                found.expect("no limit is set").1
            } else {
                solver.solve(&empty, Budget::UNLIMITED, &Nobody).stats
            };
            (stats.expansions, stats.claims)
        };
        [work("3x3", false), work("2x3", true)]
    };
    let variations = variations().into_iter();
    let costs: Vec<_> = variations
        .map(|(what, options)| (costs(options), what))
        .collect();
    for (index, (cost, what)) in costs.iter().enumerate() {
        let same = costs[..index].iter().find(|(other, _)| other == cost);
        assert!(same.is_none(), "{what} and {same:?}: {cost:?}");
    }
}

/// A claim about a start answers it, also under Taylor's rule, under which the record of a start may be new.
#[test]
fn a_start_is_not_searched_twice() {
    for (what, options) in variations() {
        let rules = Ruleset {
            superko: Superko::Taylor,
            ..Ruleset::TROMP_TAYLOR
        };
        let solver = solver("1x4", rules, options);
        for symbols in [".OX.", "X.O.", "X..."] {
            for to_move in Player::BOTH {
                let start = Coloring::from_symbols(symbols).expect("a coloring");
                let game = solver.game(start, to_move).expect("a legal start");
                let solve = || solver.solve(&game, Budget::UNLIMITED, &Nobody);
                let value = solve().value;
                let again = solve();
                assert_eq!(again.value, value, "{what}: {symbols}, {to_move} to move");
                assert_eq!(
                    again.stats.expansions, 0,
                    "{what}: {symbols}, {to_move} to move"
                );
            }
        }
    }
}
