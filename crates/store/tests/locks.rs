//! Locks beside files.

use koproof_store::{FileLock, StoreError};

/// As where the parent of a directory cannot be written: here the name of a lock beside it would be too long.
#[cfg(unix)]
#[test]
fn a_directory_without_a_place_for_a_lock_beside_it_is_locked_inside() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let directory = folder.path().join("d".repeat(253));
    std::fs::create_dir(&directory).expect("it can be made");
    let lock = FileLock::beside(&directory).expect("it is free");
    let again = FileLock::beside(&directory).expect_err("it is taken");
    assert!(matches!(again, StoreError::InUse { .. }), "{again}");
    drop(lock);
    assert_eq!(std::fs::read_dir(&directory).expect("a folder").count(), 0);
    drop(FileLock::beside(&directory).expect("it is free"));
}

#[test]
fn a_file_that_is_no_lock_is_neither_locked_nor_removed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("Cargo.lock");
    std::fs::write(&file, "version = 4").expect("it can be written");
    let directory = folder.path().join("a.lock");
    std::fs::create_dir(&directory).expect("it can be made");
    for name in ["Cargo", "a"] {
        let refused = FileLock::beside(folder.path().join(name)).expect_err("it is in the way");
        assert!(matches!(refused, StoreError::LockTaken { .. }), "{refused}");
    }
    assert_eq!(std::fs::read(&file).expect("it is there"), b"version = 4");
    assert!(directory.is_dir());
}

/// A lock that somebody has written to meanwhile is somebody's file.
#[test]
fn a_lock_that_was_written_to_stays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let lock = FileLock::beside(folder.path().join("Cargo")).expect("it is free");
    let file = folder.path().join("Cargo.lock");
    std::fs::write(&file, "version = 4").expect("it can be written");
    drop(lock);
    assert_eq!(std::fs::read(&file).expect("it is there"), b"version = 4");
}

/// Through a link the lock would be another file, and a pipe would make it wait.
#[cfg(unix)]
#[test]
fn a_link_is_no_lock() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let link = folder.path().join("run.lock");
    std::os::unix::fs::symlink("elsewhere", &link).expect("it can be made");
    let refused = FileLock::beside(folder.path().join("run")).expect_err("it is in the way");
    assert!(matches!(refused, StoreError::LockTaken { .. }), "{refused}");
    assert!(link.is_symlink() && !folder.path().join("elsewhere").exists());
}

/// The lock was to be in this directory, and as that did not exist, there was none.
#[test]
fn a_slash_at_the_end_of_a_directory_that_does_not_exist_yet_changes_no_lock() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let _held = FileLock::beside(directory.path().join("run/")).expect("it is free");
    assert!(directory.path().join("run.lock").exists());
    for name in ["run", "run/", "run/."] {
        FileLock::beside(directory.path().join(name)).expect_err("it is held");
    }
}
