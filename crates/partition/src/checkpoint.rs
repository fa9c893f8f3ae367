//! Checkpoints: the state of a process, on disk after each level.
//!
//! In the directory of a run, process 2 of 4 has the file `2-of-4.turns` with the colorings that it owns. For each of
//! the last two finished levels it has `2-of-4.level-K`, where K counts the levels, with the forced scores and open
//! plays of each turn. A level is the whole work for one score. No message is in transit between levels, so the files
//! of all processes for one K are the complete state. A file is written whole or not at all.

mod directory;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use koproof_store::{
    AtomicFile, ContainerReader, ContainerWriter, Decode, Encode, Kind, Layout, StoreError,
};

use crate::error::PartitionError;
use crate::game::Game;
use crate::part::{Forced, Part};
use directory::{delete, failed, names, processes, refused};

pub(crate) use directory::{Level, clear, prepare};

const TURNS: Kind = Kind::new(*b"KPTURN\r\n", "list of turns", 1);
const LEVEL: Kind = Kind::new(*b"KPLEVL\r\n", "level", 1);

/// Small blocks, because the files of all processes are open at once at the end.
const LAYOUT: Layout = Layout::plain().with_block_bytes(1 << 14);

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct Header {
    graph6: String,
    suicide: String,
    symmetries: u64,
    process: u32,
    processes: u32,
    level: Level,
    /// The colorings that the process owns.
    colorings: u64,
}

impl Header {
    fn describe(&self) -> String {
        format!(
            "of g6:{}, suicide {}, {} symmetries, level {} of process {} of {}",
            self.graph6, self.suicide, self.symmetries, self.level, self.process, self.processes
        )
    }
}

/// The files of one process.
#[derive(Clone, Debug)]
pub(crate) struct ProcessFiles {
    directory: PathBuf,
    header: Header,
}

impl ProcessFiles {
    /// Finds the files of a process in an existing directory.
    pub(crate) fn new(game: &Game, directory: &Path, process: usize, processes: usize) -> Self {
        Self {
            directory: directory.to_owned(),
            header: Header {
                graph6: game.board.to_graph6(),
                suicide: game.suicide.to_string(),
                symmetries: game.symmetries() as u64,
                process: process as u32,
                processes: processes as u32,
                level: 0,
                colorings: 0,
            },
        }
    }

    /// Returns the levels that this process has finished, in any order; 0 stands for its turns. Turns that are lost can
    /// be made again, so levels count without them.
    ///
    /// This checks only the headers of its files. They are too large to be read twice, and their content is checked
    /// when it is used.
    pub(crate) fn finished(&self) -> Result<Vec<Level>, PartitionError> {
        self.check_processes()?;
        let mut finished = self.levels()?;
        let mut colorings = None;
        if self.turns_path().exists() {
            let (_, header) = self.reader(TURNS, self.turns_path(), 0, None)?;
            colorings = Some(header.colorings);
        }
        for &level in &finished {
            self.reader(LEVEL, self.level_path(level), level, colorings)?;
        }
        finished.extend(colorings.map(|_| 0));
        Ok(finished)
    }

    /// Refuses a directory in which another number of processes has worked.
    fn check_processes(&self) -> Result<(), PartitionError> {
        let expected = self.header.processes as usize;
        let names = names(&self.directory)?;
        let mut found = names.iter().filter_map(|name| processes(name));
        match found.find(|&found| found != expected) {
            None => Ok(()),
            Some(found) => Err(PartitionError::Processes {
                path: self.directory.clone(),
                found,
                expected,
            }),
        }
    }

    /// Lists the levels of this process, in any order.
    fn levels(&self) -> Result<Vec<Level>, PartitionError> {
        let start = self.name("level-");
        let names = names(&self.directory)?.into_iter();
        Ok(names
            .filter_map(|name| name.strip_prefix(&start)?.parse().ok())
            .collect())
    }

    fn name(&self, rest: &str) -> String {
        format!(
            "{}-of-{}.{rest}",
            self.header.process, self.header.processes
        )
    }

    fn turns_path(&self) -> PathBuf {
        self.directory.join(self.name("turns"))
    }

    fn level_path(&self, level: Level) -> PathBuf {
        self.directory.join(self.name(&format!("level-{level}")))
    }

    /// Writes the colorings that this process owns.
    pub(crate) fn write_turns(&self, part: &Part) -> Result<(), PartitionError> {
        let keys = &part.keys;
        self.write(TURNS, &self.turns_path(), 0, keys.len(), |writer| {
            for key in keys {
                writer.write_all(&key.to_le_bytes())?;
            }
            Ok(())
        })
    }

    /// Writes the state after this number of levels.
    pub(crate) fn write_level(&self, part: &Part, level: Level) -> Result<(), PartitionError> {
        let path = self.level_path(level);
        self.write(LEVEL, &path, level, part.keys.len(), |writer| {
            for (forced, &escapes) in part.forced.iter().zip(&part.escapes) {
                let [a, b, c, d] = forced.map(|value| value as u8);
                writer.write_all(&[a, b, c, d, escapes])?;
            }
            Ok(())
        })
    }

    /// Deletes the levels that are useless.
    pub(crate) fn forget(&self, is_useless: impl Fn(Level) -> bool) -> Result<(), PartitionError> {
        let mut levels = self.levels()?.into_iter();
        levels.try_for_each(|level| match is_useless(level) {
            true => delete(&self.level_path(level)),
            false => Ok(()),
        })
    }

