//! A plan that another process writes at the same time.

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
