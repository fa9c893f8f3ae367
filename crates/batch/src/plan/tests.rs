//! Plans that are refused, and one that another process writes at the same time.

use std::thread;
use std::time::Duration;

use super::*;

#[test]
fn of_two_first_runs_at_once_the_second_is_refused() {
    let [first, second] = ["path:3..6", "1x1"].map(|boards| {
        let boards = crate::read_boards(boards).expect("they are boards");
        Plan::new(&boards, &["nstt"], Task::Empty, 1_000).expect("it is a preset")
    });
    let folder = tempfile::tempdir().expect("a temporary folder");
    let held = FileLock::beside(folder.path().join(SETTINGS)).expect("it is free");
    let refused = thread::scope(|scope| {
        let refused = scope.spawn(|| second.save(folder.path()));
        // The second run has found no plan by now, and asks for the lock, which the first has.
        sleep(Duration::from_millis(200));
        let written = first.write(folder.path(), &first.lines());
        drop(held);
        written.expect("nothing is in the way");
        refused.join().expect("it does not panic")
    });
    assert!(
        matches!(refused, Err(PlanError::Other { .. })),
        "{refused:?}"
    );
    assert_eq!(Plan::load(folder.path()).expect("it is there"), first);
}

#[test]
fn a_plan_without_boards_rules_or_nodes_is_refused() {
    let boards = crate::read_boards("2x2").expect("a board");
    let refusal = |boards: &[Board], rules: &[&str], nodes| {
        Plan::new(boards, rules, Task::Empty, nodes).expect_err("it is refused")
    };
    for (boards, rules, nodes) in [
        (&boards[..], &["nstt"][..], 0),
        (&boards, &[], 100),
        (&[], &["nstt"], 100),
    ] {
        let why = refusal(boards, rules, nodes);
        assert!(matches!(why, PlanError::Nothing), "{why}");
    }
    // The column of the node limit has a sign.
    let why = refusal(&boards, &["nstt"], u64::MAX);
    assert!(matches!(why, PlanError::Nodes(u64::MAX)), "{why}");
    Plan::new(&boards, &["nstt"], Task::Empty, i64::MAX as u64).expect("it fits");
    let large = ["1x65".parse().expect("a board")];
    let why = refusal(&large, &["nstt"], 100);
    assert_eq!(
        why.to_string(),
        "board 1x65 has 65 points, a batch takes up to 64: leave it out"
    );
}
