//! Files of tables.

use std::path::Path;

use koproof_rules::{
    Board, BoardError, ColorSwap, Graph, Representatives, RepresentativesError, Ruleset,
    RulesetError, Scoring, Symmetry, text::shortened,
};
use koproof_store::{
    Decode, Encode, Kind, Layout, StoreError, decode, encode, read_limited, write_atomically,
};

use crate::packed::Packed;
use crate::table::{Table, TableError, check_count};

/// Files for area scoring. Any change of the header, of the packing, or of the choice of representatives makes a new
/// version.
const KIND: Kind = Kind::new(*b"KPTABL\r\n", "table", 1);
/// Files for other scorings, which the header names.
const KIND_SCORED: Kind = Kind::new(KIND.magic(), KIND.name(), 2).also_reads(KIND.version());

/// Returns whether a file that begins with these bytes is a table. 8 bytes are enough.
#[must_use]
pub fn is_table(start: &[u8]) -> bool {
    start.starts_with(&KIND.magic())
}

/// An upper bound for the size of a table: at most about half of the 3^17 colorings are representatives, with two
/// values of at most seven bits each.
const MAX_FILE_BYTES: u64 = 1 << 27;

/// The header before the values; `S` is `()` in version 1, which is for area scoring, and a `String` in version 2.
#[derive(Debug, Encode, Decode)]
#[bincode(crate = "koproof_store::wire")]
struct Header<S> {
    board: String,
    graph6: String,
    points: u16,
    superko: String,
    suicide: String,
    scoring: S,
    representatives: u64,
    bits: u8,
    least: i8,
}

