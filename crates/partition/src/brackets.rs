//! Tables of brackets: merging the parts of all processes, writing and reading.

use std::fs::File;
use std::io::ErrorKind::UnexpectedEof;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use koproof_rules::{Board, Coloring, Score, Suicide};
use koproof_solver::{Bracket, Switch};
use koproof_store::{
    AtomicFile, ContainerReader, ContainerWriter, Decode, Encode, Kind, Layout, StoreError,
};
use serde::{Deserialize, Serialize};

use crate::checkpoint::{Level, LevelReader, ProcessFiles};
use crate::error::PartitionError;
use crate::game::{Game, is_mirrored};
use crate::part::{Forced, MOVER, MOVER_AFTER_PASS, OPEN, OTHER, OTHER_AFTER_PASS};

const BRACKETS: Kind = Kind::new(*b"KPBRAC\r\n", "table of brackets", 1);

/// Returns whether a file that begins with these bytes is a table of brackets. 8 bytes are enough.
#[must_use]
pub fn is_brackets(start: &[u8]) -> bool {
    start.starts_with(&BRACKETS.magic())
}

const LAYOUT: Layout = Layout::deflate().with_block_bytes(1 << 16);

/// Bytes of one coloring: lo and hi, for either player to move, after no pass and after one.
const ENTRY: usize = 8;

#[derive(Debug, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct Header {
    board: String,
    graph6: String,
    suicide: String,
    symmetries: u64,
    representatives: u64,
}

/// The brackets of a coloring's states, by player to move and passes just made.
pub type StateBrackets = [[Bracket; 2]; 2];

/// An entry of a table of brackets: a coloring and the colorings that are symmetric to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BracketEntry {
    /// The representative.
    pub coloring: Coloring<1, 2>,
    /// Its brackets.
    pub brackets: StateBrackets,
    /// The number of colorings of the entry's orbit.
    pub orbit: u64,
}

/// The totals of a table of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The colorings that have an entry: one of each orbit.
    pub representatives: u64,
    /// Fresh states: every legal coloring with either player to move.
    pub states: u64,
    /// Those whose bracket is one number: the ko-free ones.
    pub exact: u64,
    /// The bracket of the empty board with Black to move.
    pub empty: Bracket,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// Reads a table of brackets coloring by coloring, in the order of their codes.
///
/// # The file
/// A container of `koproof_store` with magic `KPBRAC\r\n` and version 1, its blocks deflated. The header is, in bincode
/// with little-endian numbers of fixed width: name of the board, graph6, suicide (`allow` or `forbid`), number of
/// symmetries (u64), number of representatives (u64); strings are their length (u64) and UTF-8. The payload has eight
/// signed bytes for each representative, in the order of their codes ([`koproof_rules::RepresentativeParts`]): `lo` and
/// `hi` for Black to move, the same after a pass, `lo` and `hi` for White to move, the same after a pass. With one
/// symmetry the representatives are all legal colorings. The file does not depend on the number of processes.
#[derive(Debug)]
pub struct BracketFile {
    game: Game,
    representatives: u64,
    reader: ContainerReader<File>,
    path: PathBuf,
}

impl BracketFile {
    /// Opens a table.
    ///
    /// # Errors
    /// If there is no such file, it is damaged, or its statements about its board are impossible.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PartitionError> {
        let path = path.as_ref();
        let refused = |cause| PartitionError::Brackets {
            path: path.to_owned(),
            cause,
        };
        let wrong = |why: String| PartitionError::Contradiction {
            path: path.to_owned(),
            why,
        };
        let file = File::open(path).map_err(|cause| refused(stream("read", cause)))?;
        let (header, reader) = ContainerReader::open::<Header>(file, BRACKETS).map_err(refused)?;
        let board = Board::stated(&header.board, &header.graph6)
            .map_err(|why| wrong(format!("has a board that is none: {why}")))?
            .ok_or_else(|| wrong("has a board that does not fit its graph6".to_owned()))?;
        let suicide: Suicide = (header.suicide.parse())
            .map_err(|why| wrong(format!("has rules that are none: {why}")))?;
        let symmetry = if header.symmetries == 1 {
            Switch::Off
        } else {
            Switch::On
        };
        let game = Game::new(&board, suicide, symmetry)?;
        if game.symmetries() as u64 != header.symmetries {
            let found = header.symmetries;
            return Err(wrong(format!(
                "has {found} symmetries, its board {}",
                game.symmetries()
            )));
        }
        Ok(Self {
            game,
            representatives: header.representatives,
            reader,
            path: path.to_owned(),
        })
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.game.board
    }

    /// Returns whether suicide is legal.
    #[must_use]
    pub fn suicide(&self) -> Suicide {
        self.game.suicide
    }

    /// Counts the symmetries whose orbits have an entry each: 1 if every coloring has one.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    /// Returns the version of the file's format.
    #[must_use]
    pub fn format_version(&self) -> u16 {
        BRACKETS.version()
    }

    /// Counts the entries.
    #[must_use]
    pub fn representatives(&self) -> u64 {
        self.representatives
    }

    /// Calls a function with each entry until the function fails.
    ///
    /// # Errors
    /// If the file is damaged or has more or fewer entries than the board has representatives, or with the function's
    /// error.
    pub fn read<E: From<PartitionError>>(
        mut self,
        mut take: impl FnMut(BracketEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut entry = [0; ENTRY];
        let mut found = 0;
        let unread = |cause| PartitionError::Brackets {
            path: self.path.clone(),
            cause: stream("read", cause),
        };
        let contradiction = |why: &str| {
            let (path, why) = (self.path.clone(), why.to_owned());
            E::from(PartitionError::Contradiction { path, why })
        };
        let points = self.game.points() as Score;
        for coloring in self.game.parts().walks().flatten() {
            match self.reader.read_exact(&mut entry) {
                // Only the reader's own errors have a cause: this is the end of a whole file.
                Err(end) if end.kind() == UnexpectedEof && end.get_ref().is_none() => {
                    return Err(contradiction("has fewer entries than its board"));
                }
                read => read.map_err(unread)?,
            }
            found += 1;
            let brackets = unpack(entry);
            let possible = -points..=points;
            let is_possible = |&Bracket { lo, hi }: &Bracket| {
                lo <= hi && possible.contains(&lo) && possible.contains(&hi)
            };
            if !brackets.iter().flatten().all(is_possible) {
                return Err(contradiction("has an impossible bracket"));
            }
            take(BracketEntry {
                coloring,
                brackets,
                orbit: self.game.orbit_size(&coloring),
            })?;
        }
        let rest = self.reader.read(&mut [0]);
        let rest = rest.map_err(unread)?;
        if rest > 0 || found != self.representatives {
            let why = format!("does not have exactly the {found} entries of its board");
            return Err(contradiction(&why));
        }
        Ok(())
    }
}

