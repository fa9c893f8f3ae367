//! Boards by name: one grammar for all names of boards.

pub mod lattices;
mod lines;
mod listed;
mod problem;
mod reader;
mod solids;

use std::str::FromStr;

use serde::Serialize;

use crate::board::{Board, BoardError, Shape, count};
use crate::formats::Graph6Problem;
pub use problem::NameProblem;
use reader::Reader;

type Build = fn(&mut Reader<'_>) -> Result<Board, BoardError>;

/// A form of board names, with an example of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Family {
    /// The form, with the parts to fill in written in capitals: `path:POINTS`.
    pub pattern: &'static str,
    /// A name of this form: `path:9`.
    pub example: &'static str,
    /// A short description of the boards.
    pub about: &'static str,
    /// The function that reads the rest of a name after the pattern's first word. Grids and unions have none, because
    /// their punctuation identifies them.
    #[serde(skip)]
    build: Option<Build>,
}

impl Family {
    fn word(&self) -> &'static str {
        before_colon(self.pattern)
    }
}

/// Lists the forms of names that a board is parsed from.
///
/// # Examples
///
/// ```
/// use koproof_rules::{Board, families};
///
/// for family in families() {
///     let board: Board = family.example.parse()?;
///     assert_eq!(board.name(), family.example);
/// }
/// # Ok::<(), koproof_rules::BoardError>(())
/// ```
#[must_use]
pub fn families() -> &'static [Family] {
    FAMILIES
}

/// Makes the table of families: the form, an example, the function and the description of each.
macro_rules! families {
    ($($pattern:literal, $example:literal, $build:expr, $about:literal;)+) => {
        static FAMILIES: &[Family] = &[$(Family {
            pattern: $pattern,
            example: $example,
            about: $about,
            build: $build,
        },)+];
    };
}

families! {
    "ROWSxCOLUMNS", "2x3", None, "grid; points are named a1 (bottom left), b1, …";
    "path:POINTS", "path:9", Some(lines::path), "points in a row";
    "cycle:POINTS", "cycle:7", Some(lines::cycle), "points in a circle, 3 or more";
    "complete:POINTS", "complete:5", Some(lines::complete), "every two points are neighbours";
    "star:POINTS", "star:5", Some(lines::star), "point 0 joined to all others";
    "wheel:POINTS", "wheel:6", Some(lines::wheel), "point 0 joined to a cycle of all others; 4 points or more";
    "bipartite:LEFT,RIGHT", "bipartite:3,3", Some(lines::bipartite), "every left point joined to every right point";
    "empty:POINTS", "empty:3", Some(lines::empty), "points without edges";
    "prism:SIDES", "prism:3", Some(lines::prism), "two cycles joined point by point; 3 sides or more";
    "torus:ROWSxCOLUMNS", "torus:3x3", Some(lattices::torus), "grid closed in both directions; each side 3 or more";
    "hex:SIDE", "hex:3", Some(lattices::hex), "triangular lattice in a hexagon with SIDE points on each side";
    "honeycomb:SIDE", "honeycomb:2", Some(lattices::honeycomb), "hexagonal cells in a hexagon with SIDE cells on each side";
    "tetrahedron", "tetrahedron", Some(solids::tetrahedron), "corners and edges of the solid";
    "cube", "cube", Some(solids::cube), "corners and edges of the solid";
    "octahedron", "octahedron", Some(solids::octahedron), "corners and edges of the solid";
    "dodecahedron", "dodecahedron", Some(solids::dodecahedron), "corners and edges of the solid";
    "icosahedron", "icosahedron", Some(solids::icosahedron), "corners and edges of the solid";
    "cube-surface:SIDE", "cube-surface:2", Some(solids::cube_surface), "the six faces of a cube as square grids joined along the edges";
    "hypercube:DIMENSION", "hypercube:4", Some(solids::hypercube), "points that differ in one binary digit are neighbours";
    "petersen", "petersen", Some(solids::petersen), "the Petersen graph";
    "edges:A-B,C-D,…", "edges:0-1,1-2,2-0,3", Some(listed::edges), "any graph by its edges; a number alone is a point";
    "g6:GRAPH6", "g6:EFz_", Some(listed::graph6), "any graph in graph6";
    "BOARD+BOARD", "complete:3+complete:3", None, "boards side by side, not joined; the second's numbers follow the first's";
}