/// The reason why a table cannot be written or is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// The file cannot be read or written, or is incomplete.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The board is too large for this build.
    #[error(
        "the table's board has {0} points, this build reads tables of up to {max}: use a release that reads it",
        max = Representatives::MAX_POINTS
    )]
    TooManyPoints(usize),
    /// The values do not fill the file.
    #[error(
        "the table's header announces {representatives} pairs of values of {bits} bits each, but {found} bytes of values follow: make it again"
    )]
    Size {
        /// The pairs, according to the header.
        representatives: u64,
        /// The bits of a value, according to the header.
        bits: u8,
        /// The bytes in the file.
        found: usize,
    },
    /// The board has fewer orbits than there are values.
    #[error(
        "the table's header announces {representatives} pairs of values, but its board has at most {most} orbits of colorings: make it again"
    )]
    Orbits {
        /// The pairs, according to the header.
        representatives: u64,
        /// The orbits of all colorings, legal or not.
        most: u64,
    },
    /// The graph cannot be read.
    #[error("the table's graph6 is not a graph: {0}: make the table again")]
    Graph(BoardError),
    /// The parts of the header that describe the board contradict each other.
    #[error(
        "the table's header calls the board '{name}', which does not fit its graph6 '{graph6}' or its {points} points: make the table again"
    )]
    Board {
        /// The name, as one short line.
        name: String,
        /// The graph, as one short line.
        graph6: String,
        /// The number of points.
        points: u16,
    },
    /// This build does not know the rules.
    #[error("the table's rules cannot be read: {0}: make the table again or use a later release")]
    Rules(RulesetError),
    /// There are more representatives than pairs of values.
    #[error(
        "the table's header announces {0} pairs of values, but its board has more representatives: make it again"
    )]
    TooFew(u64),
    /// The colorings cannot be numbered.
    #[error(transparent)]
    Representatives(#[from] RepresentativesError),
    /// The values make no table.
    #[error("the table contradicts itself: {0}: make it again")]
    Table(#[from] TableError),
    /// The scoring belongs to another version of the format.
    #[error("the table's header names {0} scoring, for which there is version 1: make it again")]
    Scored(Scoring),
    /// The values are not packed in the one shortest way.
    #[error("the table's values are not packed as this format packs them: make it again")]
    Packing,
}

impl Table {
    /// Returns the version of the file that [`Self::save`] writes.
    #[must_use]
    pub fn format_version(&self) -> u16 {
        match self.rules().scoring {
            Scoring::Area | Scoring::Taylor => KIND.version(),
            Scoring::Territory => KIND_SCORED.version(),
        }
    }

    /// Writes the table to a file, completely or not at all.
    ///
    /// # The file
    /// A container of `koproof_store` with magic `KPTABL\r\n` and version 1 or 2, whose blocks are stored as they are. Its
    /// header is, in bincode with little-endian numbers of fixed width: name of the board, graph6, number of points
    /// (u16), superko rule and suicide as in [`koproof_rules`]' text forms, in version 2 likewise the scoring (version
    /// 1 is for area scoring and has no such field), number of representatives (u64), bits of a value (u8), least value
    /// (i8). Strings are their length (u64) and UTF-8.
    ///
    /// The payload has for each representative, in the order of ranks, the value for Black to move and that for White to
    /// move, in as many bits as the range of all values takes. A value is stored as its difference from the least one.
    /// Value k takes the bits from k·bits on, lowest first. Bit i is in byte i / 8, where its value is 2^(i mod 8).
    /// Unused bits are 0. Colorings are not stored: [`Representatives`] lists them. A table of all colorings would need
    /// no canonical forms, but is never smaller.
    ///
    /// Equal tables make equal files. A file does not contain the time, the release or the number of threads that made
    /// it.
    ///
    /// # Errors
    /// [`TableFileError::Store`], which names the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableFileError> {
        Ok(write_atomically(path, &self.to_bytes()?)?)
    }

    /// Reads a table that [`Self::save`] wrote, and finds its representatives again.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or has impossible content: see [`TableFileError`]. Whether values are
    /// *true* is not checked; that takes solving.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, TableFileError> {
        Self::from_bytes(&read_limited(path, MAX_FILE_BYTES)?)
    }

    /// Returns the bytes of the file that [`Self::save`] writes.
    ///
    /// # Errors
    /// [`TableFileError::Store`] if the name of the board is too long for a header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TableFileError> {
        let (layout, bytes) = (Layout::plain(), &self.values.bytes);
        Ok(match self.rules().scoring {
            Scoring::Area | Scoring::Taylor => encode(KIND, layout, &self.header(()), bytes)?,
            scoring @ Scoring::Territory => {
                let header = self.header(scoring.to_string());
                encode(KIND_SCORED, layout, &header, bytes)?
            }
        })
    }

    fn header<S>(&self, scoring: S) -> Header<S> {
        // All fields are listed, so that a new rule cannot be forgotten here.
        let Ruleset {
            superko,
            suicide,
            scoring: _,
            // Always no komi and 2 players: see `Table::new`.
            komi: _,
            komi_of_others: _,
            handicap: _,
            players: _,
        } = self.rules();
        Header {
            board: self.board().name().to_owned(),
            graph6: self.board().to_graph6(),
            points: self.board().points() as u16,
            superko: superko.to_string(),
            suicide: suicide.to_string(),
            scoring,
            representatives: self.representatives().len() as u64,
            bits: self.values.bits,
            least: self.values.least,
        }
    }

    /// Reads the bytes of a file, as [`Self::load`] does.
    ///
    /// # Errors
    /// As [`Self::load`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableFileError> {
        // For a file that ends before its version, any version will do.
        if Kind::version_of(bytes).unwrap_or(KIND.version()) == KIND.version() {
            let (header, payload) = decode::<Header<()>>(KIND, bytes, MAX_FILE_BYTES)?;
            return Self::unpacked(&header, Scoring::Area, payload);
        }
        let (header, payload) = decode::<Header<String>>(KIND_SCORED, bytes, MAX_FILE_BYTES)?;
        let scoring = header.scoring.parse();
        match scoring.map_err(TableFileError::Rules)? {
            Scoring::Territory => Self::unpacked(&header, Scoring::Territory, payload),
            scoring => Err(TableFileError::Scored(scoring)),
        }
    }

    fn unpacked<S>(
        header: &Header<S>,
        scoring: Scoring,
        payload: Vec<u8>,
    ) -> Result<Self, TableFileError> {
        // Cheap checks come first: a few bytes can name a board whose colorings take seconds to number.
        check_size(header, payload.len())?;
        let board = board(header)?;
        let rules = rules(header, scoring).map_err(TableFileError::Rules)?;
        let graph = Graph::new(&board).expect("the board is small enough for a table");
        let most = orbits(&graph);
        if header.representatives > most {
            return Err(TableFileError::Orbits {
                representatives: header.representatives,
                most,
            });
        }
        // A short file can name a board whose colorings take a minute to number.
        let announced = header.representatives;
        let numbered = Representatives::new_unless(&graph, |found| found > announced)?;
        let representatives = numbered.ok_or(TableFileError::TooFew(announced))?;
        let pairs = announced as usize;
        // Equal values take no bytes, so a short file can announce many of them.
        check_count(&board, &representatives, pairs)?;
        let packed = Packed {
            least: header.least,
            bits: header.bits,
            bytes: payload,
        };
        // A number that does not fit an i8 is still impossible after it is clamped.
        let value = |pair, which| {
            let value = packed.get(pair, which);
            value.clamp(i8::MIN.into(), i8::MAX.into()) as i8
        };
        let values: Vec<[i8; 2]> = (0..pairs)
            .map(|pair| [value(pair, 0), value(pair, 1)])
            .collect();
        let table = Self::new(&board, rules, representatives, &values)?;
        if table.values == packed {
            Ok(table)
        } else {
            Err(TableFileError::Packing)
        }
    }
}

