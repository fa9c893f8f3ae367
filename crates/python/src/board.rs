//! Boards, and their conversion from and to names, graph6, edges and other libraries.

use koproof_batch::CanonicalBoard;
use koproof_picture::{Figure, Panel, Plan};
use koproof_rules::{BoardError, Coloring, Graph6Problem, MAX_POINTS, NameProblem, families, text};
use koproof_store::read_limited;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};

use crate::adjacency;
use crate::error::{FilePath, bad, listed, needed, of_file, readable_file, wrong_type};
use crate::game::Position;
use crate::work::{Whole, run_to_the_end};

/// A board: any graph of up to 512 points. The solver takes boards of up to 64 points.
///
/// >>> Board("2x3")
/// Board('2x3')
/// >>> Board([(0, 1), (1, 2), (2, 0)]).graph6
/// 'Bw'
///
/// It is made from a name (`boards()` lists the forms), from pairs of points, from a graph of networkx, or from an adjacency matrix of
/// NumPy or SciPy; `from_adjacency` reads a matrix in lists, too. Points are numbered from 0: those of a grid row by row from
/// the top, those of a graph of networkx in the order of its nodes.
///
/// Equal boards have the same name, too: `Board("2x2") != Board("cycle:4")`. `isomorphism_class()` compares the graphs alone.
#[pyclass(frozen, eq, hash, module = "koproof")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) koproof_rules::Board);

/// The most bytes of a file with a board, as for the command.
const MAX_BYTES: u64 = 16 << 20;

/// The parts of a board, to make it again: its name, the number of its points, its edges.
type Parts<'b> = (&'b str, usize, Vec<(u16, u16)>);

