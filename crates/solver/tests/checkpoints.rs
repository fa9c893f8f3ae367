//! Checkpoints of honest runs pass every check, whatever the rules are.

#[path = "common/rule_sets.rs"]
mod rule_sets;

use std::num::NonZeroUsize;

use koproof_rules::{Board, Coloring, Player, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Options, Solver, StoneLimits, Widening};

#[test]
fn what_a_solver_has_proved_is_taken_over_under_every_rule_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    for name in ["2x2", "path:5", "star:5", "complete:4"] {
        let board: Board = name.parse().expect("a board");
        for rules in [Scoring::Area, Scoring::Territory]
            .into_iter()
            .flat_map(|scoring| {
                rule_sets::varied(Ruleset {
                    scoring,
                    ..Ruleset::TROMP_TAYLOR
                })
            })
        {
            let limited = Options {
                widening: Widening::Always,
                stone_limits: StoneLimits::Always,
                ..Options::default()
            };
            for options in [Options::default(), limited] {
                let solver = || Solver::new(&board, rules, options).expect("a small board");
                let first = solver();
                let (table, _) = first.table(Budget::UNLIMITED, &Nobody).expect("no budget");
                first.save_checkpoint(&path).expect("a file");
                let second = solver();
                second
                    .load_checkpoint(&path)
                    .unwrap_or_else(|why| panic!("{name} {rules}: {why}"));
                let (again, _) = second.table(Budget::UNLIMITED, &Nobody).expect("no budget");
                assert_eq!(table, again, "{name} {rules}");
            }
        }
    }
}

/// Numbers of orbits that were dropped have none in the file, and the others keep theirs. Value: van der Werf's table
/// (`cli/data`).
#[test]
fn a_search_that_has_dropped_orbits_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let board: Board = "4x4".parse().expect("a board");
    let options = Options {
        threads: Some(NonZeroUsize::MIN),
        ..Options::default()
    };
    let solver = || Solver::new(&board, Ruleset::NSTT, options).expect("one thread can be had");
    let search = |solver: &Solver, nodes: u64, memory: Option<u64>| {
        let game = solver.game(Coloring::EMPTY, Player::BLACK);
        let budget = Budget {
            memory,
            ..Budget::nodes(nodes)
        };
        solver.solve(&game.expect("a legal start"), budget, &Nobody)
    };
    let little = Some(16 << 20);
    let first = solver();
    let begun = search(&first, 100_000, little);
    assert_eq!(begun.value.exact(), None);
    let unlimited = search(&solver(), 100_000, None);
    assert!(begun.stats.orbits < unlimited.stats.orbits / 4 * 3);
    first.save_checkpoint(&path).expect("a file");
    let second = solver();
    second.load_checkpoint(&path).expect("an honest file");
    assert_eq!(search(&second, 2_000_000, little).value.exact(), Some(2));
    // What the first solver says after it went on is what the second says.
    assert_eq!(search(&first, 2_000_000, little).value.exact(), Some(2));
}
