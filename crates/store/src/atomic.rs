//! Files that are written completely or not at all.

use std::fs::{self, File};
#[cfg(unix)]
use std::io::ErrorKind::{NotFound, WouldBlock};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

#[cfg(unix)]
use crate::lock::is_still_there;
use crate::{Kind, StoreError};

/// The most links from a name to its file, as on Linux.
const MAX_LINKS: usize = 40;

/// A file that appears under its name only when it is complete.
///
/// It is written under another name in the same directory. [`Self::commit`] syncs it to the disk and then replaces the
/// old file, if there is one, in one step. If it is dropped before that, the old file is unchanged and nothing is left
/// behind. When the process is killed, a file named `.koproof-….tmp` stays, until, on Unix, the same name is written
/// again.
///
/// If two write the same name, the later commit wins; at no time is there a mixture.
///
/// # Examples
/// ```
/// use std::io::Write;
///
/// use koproof_store::{AtomicFile, read_limited};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("greeting");
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"hello")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(read_limited(&path, 1024)?, b"hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a file that is not committed is deleted"]
pub struct AtomicFile {
    file: NamedTempFile,
    path: PathBuf,
    /// The target of `path` through links, which stay in place.
    target: PathBuf,
}

impl AtomicFile {
    /// Starts a file for `path`. It gets the permissions of the file that it replaces, or those of any new file, by the
    /// umask.
    ///
    /// # Errors
    /// [`StoreError::File`] if nothing can be written in that directory; [`StoreError::NotAFile`] if a directory or a
    /// device has that name, which must not be replaced. Both name the path.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref().to_owned();
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(StoreError::NotAFile { path });
        }
        let target = end_of_links(&path).map_err(StoreError::with("write", &path))?;
        let file = temporary_beside(&target).map_err(StoreError::with("write", &path))?;
        Ok(Self { file, path, target })
    }

    /// Like [`Self::create`], for a file that can be made again in moments: it does not replace a container or a
    /// text that begins with `koproof `, such as a certificate: they may have taken days.
    ///
    /// # Errors
    /// As [`Self::create`]; [`StoreError::Container`] if there is a container of that name.
    pub fn create_export(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        // A pipe, which would have to be waited for, is refused here.
        let new = Self::create(path)?;
        let mut start = Vec::new();
        match File::open(&new.path) {
            Ok(old) => old.take(8).read_to_end(&mut start),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(new),
            Err(error) => Err(error),
        }
        .map_err(StoreError::with("write", &new.path))?;
        if Kind::starts_one(&start) {
            let path = new.path;
            return Err(StoreError::Container { path });
        }
        Ok(new)
    }

    /// Returns the number of bytes written so far.
    ///
    /// # Errors
    /// [`StoreError::File`], which names the path.
    pub fn size(&self) -> Result<u64, StoreError> {
        let found = self.file.as_file().metadata();
        let found = found.map_err(StoreError::with("write", &self.path))?;
        Ok(found.len())
    }

    /// Opens what was written so far, for reading.
    ///
    /// # Errors
    /// [`StoreError::File`], which names the path.
    pub fn reopen(&self) -> Result<File, StoreError> {
        let file = self.file.reopen();
        file.map_err(StoreError::with("read", &self.path))
    }

    /// Moves the complete file to its path.
    ///
    /// # Errors
    /// [`StoreError::File`], which names the path. The old file stays, unless only the directory could not be synced:
    /// then the new one is there, and a loss of power can still bring the old one back.
    pub fn commit(self) -> Result<(), StoreError> {
        self.place(true)
    }

    fn place(self, is_synced: bool) -> Result<(), StoreError> {
        let Self { file, path, target } = self;
        let place = || {
            // A new file has no old permissions to keep; setting those of somebody else's file may fail.
            if let Ok(old) = fs::metadata(&target) {
                let _ = file.as_file().set_permissions(old.permissions());
            }
            if is_synced {
                file.as_file().sync_all()?;
            }
            file.persist(&target).map_err(|error| error.error)?;
            if is_synced {
                sync_directory(&target)?;
            }
            Ok(())
        };
        place().map_err(StoreError::with("write", &path))
    }

    /// Moves the complete file beside the one in its place, to the first name that is free: `proof-2.kpc`, `proof-3.kpc` and
    /// so on. Returns this name; if the path is a link, it is beside the link's file.
    ///
    /// # Errors
    /// As [`Self::commit`].
    pub fn commit_beside(self) -> Result<PathBuf, StoreError> {
        let mut file = self.file;
        let place = || {
            file.as_file().sync_all()?;
            let mut number = 2;
            loop {
                let free = numbered(&self.target, number);
                match place_new(file, &free)? {
                    None => return Ok(free),
                    Some(not_placed) => file = not_placed,
                }
                number += 1;
            }
        };
        place().map_err(StoreError::with("write", &self.path))
    }
}

/// Follows the links from a path to the place where its file is, or would be.
///
/// # Errors
/// If there are too many links, as in a circle.
pub fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&place) else {
            return Ok(place);
        };
        place = place.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many links, which lead nowhere"))
}

/// Moves a synced file to a path where there is none. Otherwise returns the file.
fn place_new(file: NamedTempFile, path: &Path) -> io::Result<Option<NamedTempFile>> {
    match file.persist_noclobber(path) {
        Ok(_) => sync_directory(path).map(|()| None),
        Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => Ok(Some(taken.file)),
        Err(failed) => Err(failed.error),
    }
}