/// The number of entries of a merged table between two checks.
const BETWEEN_CHECKS: u64 = 1 << 16;

/// Writes the table of all parts of a finished run. An error of `check`, which is called from time to time, ends that
/// without a table.
pub(crate) fn merge(
    game: &Game,
    directory: &Path,
    processes: usize,
    level: Level,
    out: &Path,
    check: impl Fn() -> Result<(), PartitionError>,
) -> Result<Summary, PartitionError> {
    let open = |process| ProcessFiles::new(game, directory, process, processes).open(level);
    let mut sides = (0..processes)
        .map(open)
        .collect::<Result<Vec<LevelReader>, _>>()?;
    let mut representatives = 0;
    let mut next = Vec::new();
    for side in &mut sides {
        representatives += side.colorings;
        next.push(side.next()?);
    }
    let header = Header {
        board: game.board.name().to_owned(),
        graph6: game.board.to_graph6(),
        suicide: game.suicide.to_string(),
        symmetries: game.symmetries() as u64,
        representatives,
    };
    let unwritten = PartitionError::Unwritten;
    let file = AtomicFile::create(out).map_err(unwritten)?;
    let mut writer = ContainerWriter::new(file, BRACKETS, LAYOUT, &header).map_err(unwritten)?;
    let mut summary = Summary {
        representatives,
        states: 0,
        exact: 0,
        empty: Bracket { lo: 0, hi: 0 },
        bytes: 0,
    };
    let mut written = 0_u64;
    while let Some((from, (key, forced))) = first(&next) {
        if written.is_multiple_of(BETWEEN_CHECKS) {
            check()?;
        }
        written += 1;
        let brackets = brackets(key, forced, game.points() as i8);
        let coloring = Coloring::from_code(key / 2, 2);
        let orbit = game.orbit_size(&coloring);
        summary.states += 2 * orbit;
        for [fresh, _] in brackets {
            summary.exact += if fresh.exact().is_some() { orbit } else { 0 };
        }
        if coloring == Coloring::EMPTY {
            summary.empty = brackets[0][0];
        }
        writer
            .write_all(&pack(brackets))
            .map_err(|cause| unwritten(stream("write", cause)))?;
        next[from] = sides[from].next()?;
    }
    let file = writer.finish().map_err(unwritten)?;
    file.commit().map_err(unwritten)?;
    summary.bytes = std::fs::metadata(out).map_or(0, |file| file.len());
    Ok(summary)
}

type Entry = (u64, [Forced; 2]);

/// Finds the first coloring, and the part that has it.
fn first(next: &[Option<Entry>]) -> Option<(usize, Entry)> {
    let there = next.iter().enumerate();
    there
        .filter_map(|(from, entry)| Some((from, (*entry)?)))
        .min_by_key(|(_, (key, _))| *key)
}

fn brackets(key: u64, forced: [Forced; 2], points: i8) -> StateBrackets {
    let [black, white] = forced
        .map(|forced| forced.map(|value| i32::from(if value == OPEN { -points } else { value })));
    let bracket = |lo: i32, other: i32| Bracket { lo, hi: -other };
    // If both turns are in one place, White can force the same as Black.
    let white = if is_mirrored(key) { black } else { white };
    [
        [
            bracket(black[MOVER], black[OTHER]),
            bracket(black[MOVER_AFTER_PASS], black[OTHER_AFTER_PASS]),
        ],
        [
            bracket(white[OTHER], white[MOVER]),
            bracket(white[OTHER_AFTER_PASS], white[MOVER_AFTER_PASS]),
        ],
    ]
}

fn pack(brackets: StateBrackets) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    for (bytes, bracket) in entry.chunks_mut(2).zip(brackets.as_flattened()) {
        bytes.copy_from_slice(&[bracket.lo as i8 as u8, bracket.hi as i8 as u8]);
    }
    entry
}

fn unpack(entry: [u8; ENTRY]) -> StateBrackets {
    let score = |at: usize| i32::from(entry[at] as i8);
    let bracket = |at| Bracket {
        lo: score(at),
        hi: score(at + 1),
    };
    [[bracket(0), bracket(2)], [bracket(4), bracket(6)]]
}

fn stream(action: &'static str, cause: io::Error) -> StoreError {
    StoreError::from_stream(action, BRACKETS.name(), cause)
}

#[cfg(test)]
mod tests;
