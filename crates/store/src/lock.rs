//! Locks beside files: a file that is replaced as a whole cannot be locked itself.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::StoreError;

/// The time between two attempts to take a lock.
const PAUSE: Duration = Duration::from_millis(5);

/// The time after which a lock is not only taken for a moment.
const PATIENCE: Duration = Duration::from_secs(10);

/// A lock on a file that one process at a time may replace, through a file beside it: `NAME.lock`.
///
/// The system releases it when the process ends, however that ends; after a kill the empty `NAME.lock` stays, unlocked.
///
/// # Examples
/// ```
/// use koproof_store::FileLock;
///
/// # let directory = tempfile::tempdir()?;
/// let path = directory.path().join("run");
/// let lock = FileLock::beside(&path)?;
/// assert!(FileLock::beside(&path).is_err());
/// drop(lock);
/// assert!(FileLock::beside(&path).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "the lock is released when this value is dropped"]
pub struct FileLock {
    /// The open lock, and its path. `None` if the directory takes no lock.
    held: Option<(File, PathBuf)>,
}

impl FileLock {
    /// Takes the lock of a file or of a directory, which need not exist. The lock of a directory whose parent cannot be
    /// written is in the directory. Where nothing can be locked, no lock is taken: some file systems have no locks, and
    /// a directory that takes no lock will not take the file either.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process, or another lock of this one, has it; [`StoreError::LockTaken`] if
    /// something that is no lock has its name.
    pub fn beside(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        // Its components: with a slash at the end, the lock would be within a directory that may not exist.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.components().collect());
        let mut beside = real.clone().into_os_string();
        beside.push(".lock");
        for name in [PathBuf::from(beside), real.join(".lock")] {
            if let Some(held) = take(path, &name)? {
                return Ok(Self { held: Some(held) });
            }
        }
        Ok(Self { held: None })
    }

    /// Takes the lock of a file for the moment in which the file is compared and replaced, and waits up to ten seconds while
    /// another process has it. `None` if something that is no lock has its name: there is no lock then.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process keeps it, as a run does that will write the file.
    pub fn await_beside(path: impl AsRef<Path>) -> Result<Option<Self>, StoreError> {
        let begun = Instant::now();
        loop {
            match Self::beside(&path) {
                Err(StoreError::InUse { .. }) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(used @ StoreError::InUse { .. }) => return Err(used),
                taken => return Ok(taken.ok()),
            }
        }
    }
}

/// Takes a lock through a file of this name; `None` if it cannot be opened.
fn take(path: &Path, name: &Path) -> Result<Option<(File, PathBuf)>, StoreError> {
    let taken = || StoreError::LockTaken {
        path: path.to_owned(),
        taken: name.to_owned(),
    };
    loop {
        // A lock is an empty file, and goes when it is released: anything else is somebody's, and a pipe would block.
        if fs::symlink_metadata(name).is_ok_and(|found| !is_lock(&found)) {
            return Err(taken());
        }
        let opened = File::options().create(true).append(true).open(name);
        // One that another user has left can be read, and that is enough to lock it.
        let Ok(file) = opened.or_else(|_| File::open(name)) else {
            return Ok(None);
        };
        if file.metadata().is_ok_and(|found| !is_lock(&found)) {
            return Err(taken());
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let path = path.to_owned();
                return Err(StoreError::InUse { path });
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Its last owner may have removed it after it was opened here.
        if is_still_there(&file, name) {
            return Ok(Some((file, name.to_owned())));
        }
    }
}

/// Tells whether this can be a lock.
fn is_lock(found: &fs::Metadata) -> bool {
    found.is_file() && found.len() == 0
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some((file, name)) = &self.held {
            // It is removed while it is locked, so nobody else has taken it. If it stays, it locks nothing.
            if fs::symlink_metadata(name).is_ok_and(|found| is_lock(&found)) {
                let _ = fs::remove_file(name);
            }
            let _ = file.unlock();
        }
    }
}

/// Tells whether a path leads to this open file.
#[cfg(unix)]
pub(crate) fn is_still_there(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    let here = file.metadata().map(place);
    let there = fs::metadata(name).map(place);
    // What cannot be looked at is not opened again and again.
    here.is_err() || there.is_ok_and(|there| here.is_ok_and(|here| here == there))
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}
