//! Problems with the file of a board.

use crate::messages::quoted;

/// A problem with a graph6 text. Bytes are counted from 1, in its line or name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Graph6Problem {
    /// The text is empty.
    #[error("graph6 is missing after byte {byte}: a triangle is Bw")]
    Missing {
        /// The last byte before it.
        byte: usize,
    },
    /// The text is in a related format.
    #[error(
        "byte {byte} begins {format}, not graph6: convert it (nauty's copyg -g does, on Debian nauty-copyg)"
    )]
    Sister {
        /// Its first byte.
        byte: usize,
        /// `sparse6` or `digraph6`.
        format: &'static str,
    },
    /// A byte is outside the alphabet.
    #[error(
        "byte {byte} is '{}', but graph6 has only the characters from '?' to '~'",
        .value.escape_ascii()
    )]
    Alphabet {
        /// The place of the byte.
        byte: usize,
        /// The byte.
        value: u8,
    },
    /// The number of points is cut off, or written longer than needed.
    #[error("byte {byte} does not begin a number of points in graph6: a triangle is Bw")]
    Size {
        /// The first byte of the number.
        byte: usize,
    },
    /// The text is too short or too long for its number of points.
    #[error("graph6 of {points} points is {expected} bytes long, but here are {found}")]
    Length {
        /// Number of points that the text begins with.
        points: usize,
        /// Bytes of graph6 for that number of points.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// Bits after the last pair of points are set.
    #[error("byte {byte} has bits beyond the last pair of points: the text is damaged")]
    Padding {
        /// The last byte.
        byte: usize,
    },
}

/// A problem with a line of a board's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The content is not text.
    #[error("byte {byte} of the file is not UTF-8: a board's file is plain text")]
    NotText {
        /// The byte in the file, counted from 1.
        byte: usize,
    },
    /// The file has no points.
    #[error("the file describes no points: write graph6, an edge list, DIMACS or node-link JSON")]
    Empty,
    /// The first line does not fit any of the formats.
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
    #[error("a second graph begins here: keep one graph in a file; a batch takes lists")]
    SecondGraph,
    /// The line of an edge list is no edge.
    #[error("{} is not an edge: write two point numbers, as in \"0 1\"", quoted(.line))]
    NotAnEdge {
        /// The line, without comment.
        line: String,
    },
    /// The first line of an edge list looks like the numbers of points and of edges, which other formats begin with.
    #[error(
        "\"{points} {edges}\" looks like a header of {points} points and {edges} edges: remove it, or \
         write it as {points}-{edges} if it is an edge"
    )]
    Header {
        /// The first number.
        points: u128,
        /// The second number.
        edges: u128,
    },
    /// The number of a point has more than 18 digits.
    #[error(
        "a point number of more than 18 digits is too large: a board has at most {limit} points"
    )]
    HugePoint {
        /// The most points of a board.
        limit: usize,
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
    #[error("a second problem line: keep one graph in a file; a batch takes lists")]
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
        /// The number in the problem line.
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
    #[error("the edges are either under \"links\" or under \"edges\": keep exactly one of them")]
    EdgesKey,
    /// A node's id is neither a string nor an integer.
    #[error("the id {} is neither a string nor an integer: relabel the nodes", quoted(.id))]
    BadId {
        /// The id as the file writes it.
        id: String,
    },
    /// Two nodes have the same id.
    #[error("two nodes have the id {}: give each node its own id", quoted(.id))]
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
