//! Compares the expansions of one thread with the recorded ones: a worse search fails this test on any machine.

#[path = "common/solvers.rs"]
mod solvers;

use std::fmt::Write;
use std::path::Path;

use koproof_rules::Ruleset;
use koproof_solver::{Budget, Nobody};
use rayon::prelude::*;
use solvers::{empty, solver};

/// The recorded expansions, as lines `what,board,expansions`; suicide is forbidden.
const RECORDED: &str = include_str!("expansions.csv");

/// If this variable is set, the test records what it finds.
const RECORD: &str = "KOPROOF_RECORD";

/// Solves the empty board (`value`) or every state (`table`) on one thread.
fn expansions(what: &str, board: &str) -> u64 {
    let solver = solver(board, Ruleset::NSTT);
    match what {
        "value" => {
            let solution = solver.solve(&empty(&solver), Budget::UNLIMITED, &Nobody);
            assert_eq!(solution.stopped, None);
            solution.stats.expansions
        }
        "table" => {
            let (_, stats) = solver
                .table(Budget::UNLIMITED, &Nobody)
                .expect("there is no limit");
            stats.expansions
        }
        _ => panic!("expansions.csv asks for a {what}: write value or table"),
    }
}

/// Reads a line of the record.
fn fields(line: &str) -> (&str, &str, u64) {
    let fields: Vec<&str> = line.split(',').collect();
    let &[what, board, recorded] = fields.as_slice() else {
        panic!("'{line}' has not three fields");
    };
    let recorded = recorded.parse().expect("expansions are a number");
    (what, board, recorded)
}

#[test]
fn expansions_stay_within_a_tenth_of_those_recorded() {
    let mut lines = RECORDED.lines();
    let heading = lines.next().expect("there is a heading");
    let lines: Vec<(&str, &str, u64)> = lines.map(fields).collect();
    // Each search has one thread, so that several searches keep all processors busy.
    let searches = lines.par_iter().with_max_len(1);
    let expansions: Vec<u64> = searches
        .map(|&(what, board, _)| expansions(what, board))
        .collect();
    let mut found = format!("{heading}\n");
    let mut complaints = String::new();
    for ((what, board, recorded), now) in lines.into_iter().zip(expansions) {
        writeln!(found, "{what},{board},{now}").expect("a string can be written to");
        let change = 100.0 * (now as f64 / recorded as f64 - 1.0);
        if change.abs() > 10.0 {
            writeln!(
                complaints,
                "{what} of {board}: {now} expansions, {recorded} are recorded ({change:+.1} %)"
            )
            .expect("a string can be written to");
        }
    }
    if std::env::var_os(RECORD).is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions.csv");
        std::fs::write(path, found).expect("the record can be written");
        return;
    }
    assert!(
        complaints.is_empty(),
        "{complaints}If less is right, or more is worth it, record it and say so in the commit: \
         {RECORD}=1 cargo test -p koproof-solver --test expansions"
    );
}

#[test]
fn one_thread_takes_the_same_expansions_each_time() {
    for (what, board) in [("value", "1x9"), ("table", "2x3")] {
        assert_eq!(expansions(what, board), expansions(what, board), "{board}");
    }
}