    /// Reads the keys of the colorings that this process owns.
    pub(crate) fn turns(&self) -> Result<Vec<u64>, PartitionError> {
        let (mut entries, header) = self.reader(TURNS, self.turns_path(), 0, None)?;
        let mut keys = Vec::new();
        for _ in 0..header.colorings {
            let key = u64::from_le_bytes(entries.next()?);
            if keys.last().is_some_and(|&before| before >= key) {
                return Err(entries.contradiction("a list out of order", "one in order"));
            }
            keys.push(key);
        }
        entries.end()?;
        keys.shrink_to_fit();
        Ok(keys)
    }

    /// Reads the state after this number of levels, by turn.
    pub(crate) fn level(
        &self,
        level: Level,
        colorings: usize,
    ) -> Result<(Vec<Forced>, Vec<u8>), PartitionError> {
        let path = self.level_path(level);
        let (mut entries, _) = self.reader(LEVEL, path, level, Some(colorings as u64))?;
        let mut forced = Vec::with_capacity(2 * colorings);
        let mut escapes = Vec::with_capacity(2 * colorings);
        for _ in 0..2 * colorings {
            let (values, open) = entries.next_turn()?;
            forced.push(values);
            escapes.push(open);
        }
        entries.end()?;
        Ok((forced, escapes))
    }

    /// Opens both files of a finished level, to be read side by side.
    pub(crate) fn open(&self, level: Level) -> Result<LevelReader, PartitionError> {
        let (turns, header) = self.reader(TURNS, self.turns_path(), 0, None)?;
        let (level, _) =
            self.reader(LEVEL, self.level_path(level), level, Some(header.colorings))?;
        Ok(LevelReader {
            turns,
            level,
            colorings: header.colorings,
        })
    }

    fn write(
        &self,
        kind: Kind,
        path: &Path,
        level: Level,
        colorings: usize,
        content: impl FnOnce(&mut ContainerWriter<AtomicFile>) -> io::Result<()>,
    ) -> Result<(), PartitionError> {
        let header = Header {
            level,
            colorings: colorings as u64,
            ..self.header.clone()
        };
        let write = || {
            let file = AtomicFile::create(path)?;
            let mut writer = ContainerWriter::new(file, kind, LAYOUT, &header)?;
            content(&mut writer).map_err(StoreError::with("write", path))?;
            writer.finish()?.commit()
        };
        write().map_err(PartitionError::Unwritten)
    }

    fn reader(
        &self,
        kind: Kind,
        path: PathBuf,
        level: Level,
        colorings: Option<u64>,
    ) -> Result<(Entries, Header), PartitionError> {
        let file = File::open(&path).map_err(|cause| failed(&path, "read", cause))?;
        let opened = ContainerReader::open::<Header>(file, kind);
        let (header, reader) = opened.map_err(|cause| refused(&path, cause))?;
        let expected = Header {
            level,
            colorings: colorings.unwrap_or(header.colorings),
            ..self.header.clone()
        };
        let entries = Entries { reader, path };
        if header != expected {
            return Err(entries.contradiction(&header.describe(), &expected.describe()));
        }
        Ok((entries, header))
    }
}

/// Entries of a file, one after the other.
struct Entries {
    reader: ContainerReader<File>,
    path: PathBuf,
}

impl Entries {
    fn next<const BYTES: usize>(&mut self) -> Result<[u8; BYTES], PartitionError> {
        let mut bytes = [0; BYTES];
        self.reader
            .read_exact(&mut bytes)
            .map_err(|cause| failed(&self.path, "read", cause))?;
        Ok(bytes)
    }

    fn next_turn(&mut self) -> Result<(Forced, u8), PartitionError> {
        let [a, b, c, d, escapes] = self.next()?;
        Ok(([a, b, c, d].map(|byte| byte as i8), escapes))
    }

    /// Refuses a file with bytes after its end.
    fn end(&mut self) -> Result<(), PartitionError> {
        match self.reader.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.contradiction("longer than it says", "whole")),
            Err(cause) => Err(failed(&self.path, "read", cause)),
        }
    }

    fn contradiction(&self, found: &str, expected: &str) -> PartitionError {
        PartitionError::OtherRun {
            path: self.path.clone(),
            found: found.to_owned(),
            expected: expected.to_owned(),
        }
    }
}

/// The colorings of one process with their forced scores, in the order of their codes.
pub(crate) struct LevelReader {
    turns: Entries,
    level: Entries,
    pub(crate) colorings: u64,
}

impl LevelReader {
    /// Returns the next key with the forced scores of its two turns; `None` at the end of valid files.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, [Forced; 2])>, PartitionError> {
        let mut bytes = [0; 8];
        let read = self.turns.reader.read(&mut bytes[..1]);
        if read.map_err(|cause| failed(&self.turns.path, "read", cause))? == 0 {
            self.level.end()?;
            return Ok(None);
        }
        let rest: [u8; 7] = self.turns.next()?;
        bytes[1..].copy_from_slice(&rest);
        let (black, _) = self.level.next_turn()?;
        let (white, _) = self.level.next_turn()?;
        Ok(Some((u64::from_le_bytes(bytes), [black, white])))
    }
}
