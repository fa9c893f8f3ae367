//! Runs on threads that share nothing, against the analysis in one memory.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use koproof_partition::{BracketEntry, BracketFile, Finished, PartitionError, Run};
use koproof_rules::{Board, Graph, Player, Suicide};
use koproof_solver::{Budget, KoRule, Nobody, Observer, Progress, Retrograde, Switch};

fn run(board: &str, suicide: Suicide, symmetry: Switch, directory: &Path) -> Run {
    let board: Board = board.parse().expect("a board");
    let (parts, out) = (directory.join("parts"), directory.join("out.kpb"));
    Run::new(&board, suicide, symmetry, parts, out).expect("it is small")
}

fn work(run: &Run, threads: usize) -> Vec<Finished> {
    run.threads(threads, Arc::new(Nobody)).expect("it ends")
}

/// Returns the bytes of the table made by this number of threads.
fn table(board: &str, suicide: Suicide, symmetry: Switch, threads: usize) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run(board, suicide, symmetry, directory.path());
    work(&run, threads);
    let left: Vec<_> = fs::read_dir(directory.path())
        .expect("it is there")
        .collect();
    assert_eq!(left.len(), 1, "only the table is left: {left:?}");
    fs::read(directory.path().join("out.kpb")).expect("the table is there")
}

fn retrograde(board: &str, suicide: Suicide) -> Retrograde {
    let board: Board = board.parse().expect("a board");
    let graph = Graph::new(&board).expect("it is small");
    let unlimited = Budget::UNLIMITED;
    Retrograde::new(&graph, suicide, KoRule::None, None, unlimited, &Nobody).expect("it is small")
}

/// Compares every entry of a table with the analysis in one memory.
fn agrees(board: &str, suicide: Suicide, symmetry: Switch, threads: usize) {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run(board, suicide, symmetry, directory.path());
    let finished = work(&run, threads);
    let expected = retrograde(board, suicide);
    let file = BracketFile::open(directory.path().join("out.kpb")).expect("a table");
    assert_eq!((file.board().name(), file.suicide()), (board, suicide));
    let mut entries = 0;
    file.read(
        |BracketEntry {
             coloring, brackets, ..
         }| {
            entries += 1;
            for player in Player::BOTH {
                for (passes, bracket) in brackets[player.index()].into_iter().enumerate() {
                    assert_eq!(
                        Some(bracket),
                        expected.bracket(&coloring, player, passes),
                        "{board}, suicide {suicide}: {coloring:?}, {player:?}, {passes} passes"
                    );
                }
            }
            Ok::<_, PartitionError>(())
        },
    )
    .expect("it is whole");
    let representatives = match symmetry {
        Switch::On => expected.representatives().len() as u64,
        Switch::Off => expected.representatives().legal_colorings(),
    };
    assert_eq!(entries, representatives, "{board}");
    let owned: u64 = finished.iter().map(|one| one.representatives).sum();
    assert_eq!(owned, representatives, "{board}");
    let summary = finished[0].summary.expect("the first one writes the table");
    assert_eq!(summary.exact, expected.exact_states());
    let legal = expected.representatives().legal_colorings();
    assert_eq!(summary.states, 2 * legal);
    let empty = koproof_rules::Coloring::EMPTY;
    assert_eq!(
        Some(summary.empty),
        expected.bracket(&empty, Player::BLACK, 0)
    );
}

#[test]
fn every_bracket_is_that_of_the_analysis_in_one_memory() {
    for board in [
        "1x1",
        "path:2",
        "path:6",
        "cycle:5",
        "cycle:6",
        "star:5",
        "complete:4",
        "wheel:6",
        "2x3",
        "2x4",
        "edges:0-1,1-2,0-2,3-4,4-5,3-5",
    ] {
        for suicide in [Suicide::Forbid, Suicide::Allow] {
            for symmetry in [Switch::On, Switch::Off] {
                agrees(board, suicide, symmetry, 3);
            }
        }
    }
}

#[test]
fn every_bracket_of_three_by_three_is_that_of_the_analysis_in_one_memory() {
    agrees("3x3", Suicide::Forbid, Switch::On, 4);
    agrees("3x3", Suicide::Allow, Switch::On, 2);
    agrees("3x3", Suicide::Forbid, Switch::Off, 2);
}