#[pymethods]
impl Board {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(source)
    }

    /// Makes a board of a graph in graph6, as nauty and `networkx.to_graph6_bytes` write it.
    ///
    /// `text` is a str or bytes. It may begin with the header `>>graph6<<` and end with a new line.
    #[staticmethod]
    fn from_graph6(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = match (text.cast::<PyString>(), text.cast::<PyBytes>()) {
            (Ok(text), _) => text.to_str()?.to_owned(),
            (_, Ok(bytes)) => {
                let bytes = bytes.as_bytes();
                if let Some(place) = bytes.iter().position(|byte| !byte.is_ascii()) {
                    return Err(bad(format!(
                        "byte {} of the graph6 is {:#04x}, which no graph6 has: its bytes are ? to ~",
                        place + 1,
                        bytes[place]
                    )));
                }
                String::from_utf8_lossy(bytes).into_owned()
            }
            _ => return Err(wrong_type("text is a str or bytes in graph6", text)),
        };
        let given = given.trim();
        let graph6 = given.strip_prefix(">>graph6<<").unwrap_or(given);
        let name = format!("g6:{graph6}");
        // In a name, a second board would follow.
        if let Some(offset) = name.find('+') {
            let (byte, value) = (offset + 1, b'+');
            let problem = NameProblem::Graph6(Graph6Problem::Alphabet { byte, value });
            return Err(bad(BoardError::Name { name, problem }));
        }
        named(&name).map(Self)
    }

    /// Makes a board of pairs of points, which are numbered from 0.
    ///
    /// Give `points`, their number, if points without an edge follow the last one with an edge.
    #[staticmethod]
    #[pyo3(signature = (edges, points=None))]
    fn from_edges(edges: &Bound<'_, PyAny>, points: Option<Whole>) -> PyResult<Self> {
        let points = points.map(|points| points.up_to(MAX_POINTS as u64, "points"));
        let pairs = edges.try_iter().map_err(|_| {
            let expected = "edges is a sequence of pairs of points such as (0, 1)";
            wrong_type(expected, edges)
        })?;
        let pairs = pairs.enumerate();
        let edges = listed(
            edges.py(),
            pairs.map(|(number, given)| edge(number, &given?)),
        )?;
        let ends = edges.iter().flat_map(|&(one, other)| [one, other]);
        let least = ends.max().map_or(0, |last| u64::from(last) + 1);
        of_edges(points.unwrap_or(Ok(least))? as usize, edges)
    }

    /// Makes a board of an undirected graph of networkx.
    ///
    /// The points are its nodes in their order; loops are refused, and edges between the same two nodes are one.
    #[staticmethod]
    fn from_networkx(graph: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !graph.hasattr("is_directed")? || graph.is_instance_of::<PyType>() {
            return Err(wrong_type("graph is a graph of networkx", graph));
        }
        if graph.call_method0("is_directed")?.extract()? {
            return Err(bad(
                "the graph is directed, and a board is not: use graph.to_undirected()",
            ));
        }
        let points = graph.len()?;
        if points > MAX_POINTS {
            return Err(bad(BoardError::TooManyPoints {
                points: points as u128,
                limit: MAX_POINTS,
            }));
        }
        let numbers = PyDict::new(graph.py());
        for (number, node) in graph.getattr("nodes")?.try_iter()?.enumerate() {
            numbers.set_item(node?, number)?;
        }
        let number = |node: &Bound<'_, PyAny>| numbers.as_any().get_item(node)?.extract::<u16>();
        let edges = graph
            .call_method0("edges")?
            .try_iter()?
            .map(|edge| {
                let edge = edge?;
                Ok((number(&edge.get_item(0)?)?, number(&edge.get_item(1)?)?))
            })
            .collect::<PyResult<Vec<_>>>()?;
        of_edges(numbers.len(), edges)
    }

    /// Makes a board of a symmetric matrix with an entry that is not zero for each edge: a NumPy array, a sparse array of SciPy, or
    /// rows of numbers.
    #[staticmethod]
    fn from_adjacency(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (points, edges) = adjacency::read(matrix)?;
        of_edges(points, edges)
    }

    /// Reads a board from a file: graph6, a list of edges, DIMACS, or node-link JSON of networkx.
    #[staticmethod]
    fn read(py: Python<'_>, path: FilePath) -> PyResult<Self> {
        let path = path.0;
        readable_file(py, &path)?;
        let name = format!("@{}", path.display());
        let file = path.clone();
        let content = run_to_the_end(py, move || read_limited(&file, MAX_BYTES))?;
        let content = content.map_err(|error| of_file(&error))?;
        koproof_rules::Board::from_content(name, content)
            .map(Self)
            .map_err(|error| bad(format!("board file {}: {error}", path.display())))
    }

    /// The name. A board of edges, of a matrix or of a graph of networkx is named by its graph6, such as "g6:Bw"; one that was
    /// read from a file by its path, such as "@board.txt".
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The number of points.
    #[getter]
    fn points(&self) -> usize {
        self.0.points()
    }

    /// The edges as pairs of points, the smaller first, sorted.
    #[getter]
    fn edges(&self) -> Vec<(u16, u16)> {
        self.0.edges().to_vec()
    }

    /// The names of the points, by number: "a2" on grids of up to 26 columns, otherwise the numbers.
    #[getter]
    fn point_names(&self) -> Vec<String> {
        (0..self.0.points())
            .map(|point| self.0.point_name(point as u16))
            .collect()
    }

    /// The graph in graph6.
    #[getter]
    fn graph6(&self) -> String {
        self.0.to_graph6()
    }

    /// The graph6 of the canonical form: equal for isomorphic boards, and the `graph6` of the atlas.
    ///
    /// It takes milliseconds on most boards, and up to half a minute on one such as "complete:150". After Ctrl-C it goes on in its thread,
    /// and its result is dropped.
    fn isomorphism_class(&self, py: Python<'_>) -> PyResult<String> {
        let board = self.0.clone();
        run_to_the_end(py, move || CanonicalBoard::of(&board).graph6().to_owned())
    }

    /// The number of automorphisms.
    ///
    /// It takes as long as `isomorphism_class` on most boards, and longer on some such as Hadamard graphs. After Ctrl-C it goes
    /// on in its thread, and its result is dropped.
    fn automorphisms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.0.clone();
        let factors = run_to_the_end(py, move || {
            CanonicalBoard::of(&board).automorphism_factors()
        })?;
        // The product has hundreds of digits on some boards, which Python's int takes.
        py.import("math")?.call_method1("prod", (factors,))
    }

    /// The places of the points in the plane, by number, y downwards: `networkx.draw(graph, pos=board.places())`.
    fn places(&self, py: Python<'_>) -> Vec<(f64, f64)> {
        let plan = py.detach(|| Plan::new(&self.0));
        plan.places().iter().map(|at| (at.x, at.y)).collect()
    }

    /// Returns the graph for networkx: nodes are the numbers of the points.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let graph = needed(py, "networkx")?.getattr("Graph")?.call0()?;
        graph.call_method1(
            "add_nodes_from",
            ((0..self.0.points()).collect::<Vec<_>>(),),
        )?;
        graph.call_method1("add_edges_from", (self.edges(),))?;
        graph.setattr("name", self.0.name())?;
        Ok(graph)
    }

    /// Returns the adjacency matrix as a NumPy array of bytes, 1 for each edge.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points = self.0.points();
        let mut rows = vec![vec![0_i8; points]; points];
        for &(one, other) in self.0.edges() {
            let (one, other) = (usize::from(one), usize::from(other));
            rows[one][other] = 1;
            rows[other][one] = 1;
        }
        let numpy = needed(py, "numpy")?;
        numpy.call_method1("array", (rows, numpy.getattr("int8")?))
    }

    /// Draws the board, with stones if a position is given, as SVG.
    ///
    /// `position` is a text of `.XO`, or a sequence of 0, 1 and 2.
    #[pyo3(signature = (position=None))]
    fn svg(&self, py: Python<'_>, position: Option<Position>) -> PyResult<String> {
        let what = position.as_ref().map_or("board", |_| "position");
        let coloring: Coloring<8, 2> = match position {
            Some(position) => text::parse_coloring(&self.0, &position.0).map_err(bad)?,
            None => Coloring::EMPTY,
        };
        // A large board takes seconds.
        Ok(py.detach(|| {
            let panel = Panel::of_coloring(&self.0, &coloring);
            svg(&self.0, what, vec![panel])
        }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    /// Makes a board again of its parts, whose name may be that of a file.
    #[staticmethod]
    fn _of(name: &str, points: usize, edges: Vec<(u16, u16)>) -> PyResult<Self> {
        match name.parse() {
            Ok(board) => Ok(Self(board)),
            Err(_) => koproof_rules::Board::new(name, points, edges)
                .map(Self)
                .map_err(bad),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'_>)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        Ok((make, (self.name(), self.points(), self.edges())))
    }

    fn __len__(&self) -> usize {
        self.0.points()
    }

    fn __repr__(&self) -> String {
        format!("Board({})", quoted(self.0.name()))
    }
}

impl Board {
    /// Names a board by its graph6.
    pub(crate) fn of_graph(board: &koproof_rules::Board) -> PyResult<Self> {
        named(&format!("g6:{}", board.to_graph6())).map(Self)
    }

    /// Converts anything that a board can be made of.
    pub(crate) fn of(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(board) = source.cast::<Self>() {
            return Ok(board.get().clone());
        }
        if let Ok(name) = source.cast::<PyString>() {
            return named(&name.to_cow()?).map(Self);
        }
        if source.hasattr("is_directed")? {
            return Self::from_networkx(source);
        }
        if source.hasattr("shape")? {
            return Self::from_adjacency(source);
        }
        if source.try_iter().is_ok() && !source.is_instance_of::<PyBytes>() {
            adjacency::refuse_lookalike(source)?;
            return Self::from_edges(source, None);
        }
        let expected = "a board is a name, pairs of points, an adjacency matrix of NumPy or SciPy, or a graph of networkx";
        Err(wrong_type(expected, source))
    }
}

/// Returns the forms of board names, each with an example and a description.
///
/// >>> boards()[1]
/// ('path:POINTS', 'path:9', 'points in a row')
#[pyfunction]
pub(crate) fn boards() -> Vec<(&'static str, &'static str, &'static str)> {
    families()
        .iter()
        .map(|family| (family.pattern, family.example, family.about))
        .collect()
}

/// Reads a name; the error for an unknown family names the cure.
fn named(name: &str) -> PyResult<koproof_rules::Board> {
    name.parse().map_err(|error| match error {
        BoardError::Name {
            problem: NameProblem::Unknown { .. },
            ..
        } => bad(format!("{error} (`koproof.boards()` lists all)")),
        other => bad(other),
    })
}

/// Reads an edge: a sequence of two points.
fn edge(number: usize, given: &Bound<'_, PyAny>) -> PyResult<(u16, u16)> {
    let Ok(ends) = given.extract::<Vec<Bound<'_, PyAny>>>() else {
        let expected = format!("edge {number} is a pair of points such as (0, 1)");
        return Err(wrong_type(&expected, given));
    };
    let [one, other] = &ends[..] else {
        return Err(bad(format!(
            "edge {number} has {} points, not 2: for an adjacency matrix use Board.from_adjacency",
            ends.len()
        )));
    };
    let point = |end: &Bound<'_, PyAny>| {
        end.extract::<u16>().map_err(|_| {
            let last = MAX_POINTS - 1;
            bad(format!(
                "edge {number} names the point {}: points are numbered from 0 to {last}",
                text::shortened(&end.to_string())
            ))
        })
    };
    Ok((point(one)?, point(other)?))
}

/// Makes a board that is named by its graph6.
fn of_edges(points: usize, edges: Vec<(u16, u16)>) -> PyResult<Board> {
    let nameless = koproof_rules::Board::new("", points, edges).map_err(bad)?;
    Board::of_graph(&nameless)
}

/// Writes a text as Python does.
pub(crate) fn quoted(text: &str) -> String {
    format!(
        "'{}'",
        text.escape_debug().to_string().replace("\\\"", "\"")
    )
}

/// Draws one board or several as SVG.
pub(crate) fn svg(board: &koproof_rules::Board, title: &str, panels: Vec<Panel>) -> String {
    Figure::new(board, format!("{}: {title}", board.name()), panels).to_svg()
}
