//! A plan that another process writes at the same time.

use std::thread;
use std::time::Duration;

use super::*;

#[test]
fn of_two_first_runs_at_once_the_second_is_refused() {
    let [first, second] = ["path:3..6", "1x1"].map(|boards| {
        let boards = crate::read_boards(boards).expect("they are boards");
        Plan::new(&boards, &["nstt".to_owned()], Task::Empty, 1_000).expect("it is a preset")
    });
    let folder = tempfile::tempdir().expect("a temporary folder");
    // The second run has found no plan and now asks for the lock, which the first has and keeps a little longer.
    let held = FileLock::beside(folder.path().join(SETTINGS)).expect("it is free");
    let refused = thread::scope(|scope| {
        second.save_under(folder.path(), |directory| {
            let (first, at) = (&first, directory.to_owned());
            scope.spawn(move || {
                sleep(Duration::from_millis(100));
                let written = first.write(&at, &first.lines());
                drop(held);
                written.expect("nothing is in the way");
            });
            lock(directory)
        })
    });
    assert!(
        matches!(refused, Err(PlanError::Other { .. })),
        "{refused:?}"
    );
    assert_eq!(Plan::load(folder.path()).expect("it is there"), first);
}