/// Returns the path with a number after the stem: `proof-2.kpc`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// Writes a file completely or not at all; see [`AtomicFile`].
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::commit`].
pub fn write_atomically(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), StoreError> {
    written(path.as_ref(), bytes)?.commit()
}

/// Writes a file completely, unless there is one already. Tells whether it is written: of several processes that write
/// it at once, one is told so.
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::commit`].
///
/// # Examples
/// ```
/// use koproof_store::{read_limited, write_new};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("entry");
/// assert!(write_new(&path, b"first")?);
/// assert!(!write_new(&path, b"second")?);
/// assert_eq!(read_limited(&path, 1024)?, b"first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_new(path: impl AsRef<Path>, bytes: &[u8]) -> Result<bool, StoreError> {
    let path = path.as_ref();
    let AtomicFile { file, target, .. } = written(path, bytes)?;
    let placed = (file.as_file().sync_all()).and_then(|()| place_new(file, &target));
    let placed = placed.map_err(StoreError::with("write", path))?;
    Ok(placed.is_none())
}

/// Writes a file completely or not at all, for short-lived files that are written often. The time of its way to the
/// disk is left to the system. Other processes see the old file or the new one, as always; but after a loss of power it
/// may be the old one, an empty one, or none.
///
/// # Errors
/// As [`AtomicFile::create`]; [`StoreError::File`] if the file cannot be moved to its path. The old file stays.
///
/// # Examples
/// ```
/// use koproof_store::{read_limited, write_unsynced};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("alive");
/// for sign in [b"1", b"2"] {
///     write_unsynced(&path, sign)?;
/// }
/// assert_eq!(read_limited(&path, 1024)?, b"2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_unsynced(path: impl AsRef<Path>, bytes: &[u8]) -> Result<(), StoreError> {
    written(path.as_ref(), bytes)?.place(false)
}

/// Starts a file and writes all its bytes.
fn written(path: &Path, bytes: &[u8]) -> Result<AtomicFile, StoreError> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)
        .map_err(StoreError::with("write", path))?;
    Ok(file)
}

/// Checks before long work that a file can be written later. It changes nothing.
///
/// # Errors
/// As [`AtomicFile::create`].
pub fn check_writable(path: impl AsRef<Path>) -> Result<(), StoreError> {
    // The temporary file is removed again.
    AtomicFile::create(path).map(drop)
}

/// Makes an empty file without a name in a directory, or in that of another file, for data that only this process
/// needs. It is gone when it is closed, also if the process is killed.
///
/// # Errors
/// [`StoreError::File`] if nothing can be written in that directory; it names the path.
pub fn scratch_beside(path: impl AsRef<Path>) -> Result<File, StoreError> {
    let path = path.as_ref();
    let (directory, action) = match path.is_dir() {
        true => (path, "write into"),
        false => (directory(path), "write beside"),
    };
    tempfile::tempfile_in(directory).map_err(StoreError::with(action, path))
}

/// Returns the directory of a file that is to be written.
fn directory(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => target,
    }
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let directory = directory(target);
    // The directory is checked first, so that the error names a missing directory.
    fs::metadata(directory)?;
    #[cfg(unix)]
    if let Some(file) = named_after(target, directory) {
        return Ok(file);
    }
    // The error of the temporary file would name an unknown path; the error of the system names none.
    let mut code = None;
    let open = |path: &Path| open_new(path).inspect_err(|error| code = error.raw_os_error());
    let made = tempfile::Builder::new()
        .prefix(".koproof-")
        .suffix(".tmp")
        .make_in(directory, open);
    made.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))
}

fn open_new(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    options.open(path)
}

/// Makes a temporary file with the one name that every writer of `target` tries first, so that a killed process leaves
/// no second one. A writer locks its file. `None` if another writer has that name, or if nothing can be locked.
#[cfg(unix)]
fn named_after(target: &Path, directory: &Path) -> Option<NamedTempFile> {
    let mut name = std::ffi::OsString::from(".koproof-");
    name.push(target.file_name()?);
    let open = |path: &Path| {
        let file = open_new(path).or_else(|_| {
            remove_left_over(path)?;
            open_new(path)
        })?;
        match lock_there(&file, path) {
            Ok(()) => Ok(file),
            // Another writer has the name now.
            Err(why) if matches!(why.kind(), WouldBlock | NotFound) => Err(why),
            // Nothing can be locked here, so another name is taken, and nobody would remove this one.
            Err(why) => {
                fs::remove_file(path)?;
                Err(why)
            }
        }
    };
    let made = tempfile::Builder::new()
        .prefix(&name)
        .suffix(".tmp")
        .rand_bytes(0)
        .make_in(directory, open);
    made.ok()
}

/// Removes the temporary file of a writer that was killed. One that lives has locked its own.
#[cfg(unix)]
fn remove_left_over(path: &Path) -> io::Result<()> {
    // Opening a pipe would wait for its other end.
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let left = File::open(path)?;
    lock_there(&left, path)?;
    // It is locked until here, so that no other writer removes a new file of this name.
    fs::remove_file(path)
}

/// Locks an open file, which must still be the one of that name: another process may have removed or moved it.
#[cfg(unix)]
fn lock_there(file: &File, path: &Path) -> io::Result<()> {
    file.try_lock()?;
    if is_still_there(file, path) {
        Ok(())
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Syncs the new name to the disk.
#[cfg(unix)]
pub(crate) fn sync_directory(target: &Path) -> io::Result<()> {
    match File::open(directory(target))?.sync_all() {
        // Some network file systems cannot sync a directory; the file itself is complete and in its place.
        Err(cause) if cause.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Does nothing, because only Unix can open a directory.
#[cfg(not(unix))]
pub(crate) fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}