/// Checks that the header's numbers are possible and that they fit the payload.
fn check_size<S>(header: &Header<S>, found: usize) -> Result<(), TableFileError> {
    let points = usize::from(header.points);
    if points > Representatives::MAX_POINTS {
        return Err(TableFileError::TooManyPoints(points));
    }
    let Header {
        representatives,
        bits,
        ..
    } = *header;
    let possible = representatives <= 3_u64.pow(points as u32) && bits <= 8;
    if possible && Packed::size(representatives, bits) == found as u64 {
        Ok(())
    } else {
        Err(TableFileError::Size {
            representatives,
            bits,
            found,
        })
    }
}

/// Counts the orbits of all colorings of a board, legal or not, by Burnside's lemma: the average number of colorings
/// that a symmetry fixes. This takes milliseconds where it takes minutes to number the legal ones.
fn orbits(graph: &Graph<1>) -> u64 {
    let symmetry = Symmetry::new(graph, ColorSwap::Included);
    let fixed = symmetry.elements().map(|element| {
        let mut left = graph.all();
        let mut fixed = 1;
        while let Some(first) = left.first() {
            let mut is_odd = false;
            let mut point = first;
            while left.contains(point) {
                left.remove(point);
                is_odd = !is_odd;
                point = symmetry.point(element, point);
            }
            // Where the colors are exchanged, a cycle of odd length comes back with the opposite color.
            if !(is_odd && symmetry.swaps_colors(element)) {
                fixed *= 3;
            }
        }
        fixed
    });
    fixed.sum::<u64>() / symmetry.len() as u64
}

fn board<S>(header: &Header<S>) -> Result<Board, TableFileError> {
    let (name, graph6) = (&header.board, &header.graph6);
    let board = Board::stated(name, graph6).map_err(TableFileError::Graph)?;
    let board = board.filter(|board| board.points() == usize::from(header.points));
    board.ok_or_else(|| TableFileError::Board {
        name: shortened(name),
        graph6: shortened(graph6),
        points: header.points,
    })
}

fn rules<S>(header: &Header<S>, scoring: Scoring) -> Result<Ruleset, RulesetError> {
    Ok(Ruleset {
        superko: header.superko.parse()?,
        suicide: header.suicide.parse()?,
        scoring,
        ..Ruleset::TROMP_TAYLOR
    })
}
