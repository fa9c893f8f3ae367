//! Checkpoints of honest runs pass every check, whatever the rules are.

#[path = "common/rule_sets.rs"]
mod rule_sets;

use koproof_rules::{Board, Ruleset, Scoring};
use koproof_solver::{Budget, Nobody, Options, Solver};

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
            let solver = || Solver::new(&board, rules, Options::default()).expect("a small board");
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