#[test]
fn one_two_four_and_five_threads_make_the_same_bytes() {
    for (board, symmetry) in [
        ("2x4", Switch::On),
        ("path:7", Switch::On),
        ("2x3", Switch::Off),
    ] {
        let one = table(board, Suicide::Forbid, symmetry, 1);
        for threads in [2, 4, 5] {
            assert!(
                one == table(board, Suicide::Forbid, symmetry, threads),
                "{board}"
            );
        }
    }
}

#[test]
fn more_threads_than_colorings_are_no_harm() {
    assert!(
        table("path:2", Suicide::Allow, Switch::On, 1)
            == table("path:2", Suicide::Allow, Switch::On, 6)
    );
}

/// Stops the work once this number of values is known.
struct Impatient {
    limit: u64,
    seen: AtomicU64,
}

impl Observer for Impatient {
    fn on_progress(&self, progress: &Progress) {
        self.seen.fetch_max(progress.done, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.seen.load(Ordering::Relaxed) >= self.limit
    }
}

/// Works on one thread until this number of values is known, and keeps the checkpoints.
fn stop_after(run: &Run, limit: u64) {
    stop_threads_after(run, 1, limit);
}

/// Works on several threads until one of them knows this number of values, and keeps the checkpoints.
fn stop_threads_after(run: &Run, threads: usize, limit: u64) {
    let observer = Impatient {
        limit,
        seen: AtomicU64::new(0),
    };
    let stopped = run.threads(threads, Arc::new(observer));
    assert!(
        matches!(stopped, Err(PartitionError::Stopped)),
        "{stopped:?}"
    );
}

#[test]
fn a_stopped_run_goes_on_from_its_last_level_and_makes_the_same_bytes() {
    let whole = table("2x4", Suicide::Forbid, Switch::On, 1);
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run("2x4", Suicide::Forbid, Switch::On, directory.path());
    for limit in [1, 1000, 1500] {
        stop_after(&run, limit);
    }
    let level = run.found(0, 1).expect("it is right").expect("there is one");
    assert!(level > 0, "nothing was kept");
    // The incomplete file of a killed process is deleted with the rest.
    let half = directory.path().join("parts").join(".koproof-half.tmp");
    fs::write(&half, "half").expect("it can be written");
    let finished = work(&run, 1);
    assert_eq!(finished[0].resumed, Some(level));
    assert!(!half.exists());
    let resumed = fs::read(directory.path().join("out.kpb")).expect("the table is there");
    assert!(whole == resumed);
}

#[test]
fn another_number_of_threads_does_not_go_on_from_a_checkpoint() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run("2x4", Suicide::Forbid, Switch::On, directory.path());
    stop_after(&run, 1000);
    let refused = run.found(0, 2).expect_err("there are files of one thread");
    let says = refused.to_string();
    assert!(
        says.contains("checkpoints of 1 processes, not of 2"),
        "{says}"
    );
}

#[test]
fn checkpoints_of_another_board_or_other_rules_are_refused() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    stop_after(
        &run("2x4", Suicide::Forbid, Switch::On, directory.path()),
        1000,
    );
    for (board, suicide, symmetry) in [
        ("path:8", Suicide::Forbid, Switch::On),
        ("2x4", Suicide::Allow, Switch::On),
        ("2x4", Suicide::Forbid, Switch::Off),
    ] {
        let refused = run(board, suicide, symmetry, directory.path()).found(0, 1);
        assert!(
            matches!(refused, Err(PartitionError::OtherRun { .. })),
            "{refused:?}"
        );
    }
}

#[test]
fn a_damaged_checkpoint_is_named_and_without_it_the_run_goes_on_from_the_level_before() {
    let whole = table("2x4", Suicide::Forbid, Switch::On, 1);
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run("2x4", Suicide::Forbid, Switch::On, directory.path());
    stop_after(&run, 1500);
    let level = run.found(0, 1).expect("it is right").expect("there is one");
    let path = directory
        .path()
        .join("parts")
        .join(format!("0-of-1.level-{level}"));
    let bytes = fs::read(&path).expect("it is there");
    for at in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, damaged).expect("it can be written");
        let refused = run.threads(1, Arc::new(Nobody));
        let says = refused.expect_err("a bit is wrong").to_string();
        assert!(
            says.contains(&*path.to_string_lossy()) && !says.contains('\n'),
            "{says}"
        );
    }
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it can be written");
    let refused = run.threads(1, Arc::new(Nobody));
    let says = refused.expect_err("half of it is missing").to_string();
    assert!(says.contains("delete this file"), "{says}");
    fs::remove_file(&path).expect("it can be deleted");
    assert_eq!(run.found(0, 1).expect("it is right"), Some(level - 1));
    work(&run, 1);
    assert!(whole == fs::read(directory.path().join("out.kpb")).expect("the table is there"));
}

