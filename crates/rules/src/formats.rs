//! Boards from the content of files: graph6, edge lists, DIMACS and node-link JSON.

mod dimacs;
mod edge_list;
mod graph6;
mod node_link;

use crate::board::{Board, BoardError, quoted};
pub use graph6::Graph6Problem;
pub(crate) use graph6::read as read_graph6;

/// Number of points, and edges `(a, b)` with `a < b < points`, perhaps repeated.
type Parts = (usize, Vec<(u16, u16)>);

/// What is wrong with a line of a board's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The content is not text.
    #[error("byte {byte} of the file is not UTF-8: a board's file is plain text")]
    NotText {
        /// The byte in the file, counted from 1.
        byte: usize,
    },
    /// There is no point in the file.
    #[error("the file describes no points: write graph6, an edge list, DIMACS or node-link JSON")]
    Empty,
    /// The first line fits none of the formats.
    #[error(
        "{} begins neither graph6 (as \"Bw\" does), nor an edge list (\"0 1\"), nor DIMACS \
         (\"p edge 3 2\"), nor node-link JSON (\"{{\")",
        quoted(.line)
    )]
    Unrecognised {
        /// The first line that is not blank.
        line: String,
    },
    /// The line is not graph6.
    #[error(transparent)]
    Graph6(Graph6Problem),
    /// A second graph follows the first.
    #[error("a second graph begins here: keep one graph in a file")]
    SecondGraph,
    /// The line of an edge list is no edge.
    #[error("{} is no edge: write two point numbers, as in \"0 1\"", quoted(.line))]
    NotAnEdge {
        /// The line, without comment.
        line: String,
    },
    /// An edge joins a point to itself.
    #[error("point {} is joined to itself: an edge joins two different points", quoted(.point))]
    SelfLoop {
        /// The point at both ends, as the file calls it.
        point: String,
    },
    /// An edge comes before the problem line, or there is none.
    #[error("the problem line is missing: \"p edge POINTS EDGES\" comes before the edges")]
    NoProblemLine,
    /// There are two problem lines.
    #[error("a second problem line: keep one graph in a file")]
    SecondProblemLine,
    /// The line is not DIMACS.
    #[error(
        "{} is not DIMACS: write \"c COMMENT\", \"p edge POINTS EDGES\" or \"e 1 2\"",
        quoted(.line)
    )]
    NotDimacs {
        /// The line.
        line: String,
    },
    /// A DIMACS edge ends at a point that the problem line does not allow.
    #[error("there is no point {point}: the problem line gives points 1 to {points}")]
    NoSuchPoint {
        /// The end of the edge, counted from 1.
        point: u128,
        /// Number of points.
        points: usize,
    },
    /// The problem line of DIMACS gives another number of edges than there are.
    #[error("{announced} edges are announced, but {found} follow: make the two agree")]
    EdgeCount {
        /// What the problem line says.
        announced: u128,
        /// Number of edge lines.
        found: usize,
    },
    /// The content begins like JSON, but is not a node-link graph.
    #[error("column {column} is not as in node-link JSON: {message}")]
    Json {
        /// The column, counted from 1 in bytes.
        column: usize,
        /// The JSON reader's words.
        message: String,
    },
    /// The graph is directed.
    #[error("\"directed\" is not false: a board's edges have no direction")]
    Directed,
    /// Node-link JSON lists its edges twice or not at all.
    #[error("the edges stand either under \"links\" or under \"edges\": keep exactly one of them")]
    EdgesKey,
    /// A node's id is neither a string nor an integer.
    #[error("the id {} is neither a string nor an integer: relabel the nodes", quoted(.id))]
    BadId {
        /// The id as the file writes it.
        id: String,
    },
    /// Two nodes have the same id.
    #[error("a second node has the id {}: ids tell nodes apart", quoted(.id))]
    RepeatedId {
        /// The id as the file writes it.
        id: String,
    },
    /// An edge ends at an id that no node has.
    #[error("an edge ends at {}, but no node has this id", quoted(.id))]
    UnknownId {
        /// The id as the file writes it.
        id: String,
    },
}

/// Makes an error about a line, counted from 1.
fn at(line: usize, problem: FileProblem) -> BoardError {
    BoardError::File { line, problem }
}

impl Board {
    /// Reads a board from the content of a file; the format is told by the content.
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
    // A brace alone could begin graph6 of 60 points, and so could a `c` or a `p` begin it.
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

fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
