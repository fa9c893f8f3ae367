//! Files on disk: complete or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use koproof_store::{
    AtomicFile, Kind, Layout, StoreError, encode, read_limited, write_atomically, write_unsynced,
};
use tempfile::tempdir;

/// Returns the names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .expect("the directory is there")
        .map(|entry| entry.expect("it can be listed").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_written_and_replaced() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    for content in [&b"first"[..], b"", b"third and longer"] {
        write_atomically(&path, content).unwrap();
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(names(directory.path()), ["table.kpt"]);
    }
}

#[test]
fn a_file_that_is_not_synced_is_replaced_as_a_whole() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("alive.json");
    let [one, other] = [vec![b'1'; 100_000], vec![b'2'; 100_000]];
    write_unsynced(&path, &one).unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for content in [&other, &one].into_iter().cycle().take(500) {
                write_unsynced(&path, content).unwrap();
            }
        });
        while !writer.is_finished() {
            let read = fs::read(&path).unwrap();
            assert!(read == one || read == other);
        }
    });
    assert_eq!(names(directory.path()), ["alive.json"]);
}

/// A leader puts a refused file away while its worker writes it again.
#[test]
fn a_file_that_another_process_removes_meanwhile_is_no_obstacle() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("report.json");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                fs::write(&path, b"old").unwrap();
                fs::remove_file(&path).unwrap();
            }
        });
        let failure = (0..20_000).find_map(|_| AtomicFile::create(&path).err());
        is_over.store(true, Ordering::Relaxed);
        assert!(failure.is_none(), "{failure:?}");
    });
}

#[test]
fn a_file_that_is_not_committed_changes_nothing() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    write_atomically(&path, b"old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(file);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(directory.path()), ["table.kpt"]);
}

#[test]
fn an_export_replaces_everything_but_containers() {
    const KIND: Kind = Kind::new(*b"KPTEST\r\n", "test", 1);
    let directory = tempdir().unwrap();
    let path = directory.path().join("values.csv");
    let container = encode(KIND, Layout::plain(), &(), b"one").unwrap();
    for (old, is_replaced) in [
        (&b""[..], true),
        (b"KP", true),
        (b"point,value\r\n", true),
        (&container[..8], false),
        (&container, false),
        (b"koproof certificate 1\n", false),
        (b"koproof: a page\n", true),
    ] {
        write_atomically(&path, old).unwrap();
        match AtomicFile::create_export(&path) {
            Ok(file) => {
                assert!(is_replaced);
                file.commit().unwrap();
                assert_eq!(fs::read(&path).unwrap(), b"");
            }
            Err(error) => {
                assert!(!is_replaced && matches!(error, StoreError::Container { .. }));
                assert_eq!(fs::read(&path).unwrap(), old);
            }
        }
    }
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("missing/table.kpt");
    let error = write_atomically(&path, b"new").unwrap_err();
    assert!(matches!(error, StoreError::File { .. }));
    let message = error.to_string();
    assert!(
        message.starts_with(&format!("cannot write {}: ", path.display())),
        "{message}"
    );
    assert!(!message.contains(".koproof-"), "{message}");
    assert!(message.ends_with(": make its directory first, or name another file"));
    assert!(names(directory.path()).is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn a_refusal_of_the_system_names_no_temporary_file() {
    // No user may make a file there, not even root.
    let message = AtomicFile::create("/sys/table.kpt")
        .unwrap_err()
        .to_string();
    assert!(
        message.starts_with("cannot write /sys/table.kpt: "),
        "{message}"
    );
    assert!(!message.contains(".koproof-"), "{message}");
}

#[test]
fn a_directory_is_not_replaced() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    fs::create_dir(&path).unwrap();
    let error = write_atomically(&path, b"new").unwrap_err();
    assert!(matches!(error, StoreError::NotAFile { .. }), "{error}");
    assert!(path.is_dir());
    assert_eq!(names(directory.path()), ["table.kpt"]);
    assert!(names(&path).is_empty());
}

#[test]
fn a_directory_that_appears_before_the_commit_is_not_replaced() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"new").unwrap();
    fs::create_dir(&path).unwrap();
    let error = file.commit().unwrap_err();
    assert!(error.to_string().contains("table.kpt"), "{error}");
    assert!(path.is_dir());
    assert_eq!(names(directory.path()), ["table.kpt"]);
}

#[test]
fn a_name_without_a_directory_stands_in_the_current_one() {
    // Only the error matters here: the current directory is that of the crate.
    let error = write_atomically("src", b"new").unwrap_err();
    assert!(matches!(error, StoreError::NotAFile { .. }), "{error}");
    for path in ["", "/", ".."] {
        assert!(AtomicFile::create(path).is_err(), "{path:?}");
    }
    let file = AtomicFile::create("never-committed.kpt").unwrap();
    drop(file);
    assert!(!Path::new("never-committed.kpt").exists());
}

