//! The functions that make a solver for one call. The time of the call counts from its beginning.

use pyo3::prelude::*;

use crate::certificate::{self, Certificate};
use crate::error::FilePath;
use crate::game::{Position, Start};
use crate::rules::RulesLike;
use crate::solution::Solution;
use crate::solver::{self, Solver};
use crate::table::Table;
use crate::work::{Limits, Whole};

/// Solves a position: finds its value, its best moves and a line of best play, under the history of the moves made.
///
/// >>> solve("2x3").value
/// 0
/// >>> solve("2x2", moves="b a2, w b2, b a1, w b1, b a2, w a1").value
/// -4
///
/// `board` is a board or anything that a board can be made of: a name, a graph of networkx, pairs of points, an
/// adjacency matrix of NumPy or SciPy. `position` is the coloring that the game started from, `to_move` the player to move there, and
/// `moves` the moves made since. `detail` is "value", "best" (best moves and a line, the default), "moves" (the value
/// of every move) or "lines" (a line after every move).
///
/// `nodes` (expansions), `time` (seconds) and `memory` (bytes of the solver's tables, at least 32 MiB) limit the whole
/// call, and are checked at intervals; a value that they leave open has a bracket. `progress` is True for a progress bar of tqdm, or a function that is called with a
/// `Progress`. Other Python threads run meanwhile. Ctrl-C raises `Interrupted`, whose `solution` has the bracket proved
/// so far.
#[pyfunction]
#[pyo3(signature = (board, *, position=None, to_move=None, moves=None, rules=None, detail="best", nodes=None, time=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    position: Option<Position>,
    to_move: Option<&str>,
    moves: Option<Bound<'py, PyAny>>,
    rules: Option<RulesLike>,
    detail: &str,
    nodes: Option<Whole>,
    time: Option<Bound<'py, PyAny>>,
    memory: Option<Whole>,
    threads: Option<Whole>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Solution> {
    let limits = Limits::new(nodes, time, memory)?;
    let detail = solver::detail(detail)?;
    let start = Start {
        position,
        to_move,
        moves,
    };
    let solver = Solver::new(py, board, rules, threads, false)?;
    solver.solve_within(py, start, detail, limits, progress)
}

/// Finds the value of every legal coloring of a board with either player to move, each as the start of a game.
///
/// >>> table("3x3")
/// <Table of 3x3: 25350 values>
///
/// Komi is not counted: the values under "reiss", whose komi is 6.5, are those with komi 0. Boards have up to 17 points.
/// The limits are those of `solve`. A limit raises `Stopped`, because a table always has all values.
#[pyfunction]
#[pyo3(signature = (board, *, rules=None, nodes=None, time=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn table<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    rules: Option<RulesLike>,
    nodes: Option<Whole>,
    time: Option<Bound<'py, PyAny>>,
    memory: Option<Whole>,
    threads: Option<Whole>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Table> {
    let limits = Limits::new(nodes, time, memory)?;
    let solver = Solver::new(py, board, rules, threads, false)?;
    solver.table_within(py, limits, progress)
}

/// Proves the value of a position: writes a certificate that `check` and programs without koproof can check.
///
/// >>> certificate = certify("1x3")
/// >>> check(certificate).value
/// 3
///
/// It is written to `path`; without a path, `certificate.data` has it. A file of that name is replaced only if it is a
/// certificate of the same game with the same or wider bounds; any other file raises `FileExistsError` and stays.
/// `form` is "text" or "binary"; the default is binary, except for a path that ends in .txt. The other arguments are
/// those of `solve`. The result's `value` has komi counted, as that of `solve`; the certificate itself states the value
/// without komi, and so does `check`.
///
/// If a limit leaves the value open, the certificate proves its bracket. After a short search that can be the bracket
/// of every game on the board, such as -25 to 25 on 5x5. `Stopped` is raised only if a limit comes before the
/// certificate is written.
#[pyfunction]
#[pyo3(signature = (board, path=None, *, position=None, to_move=None, moves=None, rules=None, form=None, nodes=None, time=None, memory=None, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn certify<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    path: Option<FilePath>,
    position: Option<Position>,
    to_move: Option<&str>,
    moves: Option<Bound<'py, PyAny>>,
    rules: Option<RulesLike>,
    form: Option<&str>,
    nodes: Option<Whole>,
    time: Option<Bound<'py, PyAny>>,
    memory: Option<Whole>,
    threads: Option<Whole>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Certificate> {
    let limits = Limits::new(nodes, time, memory)?;
    let path = path.map(|path| path.0);
    let form = certificate::form(form, path.as_deref())?;
    let start = Start {
        position,
        to_move,
        moves,
    };
    let solver = Solver::new(py, board, rules, threads, true)?;
    solver.certify_within(py, path, start, form, limits, progress)
}
