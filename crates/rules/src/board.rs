//! Boards: finite simple graphs with a name, and names for their points.

use std::fmt;

use crate::families::NameProblem;
use crate::formats::FileProblem;
use crate::messages::quoted;

/// The most points a board may have.
///
/// It is large enough to replay games on 19x19 and on the hexagon with 11 points a side (331), and small enough that no
/// name and no file, not even a malicious one, makes a board that fills the memory.
pub const MAX_POINTS: usize = 512;

/// A finite simple graph with a name: points `0..points()` and the edges between them.
///
/// A board has no stones. It may be disconnected; it has at least one point and at most [`MAX_POINTS`]. Boards are
/// made from a name (`"2x3".parse()`, see [`families`](crate::families())),
/// from the content of a file ([`Board::from_content`]) or from edges ([`Board::new`]).
///
/// Two boards are equal if name, points, edges and shape are; isomorphic graphs with differently
/// numbered points are different boards.
///
/// # Examples
///
/// ```
/// use koproof_rules::Board;
///
/// let board: Board = "2x3".parse()?;
/// assert_eq!(board.points(), 6);
/// assert_eq!(board.edges(), [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]);
/// assert_eq!(board.point_name(0), "a2");
/// # Ok::<(), koproof_rules::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    name: String,
    points: usize,
    edges: Vec<(u16, u16)>,
    shape: Shape,
}

/// The shape of a board, from which its points are named and drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A rectangle; points are numbered row by row from the top.
    Grid {
        /// Number of rows, at least 1.
        rows: u16,
        /// Number of columns, at least 1.
        columns: u16,
    },
    /// A board of one of the [`families`](crate::families()); points have numbers from 0.
    Family {
        /// The first word of its name: `cycle`.
        word: &'static str,
        /// The numbers of its name, in their order.
        numbers: Vec<u16>,
    },
    /// Boards side by side; the points of each are numbered after those of the boards before it.
    Union(Vec<Board>),
    /// Any other graph; points have numbers from 0.
    Graph,
}

/// The reason why there is no such board, or no such point on it.
///
/// Bytes and lines are counted from 1. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A board without points was asked for.
    #[error("a board needs at least one point")]
    NoPoints,
    /// More than [`MAX_POINTS`] points were asked for.
    #[error("{points} points are too many: a board has at most {limit}")]
    TooManyPoints {
        /// The points asked for; for texts that list their points one by one, those counted
        /// before giving up.
        points: u128,
        /// [`MAX_POINTS`].
        limit: usize,
    },
    /// An edge joins a point to itself.
    #[error("point {point} is joined to itself: an edge joins two different points")]
    SelfLoop {
        /// The point at both ends.
        point: u16,
    },
    /// An edge ends at a point that the board does not have.
    #[error("an edge ends at point {point}, but the {points} points are numbered from 0")]
    NoSuchPoint {
        /// The end that is not on the board.
        point: u16,
        /// Number of points of the board.
        points: usize,
    },
    /// A text names no point of this board.
    #[error("no point {} here: {expected}", quoted(.text))]
    UnknownPoint {
        /// The text.
        text: String,
        /// A description of the names of points of this board.
        expected: String,
    },
    /// A text is not the name of a board.
    #[error("board {}: {problem}", quoted(.name))]
    Name {
        /// The whole name.
        name: String,
        /// The problem, with its byte.
        problem: NameProblem,
    },
    /// The content of a file is not a board.
    #[error("line {line}: {problem}")]
    File {
        /// The line, counted from 1.
        line: usize,
        /// The problem.
        problem: FileProblem,
    },
}

