//! Results from several directories.

use std::fs;

use koproof_batch::{MergeError, Merged, Plan, PlanError, RunError, Shard, Task, Unwatched, run};

use super::{BOARDS, bytes, plan, result_files, run_whole, work};

#[test]
fn shards_in_any_order_merge_to_the_bytes_of_the_whole() {
    let plan = plan(BOARDS, &["nstt", "tromp-taylor"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let whole = folder.path().join("whole");
    run_whole(&plan, &whole);
    let parts = ["0/3", "1/3", "2/3"].map(|shard| {
        let part = folder.path().join(&shard[..1]);
        let tally = run(&plan, &part, work(shard), &Unwatched).expect("nothing is in the way");
        assert!(tally.total > 0 && tally.done == tally.total);
        part
    });
    let [a, b, c] = [&parts[0], &parts[1], &parts[2]].map(|part| part.as_path());
    let expected = bytes(&[&whole]);
    assert!(expected == bytes(&[a, b, c]));
    assert!(expected == bytes(&[c, a, b]));
    assert!(
        expected == bytes(&[b, &whole, c, a]),
        "overlap that agrees is no harm"
    );
}

#[test]
fn the_order_in_which_boards_are_given_changes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    run_whole(
        &plan(
            "path:3 2x2 star:4 edges:0-2,1-2",
            &["nstt"],
            Task::Empty,
            10_000,
        ),
        &one,
    );
    run_whole(
        &plan(
            "edges:0-2,1-2\nstar:4\n2x2 path:3 2x2",
            &["nstt"],
            Task::Empty,
            10_000,
        ),
        &other,
    );
    assert!(bytes(&[&one]) == bytes(&[&other]));
}

#[test]
fn isomorphic_boards_are_solved_once_and_named_together() {
    let plan = plan(
        "path:3 edges:0-2,1-2 g6:Bg Bw cycle:3",
        &["nstt"],
        Task::Empty,
        10_000,
    );
    assert_eq!(plan.units().len(), 2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tally = run_whole(&plan, folder.path());
    assert_eq!((tally.total, tally.done), (2, 2));
    let merged = Merged::new(&[folder.path()]).expect("it is a batch");
    let names: Vec<_> = merged.rows().map(|row| row[1].clone()).collect();
    let expected = ["edges:0-2,1-2 g6:Bg path:3", "cycle:3 g6:Bw"];
    assert_eq!(names, expected);
}

#[test]
fn missing_units_are_named() {
    let plan = plan(BOARDS, &["nstt"], Task::Empty, 100_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    run(&plan, folder.path(), work("1/3"), &Unwatched).expect("nothing is in the way");
    let merged = Merged::new(&[folder.path()]).expect("it is a batch");
    let units = plan.units();
    let expected: Vec<_> = (0..).zip(units).filter(|(unit, _)| unit % 3 != 1).collect();
    let expected: Vec<_> = expected.into_iter().map(|(_, unit)| unit).collect();
    assert_eq!(merged.missing(), expected);
    let left = koproof_batch::status(folder.path(), Shard::WHOLE).expect("it is a batch");
    assert_eq!(left.shards_left(3).into_iter().collect::<Vec<_>>(), [0, 2]);
}

#[test]
fn results_that_disagree_do_not_merge() {
    let plan = plan("path:3 path:4", &["nstt"], Task::Empty, 10_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    run_whole(&plan, &one);
    run_whole(&plan, &other);
    // The value of path 3 is 3. A false value with a correct checksum:
    let path = result_files(&other)
        .into_iter()
        .find(|path| {
            fs::read_to_string(path).is_ok_and(|text| text.contains("\"done\",null,3,3,3,"))
        })
        .expect("path 3 is worth 3");
    let lie = fs::read_to_string(&path)
        .expect("it is there")
        .replace("null,3,3,3,", "null,2,2,2,");
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .expect("it has a name");
    let (id, _) = name.split_once('-').expect("it has two parts");
    fs::remove_file(&path).expect("it is there");
    let digest = koproof_batch::sha256(lie.as_bytes());
    fs::write(path.with_file_name(format!("{id}-{digest}.json")), lie).expect("it can be written");
    assert!(Merged::new(&[&other]).is_ok(), "on its own nobody can tell");
    for order in [[&one, &other], [&other, &one]] {
        match Merged::new(&order) {
            Err(error @ MergeError::Disagree { .. }) => {
                let error = error.to_string();
                assert!(
                    error.starts_with("two results of Bo nstt empty disagree: "),
                    "{error}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn parts_of_two_batches_do_not_merge() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    run_whole(&plan("path:3", &["nstt"], Task::Empty, 10_000), &one);
    run_whole(&plan("path:3", &["nstt"], Task::Empty, 20_000), &other);
    let error = Merged::new(&[&one, &other])
        .expect_err("the budgets differ")
        .to_string();
    assert!(error.contains("20000 nodes a unit, not 10000"), "{error}");
}

#[test]
fn a_directory_keeps_its_batch_even_from_a_fresh_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [first, second] =
        [&["nstt"], &["tromp-taylor"]].map(|rules| plan("path:3", rules, Task::Empty, 10_000));
    run_whole(&first, folder.path());
    let results = result_files(folder.path());
    for fresh in [false, true] {
        let mut work = work("0/1");
        work.fresh = fresh;
        match run(&second, folder.path(), work, &Unwatched) {
            Err(RunError::Plan(error @ PlanError::Other { .. })) => {
                assert!(
                    error.to_string().contains("rules nstt, not tromp-taylor"),
                    "{error}"
                );
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(result_files(folder.path()), results);
    }
    assert_eq!(Plan::load(folder.path()).expect("it is there"), first);
}