// A socket stands for every special file. The test never uses a real device: if the check were broken, a run as root
// would replace it.
#[cfg(unix)]
#[test]
fn a_special_file_is_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let directory = tempdir().unwrap();
    let path = directory.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let error = write_atomically(&path, b"new").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {}: it is not a regular file, choose another name",
            path.display()
        )
    );
    assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    assert_eq!(names(directory.path()), ["socket"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_file_is_replaced() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    let link = directory.path().join("latest");
    write_atomically(&path, b"old").unwrap();
    std::os::unix::fs::symlink("table.kpt", &link).unwrap();
    write_atomically(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // A link can lead to a file that is yet to be written, on another disk.
    let first = directory.path().join("first");
    std::os::unix::fs::symlink("elsewhere/second", &first).unwrap();
    assert!(write_atomically(&first, b"new").is_err(), "no such folder");
    assert!(fs::symlink_metadata(&first).unwrap().is_symlink());
    fs::create_dir(directory.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("third", directory.path().join("elsewhere/second")).unwrap();
    write_atomically(&first, b"new").unwrap();
    assert!(fs::symlink_metadata(&first).unwrap().is_symlink());
    assert_eq!(
        fs::read(directory.path().join("elsewhere/third")).unwrap(),
        b"new"
    );
    let round = directory.path().join("round");
    std::os::unix::fs::symlink("round", &round).unwrap();
    assert!(write_atomically(&round, b"new").is_err(), "to itself");
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempdir().unwrap();
    let [written, usual] = ["written", "usual"].map(|name| directory.path().join(name));
    write_atomically(&written, b"").unwrap();
    fs::write(&usual, b"").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&written), mode(&usual));
}

#[cfg(unix)]
#[test]
fn permissions_of_a_replaced_file_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempdir().unwrap();
    let path = directory.path().join("shared");
    for mode in [0o640, 0o600, 0o664] {
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write_atomically(&path, b"new").unwrap();
        let kept = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(kept & 0o777, mode);
    }
}

/// A killed process has locked nothing any more; one that lives keeps its file.
#[test]
#[cfg(unix)]
fn what_a_killed_writer_has_left_goes_with_the_next_file_of_that_name() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("run.kpk");
    write_atomically(&path, b"old").unwrap();
    for left in [".koproof-run.kpk.tmp", ".koproof-other.kpk.tmp"] {
        fs::write(directory.path().join(left), b"half").unwrap();
    }
    let mut first = AtomicFile::create(&path).unwrap();
    first.write_all(b"first").unwrap();
    assert_eq!(
        names(directory.path()),
        [".koproof-other.kpk.tmp", ".koproof-run.kpk.tmp", "run.kpk"]
    );
    let mut second = AtomicFile::create(&path).unwrap();
    second.write_all(b"second").unwrap();
    first.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"first");
    second.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"second");
    assert_eq!(
        names(directory.path()),
        [".koproof-other.kpk.tmp", "run.kpk"]
    );
}

/// A name of this length is allowed, but not with something before it.
#[test]
fn a_file_can_have_the_longest_name() {
    let directory = tempdir().unwrap();
    let name = "n".repeat(255);
    write_atomically(directory.path().join(&name), b"here").unwrap();
    assert_eq!(names(directory.path()), [name]);
}

#[test]
fn of_several_writers_one_wins_and_no_mixture_is_seen() {
    const BYTES: usize = 1 << 16;
    let directory = tempdir().unwrap();
    let path = directory.path().join("table.kpt");
    write_atomically(&path, &[b'a'; BYTES]).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers = (*b"ab").map(|letter| {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..50 {
                    write_atomically(path, &[letter; BYTES]).unwrap();
                }
            })
        });
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let seen = fs::read(&path).unwrap();
                assert_eq!(seen.len(), BYTES);
                assert!(seen.iter().all(|&byte| byte == seen[0]));
            }
        });
        let results = writers.map(|writer| writer.join());
        done.store(true, Ordering::Relaxed);
        assert!(results.iter().all(Result::is_ok));
    });
    assert_eq!(names(directory.path()), ["table.kpt"]);
}

#[test]
fn a_file_over_the_limit_is_refused_before_it_is_read() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("huge");
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let error = read_limited(&path, 1 << 20).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{} has 1099511627776 bytes, at most 1048576 are allowed here: this is not the file you mean, or the limit is too low",
            path.display()
        )
    );
}

#[test]
fn a_file_of_exactly_the_limit_is_read() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("five");
    fs::write(&path, b"12345").unwrap();
    assert_eq!(read_limited(&path, 5).unwrap(), b"12345");
    assert_eq!(read_limited(&path, u64::MAX).unwrap(), b"12345");
    assert!(matches!(
        read_limited(&path, 4),
        Err(StoreError::FileTooLarge { size: 5, .. })
    ));
}

#[cfg(unix)]
#[test]
fn a_file_beside_another_gets_the_first_free_number() {
    let start = tempdir().unwrap();
    // A link can lead to another disk, and a file can only be moved within one.
    let [folder, path] = ["disk", "proof.kpc"].map(|name| start.path().join(name));
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("disk/proof.kpc", &path).unwrap();
    fs::write(&path, b"old").unwrap();
    fs::write(folder.join("proof-2.kpc"), b"second").unwrap();
    for (number, bytes) in [(3, b"third"), (4, b"later")] {
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(bytes).unwrap();
        let placed = file.commit_beside().unwrap();
        assert_eq!(placed, folder.join(format!("proof-{number}.kpc")));
        assert_eq!(fs::read(placed).unwrap(), bytes);
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder).unwrap().count(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_an_end_is_read_up_to_the_limit() {
    let error = read_limited("/dev/zero", 1000).unwrap_err();
    assert!(
        error.to_string().contains("has more than 1000 bytes"),
        "{error}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for path in ["no such file", "."] {
        let message = read_limited(path, 10).unwrap_err().to_string();
        assert!(
            message.starts_with("cannot read ") || message.contains("has "),
            "{message}"
        );
        assert!(message.contains(path), "{message}");
    }
}