impl FromStr for Board {
    type Err = BoardError;

    /// Makes the board of a name; [`families`] lists the forms.
    ///
    /// # Errors
    ///
    /// [`BoardError::Name`] if the name is not understood, with the byte;
    /// [`BoardError::TooManyPoints`], found before anything is allocated.
    fn from_str(name: &str) -> Result<Board, BoardError> {
        let mut start = 0;
        let mut points = 0;
        let mut parts = Vec::new();
        for part in name.split('+') {
            let board = one_board(name, start, part)?;
            start += part.len() + 1;
            points += board.points();
            count(points as u128)?;
            parts.push(board);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => side_by_side(parts),
        })
    }
}

/// Reads the part of `name` that begins at byte offset `start` and holds no `+`.
fn one_board(name: &str, start: usize, part: &str) -> Result<Board, BoardError> {
    let mut reader = Reader::new(name, start, part.len());
    if part.starts_with(|first: char| first.is_ascii_digit()) {
        reader.follow(FAMILIES[0].example);
        let board = lattices::grid(&mut reader)?;
        return reader.end().map(|()| board);
    }
    let word = before_colon(part);
    let known = FAMILIES
        .iter()
        .filter(|family| family.word() == word)
        .find_map(|family| Some((family, family.build?)));
    let Some((family, build)) = known else {
        // A line of a list in such a format.
        let format = match part.as_bytes().first() {
            Some(b':' | b';') => "sparse6",
            Some(b'&') => "digraph6",
            _ => return Err(reader.unknown(word, nearest(part))),
        };
        let byte = start + 1;
        return Err(reader.fail(NameProblem::Graph6(Graph6Problem::Sister { byte, format })));
    };
    reader.follow(family.example);
    reader.skip(word.len());
    let board = build(&mut reader)?;
    reader.end()?;
    let word = family.word();
    let numbers = reader.into_numbers();
    Ok(board.shaped(Shape::Family { word, numbers }))
}

fn before_colon(text: &str) -> &str {
    text.split_once(':').map_or(text, |(word, _)| word)
}

/// Joins boards that have at most [`MAX_POINTS`](crate::MAX_POINTS) points together.
fn side_by_side(parts: Vec<Board>) -> Board {
    let mut points = 0;
    let mut edges = Vec::new();
    for part in &parts {
        edges.extend(part.edges().iter().map(|&(a, b)| (a + points, b + points)));
        points += part.points() as u16;
    }
    let names: Vec<&str> = parts.iter().map(Board::name).collect();
    let board = Board::from_sound_edges(names.join("+"), points.into(), edges);
    board.shaped(Shape::Union(parts))
}

/// Returns a board of the family whose first word is closest to that of a name, if one is close: the board that the
/// rest of the name describes, or the family's example.
fn nearest(name: &str) -> Option<String> {
    let word = before_colon(name);
    // Longer than any family's word with two errors; this also bounds the work on malicious names.
    if word.len() > 20 {
        return None;
    }
    let (_, family) = FAMILIES
        .iter()
        .filter(|family| family.build.is_some())
        .map(|family| (slips(&word.to_lowercase(), family.word()), family))
        .filter(|&(slips, family)| slips <= 2 && slips + 1 < word.len().min(family.word().len()))
        .min_by_key(|&(slips, _)| slips)?;
    let meant = format!("{}{}", family.word(), &name[word.len()..]);
    let is_board = one_board(&meant, 0, &meant).is_ok();
    Some(if is_board {
        meant
    } else {
        family.example.to_owned()
    })
}

/// Returns the edit distance of two words: the least number of letters to insert, delete or change.
fn slips(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in to.chars().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[row.len() - 1]
}
