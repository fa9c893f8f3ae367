//! Boards from the content of files: graph6, edge lists, DIMACS and node-link JSON.

mod dimacs;
mod edge_list;
mod graph6;
mod line;
mod node_link;
mod problem;

pub(crate) use graph6::read as read_graph6;
pub(crate) use line::leading_number;
pub use problem::{FileProblem, Graph6Problem};

use crate::board::{Board, BoardError};
use line::{Parts, at, newlines};

impl Board {
    /// Reads a board from the content of a file, and detects the format.
    ///
    /// * **graph6**, with or without the header `>>graph6<<`;
    /// * **edge list**: a line for each edge, `a b`, `a,b` or `a-b`, with points numbered from 0;
    ///   a number alone is a point; `#` begins a comment; a final `{}`, as networkx writes it, is
    ///   skipped;
    /// * **DIMACS**: `c`, `p edge N M` (or `p col`) and `e a b` lines, with points numbered from 1;
    ///   M counts either the `e` lines or the different edges;
    /// * **node-link JSON**, as networkx writes it: `nodes` with an `id` each, and `links` or
    ///   `edges` with `source` and `target`; ids are strings or integers, points are numbered in
    ///   the order of the nodes.
    ///
    /// Repeated edges count once. The board is numbered.
    ///
    /// # Errors
    ///
    /// [`BoardError::File`] with the line, [`BoardError::TooManyPoints`],
    /// [`BoardError::NoPoints`].
    ///
    /// # Examples
    ///
    /// ```
    /// use koproof_rules::Board;
    ///
    /// let triangle = Board::from_content("@triangle", "0 1\n1 2\n2 0 # closes it\n")?;
    /// assert_eq!(triangle.edges(), [(0, 1), (0, 2), (1, 2)]);
    /// assert_eq!(triangle, Board::from_content("@triangle", "Bw\n")?);
    /// assert_eq!(
    ///     Board::from_content("@loop", "0 1\n1 1\n").unwrap_err().to_string(),
    ///     "line 2: point \"1\" is joined to itself: an edge joins two different points"
    /// );
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    pub fn from_content(
        name: impl Into<String>,
        content: impl AsRef<[u8]>,
    ) -> Result<Board, BoardError> {
        let (points, edges) = read_any(content.as_ref())?;
        Ok(Board::from_sound_edges(name.into(), points, edges))
    }

    /// Finds the board that a file states: by its name, or from its graph6 if no board has this name. `None` if the board
    /// of that name is of another graph.
    ///
    /// # Errors
    /// As [`Board::from_content`].
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::Board;
    ///
    /// assert_eq!(Board::stated("path:3", "Bg")?, Some("path:3".parse()?));
    /// assert_eq!(Board::stated("my board", "Bg")?.map(|board| board.points()), Some(3));
    /// assert_eq!(Board::stated("path:4", "Bg")?, None);
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    pub fn stated(name: &str, graph6: &str) -> Result<Option<Board>, BoardError> {
        let board = (name.parse::<Board>()).or_else(|_| Board::from_content(name, graph6))?;
        Ok(Some(board).filter(|board| board.to_graph6() == graph6))
    }

    /// Writes the graph in graph6, without header; names and layout are lost.
    ///
    /// # Examples
    ///
    /// ```
    /// # use koproof_rules::Board;
    /// let board: Board = "complete:4".parse()?;
    /// assert_eq!(board.to_graph6(), "C~");
    /// # Ok::<(), koproof_rules::BoardError>(())
    /// ```
    #[must_use]
    pub fn to_graph6(&self) -> String {
        graph6::write(self.points(), self.edges())
    }
}

fn read_any(content: &[u8]) -> Result<Parts, BoardError> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let byte = error.valid_up_to();
        let line = 1 + newlines(&content[..byte]);
        at(line, FileProblem::NotText { byte: byte + 1 })
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().position(|line| !line.trim().is_empty());
    let number = first.ok_or_else(|| at(1, FileProblem::Empty))?;
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    // A brace alone can also begin graph6 of 60 points, and graph6 can begin with `c` or `p`.
    if line.starts_with('{') && !graph6::is_whole(line) {
        node_link::read(text)
    } else if word == "c" || word == "p" {
        dimacs::read(text)
    } else if line.starts_with(|c: char| c == '#' || c.is_ascii_digit()) {
        edge_list::read(text)
    } else if graph6::looks_like(line) {
        graph6::read_file(text)
    } else {
        let line = line.to_owned();
        Err(at(number + 1, FileProblem::Unrecognised { line }))
    }
}