/// Each process keeps two levels, and a damaged file is deleted, so the processes may have no level in common.
#[test]
fn threads_go_on_from_the_latest_level_that_all_of_them_have_finished() {
    let whole = table("2x4", Suicide::Forbid, Switch::On, 2);
    // Where one thread is a level ahead of the other, they keep only one level in common.
    let is_made = (0..100).any(|_| {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let run = run("2x4", Suicide::Forbid, Switch::On, directory.path());
        stop_threads_after(&run, 2, 1200);
        let level = run.found(0, 2).expect("it is right").expect("there is one");
        assert!(level > 1, "the other thread has finished a level, too");
        let file = |process: usize, level: u16| {
            let name = format!("{process}-of-2.level-{level}");
            directory.path().join("parts").join(name)
        };
        let both_have = |level| [0, 1].iter().all(|&process| file(process, level).exists());
        if !both_have(level - 1) || !both_have(level) {
            return false;
        }
        fs::remove_file(file(0, level - 1)).expect("the level before is there");
        fs::remove_file(file(1, level)).expect("the level is there");
        let finished = work(&run, 2);
        assert_eq!(finished[0].resumed, Some(0));
        assert!(whole == fs::read(directory.path().join("out.kpb")).expect("the table is there"));
        true
    });
    assert!(is_made, "one thread was always a level ahead");
}

/// Without the turns of one process, all levels were deleted.
#[test]
fn turns_that_are_damaged_or_lost_are_made_again_and_the_levels_stay() {
    let whole = table("2x4", Suicide::Forbid, Switch::On, 2);
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run("2x4", Suicide::Forbid, Switch::On, directory.path());
    stop_threads_after(&run, 2, 1200);
    let found = [0, 1].map(|process| run.found(process, 2).expect("it is right"));
    let level = found[0].min(found[1]);
    assert!(level > Some(0), "both have finished a level");
    let path = directory.path().join("parts").join("0-of-2.turns");
    let bytes = fs::read(&path).expect("it is there");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it can be written");
    let refused = run.threads(2, Arc::new(Nobody));
    let says = refused.expect_err("half of it is missing").to_string();
    assert!(says.contains("delete this file"), "{says}");
    fs::remove_file(&path).expect("it can be deleted");
    assert_eq!(run.found(0, 2).expect("it is right"), level);
    let finished = work(&run, 2);
    assert_eq!(finished[0].resumed, level);
    assert!(whole == fs::read(directory.path().join("out.kpb")).expect("the table is there"));
}

/// What a disk does not read today may still be whole.
#[test]
fn a_checkpoint_that_cannot_be_read_is_not_called_damaged() {
    for file in ["turns", "level-1"] {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let run = run("2x3", Suicide::Forbid, Switch::On, directory.path());
        stop_after(&run, 1);
        let parts = directory.path().join("parts");
        for entry in fs::read_dir(&parts).expect("it is there") {
            let path = entry.expect("it is there").path();
            let is_turns = path.extension().is_some_and(|ending| ending == "turns");
            if !is_turns || file == "turns" {
                fs::remove_file(path).expect("it can be deleted");
            }
        }
        let path = parts.join(format!("0-of-1.{file}"));
        fs::create_dir(&path).expect("a folder in its place");
        let says = run.found(0, 1).expect_err("it is a folder").to_string();
        let cannot = format!("cannot read the checkpoint {}: ", path.display());
        assert!(says.starts_with(&cannot), "{says}");
    }
}

#[test]
fn a_damaged_table_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let run = run("2x3", Suicide::Forbid, Switch::On, directory.path());
    work(&run, 1);
    let path = directory.path().join("out.kpb");
    let bytes = fs::read(&path).expect("it is there");
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, damaged).expect("it can be written");
        let read =
            BracketFile::open(&path).and_then(|file| file.read(|_| Ok::<_, PartitionError>(())));
        let says = read.expect_err("a bit is wrong").to_string();
        assert!(says.contains("out.kpb") && !says.contains('\n'), "{says}");
    }
}