/// Writes its [name](Board::name).
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Board {
    /// Makes a numbered board from its edges, in any order and direction; repeated edges count
    /// once.
    ///
    /// # Errors
    ///
    /// [`BoardError::NoPoints`] and [`BoardError::TooManyPoints`] before any edge is checked; [`BoardError::SelfLoop`]
    /// and [`BoardError::NoSuchPoint`] for a bad edge.
    ///
    /// # Examples
    ///
    /// ```
    /// use koproof_rules::{Board, BoardError};
    ///
    /// let board = Board::new("kite", 4, [(1, 0), (1, 2), (2, 0), (0, 1), (3, 2)])?;
    /// assert_eq!(board.edges(), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    /// assert_eq!(Board::new("loop", 2, [(1, 1)]), Err(BoardError::SelfLoop { point: 1 }));
    /// # Ok::<(), BoardError>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        points: usize,
        edges: impl IntoIterator<Item = (u16, u16)>,
    ) -> Result<Board, BoardError> {
        count(points as u128)?;
        let edges = edges
            .into_iter()
            .map(|(a, b)| {
                if let Some(point) = [a, b].into_iter().find(|&end| usize::from(end) >= points) {
                    Err(BoardError::NoSuchPoint { point, points })
                } else if a == b {
                    Err(BoardError::SelfLoop { point: a })
                } else {
                    Ok((a.min(b), a.max(b)))
                }
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Board::from_sound_edges(name.into(), points, edges))
    }

    /// Makes the rectangular grid board, named `ROWSxCOLUMNS`.
    ///
    /// # Errors
    ///
    /// [`BoardError::NoPoints`] if a side is 0, [`BoardError::TooManyPoints`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use koproof_rules::{Board, Shape};
    /// let board = Board::grid(2, 3)?;
    /// assert_eq!(board.shape(), &Shape::Grid { rows: 2, columns: 3 });
    /// assert_eq!(Ok(board), "2x3".parse());
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    pub fn grid(rows: u16, columns: u16) -> Result<Board, BoardError> {
        let points = count(u128::from(rows) * u128::from(columns))?;
        let edges = (0..points).flat_map(|point| {
            let right = (point % columns + 1 < columns).then_some((point, point + 1));
            let below = (point / columns + 1 < rows).then(|| (point, point + columns));
            right.into_iter().chain(below)
        });
        let name = format!("{rows}x{columns}");
        Ok(Board::new(name, points.into(), edges)?.shaped(Shape::Grid { rows, columns }))
    }

    /// Makes a numbered board from edges that are known to be valid (`a < b < points`).
    pub(crate) fn from_sound_edges(
        name: String,
        points: usize,
        mut edges: Vec<(u16, u16)>,
    ) -> Board {
        edges.sort_unstable();
        edges.dedup();
        Board {
            name,
            points,
            edges,
            shape: Shape::Graph,
        }
    }

    /// Returns the board with the shape that its name says.
    pub(crate) fn shaped(self, shape: Shape) -> Board {
        Board { shape, ..self }
    }

    /// Returns the name of the board. If the board was made from a name, parsing the returned name makes it again.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of points, from 1 to [`MAX_POINTS`].
    #[must_use]
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the edges `(a, b)` with `a < b`, sorted, each once.
    #[must_use]
    pub fn edges(&self) -> &[(u16, u16)] {
        &self.edges
    }

    /// Returns the shape of the board. A board that was made from edges or a file is a [`Shape::Graph`], whatever its name is.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the name of a point as people write it.
    ///
    /// On grids of up to 26 columns a letter for the column (`a` to `z`, none skipped) and the
    /// row's number from the bottom, so `a1` is the bottom left; on all other boards the point's
    /// number, from 0. [`Board::parse_point`] is the inverse.
    ///
    /// # Panics
    ///
    /// If the board has no such point.
    ///
    /// # Examples
    ///
    /// ```
    /// # use koproof_rules::Board;
    /// let board = Board::grid(2, 3)?;
    /// let names: Vec<String> = (0..6).map(|point| board.point_name(point)).collect();
    /// assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    #[must_use]
    pub fn point_name(&self, point: u16) -> String {
        assert!(
            usize::from(point) < self.points,
            "point {point} is not on a board of {} points",
            self.points
        );
        match self.lettered() {
            Some((rows, columns)) => {
                let letter = char::from(b'a' + (point % columns) as u8);
                format!("{letter}{}", rows - point / columns)
            }
            None => point.to_string(),
        }
    }

    /// Reads a point's name as [`Board::point_name`] writes it; the letter may be a capital.
    ///
    /// # Errors
    ///
    /// [`BoardError::UnknownPoint`], which describes the names of points. Other spellings of a number (`01`, `+1`) are
    /// refused too.
    ///
    /// # Examples
    ///
    /// ```
    /// # use koproof_rules::Board;
    /// let board = Board::grid(2, 3)?;
    /// assert_eq!(board.parse_point("C1"), Ok(5));
    /// assert_eq!(
    ///     board.parse_point("d1").unwrap_err().to_string(),
    ///     r#"no point "d1" here: points are a1 to c2 (letter = column, number = row from the bottom)"#
    /// );
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    pub fn parse_point(&self, text: &str) -> Result<u16, BoardError> {
        let point = match self.lettered() {
            Some((rows, columns)) => read_lettered(text, rows, columns),
            None => text.parse().ok(),
        };
        point
            .filter(|&point| usize::from(point) < self.points)
            // Only the exact name is accepted, whatever the number parser allows.
            .filter(|&point| self.point_name(point).eq_ignore_ascii_case(text))
            .ok_or_else(|| BoardError::UnknownPoint {
                text: text.to_owned(),
                expected: self.point_names(),
            })
    }

    /// Returns rows and columns of a grid whose points are named by letter and number: one of at most 26 columns.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Board;
    /// assert_eq!(Board::grid(2, 26)?.lettered(), Some((2, 26)));
    /// assert_eq!(Board::grid(2, 27)?.lettered(), None);
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    #[must_use]
    pub fn lettered(&self) -> Option<(u16, u16)> {
        match self.shape {
            Shape::Grid { rows, columns } if columns <= 26 => Some((rows, columns)),
            _ => None,
        }
    }

    fn point_names(&self) -> String {
        match self.lettered() {
            Some((rows, columns)) => {
                let last = self.point_name(columns - 1);
                if rows * columns == 1 {
                    format!("the only point is {last}")
                } else {
                    format!(
                        "points are a1 to {last} (letter = column, number = row from the bottom)"
                    )
                }
            }
            None if self.points == 1 => "the only point is 0".to_owned(),
            None => format!("points are the numbers 0 to {}", self.points - 1),
        }
    }
}

fn read_lettered(text: &str, rows: u16, columns: u16) -> Option<u16> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let column = u16::from(letter.checked_sub(b'a')?);
    let from_bottom: u16 = text.get(1..)?.parse().ok()?;
    let row = rows.checked_sub(from_bottom)?;
    (column < columns && row < rows).then(|| row * columns + column)
}

/// Converts a number of points, before anything is allocated for them.
pub(crate) fn count(points: u128) -> Result<u16, BoardError> {
    let limit = MAX_POINTS;
    match u16::try_from(points) {
        Ok(0) => Err(BoardError::NoPoints),
        Ok(small) if usize::from(small) <= limit => Ok(small),
        _ => Err(BoardError::TooManyPoints { points, limit }),
    }
}
