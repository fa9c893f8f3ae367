//! Solving.

use std::path::{Path, PathBuf};

use koproof_rules::{Komi, Ruleset};
use koproof_solver::{Bracket, CertifyError, Detail, Options, Proofs, SolverError};
use koproof_store::FileLock;
use koproof_verify::Form;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::certificate::{self, Certificate, Output};
use crate::error::{self, FilePath, bad};
use crate::existing;
use crate::game::{Position, Start};
use crate::record::Record;
use crate::rules::{Rules, RulesLike};
use crate::score::Score;
use crate::solution::Solution;
use crate::table::Table;
use crate::work::{Limits, Whole, raise, run, threads};

/// Solves positions of one board under one rule set, and keeps its claims for the next question.
///
/// >>> solver = Solver("2x2")
/// >>> [solver.solve(moves=moves).value for moves in ([], ["a2"], ["a2", "b2"])]
/// [1, 1, 4]
///
/// With `proofs=True` it can write certificates, but takes more memory.
///
/// A process that was forked from the one that made a solver must make its own, because threads do not survive a fork.
#[pyclass(frozen, module = "koproof")]
#[derive(Debug)]
pub(crate) struct Solver {
    solver: koproof_solver::Solver,
    rules: Ruleset,
    keeps_proofs: bool,
    /// The process that has its threads.
    process: u32,
}

/// Reads the detail of a solution.
pub(crate) fn detail(name: &str) -> PyResult<Detail> {
    Ok(match name {
        "value" => Detail::Value,
        "best" => Detail::Best,
        "moves" => Detail::Moves,
        "lines" => Detail::Lines,
        _ => {
            return Err(bad(format!(
                "detail is \"value\", \"best\", \"moves\" or \"lines\", not \"{}\"",
                name.escape_debug()
            )));
        }
    })
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (board, rules=None, *, threads=None, proofs=false))]
    pub(crate) fn new(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        rules: Option<RulesLike>,
        threads: Option<Whole>,
        proofs: bool,
    ) -> PyResult<Self> {
        Self::make(
            py,
            &Board::of(board)?.0,
            RulesLike::rules(rules),
            threads,
            proofs,
        )
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.solver.board().clone())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.rules)
    }

    /// Solves a position with the moves made from it; see the function `solve`.
    #[pyo3(signature = (*, position=None, to_move=None, moves=None, detail="best", nodes=None, time=None, memory=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Option<Position>,
        to_move: Option<&str>,
        moves: Option<Bound<'py, PyAny>>,
        detail: &str,
        nodes: Option<Whole>,
        time: Option<Bound<'py, PyAny>>,
        memory: Option<Whole>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Solution> {
        let detail = self::detail(detail)?;
        let limits = Limits::new(nodes, time, memory)?;
        let start = Start {
            position,
            to_move,
            moves,
        };
        self.solve_within(py, start, detail, limits, progress)
    }

    /// Finds the values of all colorings; see the function `table`.
    #[pyo3(signature = (*, nodes=None, time=None, memory=None, progress=None))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        nodes: Option<Whole>,
        time: Option<Bound<'py, PyAny>>,
        memory: Option<Whole>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Table> {
        self.table_within(py, Limits::new(nodes, time, memory)?, progress)
    }

    /// Proves the value of a position; see the function `certify`. The solver must have `proofs=True`.
    #[pyo3(signature = (path=None, *, position=None, to_move=None, moves=None, form=None, nodes=None, time=None, memory=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn certify<'py>(
        &self,
        py: Python<'py>,
        path: Option<FilePath>,
        position: Option<Position>,
        to_move: Option<&str>,
        moves: Option<Bound<'py, PyAny>>,
        form: Option<&str>,
        nodes: Option<Whole>,
        time: Option<Bound<'py, PyAny>>,
        memory: Option<Whole>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Certificate> {
        let path = path.map(|path| path.0);
        let form = certificate::form(form, path.as_deref())?;
        let limits = Limits::new(nodes, time, memory)?;
        let start = Start {
            position,
            to_move,
            moves,
        };
        self.certify_within(py, path, start, form, limits, progress)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Solver cannot be pickled: its threads and claims are in this process, make another one there",
        ))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Solver of {} under {}>",
            self.solver.board().name(),
            self.rules
        )
    }
}

impl Solver {
    pub(crate) fn solve_within(
        &self,
        py: Python<'_>,
        start: Start<'_, '_>,
        detail: Detail,
        limits: Limits,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let game = self.game(start)?;
        self.find(py, &game, detail, limits, progress)
    }

    pub(crate) fn table_within(
        &self,
        py: Python<'_>,
        limits: Limits,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Table> {
        self.is_here()?;
        let what = format!("table of {}", self.solver.board().name());
        let (table, raised) = run(py, &what, progress, |watch| {
            self.solver.table(limits.left(0), watch)
        })?;
        match (table, raised) {
            (Ok((table, _)), None) => Ok(table.into()),
            (found, Some(raised)) => {
                let said = match found {
                    Ok(_) => "the values are known, but the table is not returned".to_owned(),
                    Err(why) => why.to_string(),
                };
                Err(raise(py, raised, None, &said))
            }
            (Err(why), None) => Err(refused(why)),
        }
    }

    pub(crate) fn certify_within(
        &self,
        py: Python<'_>,
        path: Option<PathBuf>,
        start: Start<'_, '_>,
        form: Form,
        limits: Limits,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Certificate> {
        if !self.keeps_proofs {
            return Err(bad(
                "the solver has not kept its proofs: make it with proofs=True",
            ));
        }
        let game = self.game(start)?;
        let output = Output::new(path.clone())?;
        let check_existing = |new| match &path {
            Some(path) => existing::check(path, self.solver.board(), &game, new),
            None => Ok(()),
        };
        check_existing(None)?;
        let what = format!("certificate of {}", self.solver.board().name());
        let (outcome, raised) = run(py, &what, progress, |watch| {
            let found = self.solver.solve(&game, limits.left(0), watch);
            // Proofs that were dropped are found again, within the same limit of expansions.
            let left = limits.left(found.stats.expansions);
            let written = (self.solver).certify(&game, found.value, output, form, left, watch);
            (found.value, written)
        })?;
        let (value, written) = outcome;
        match (written, raised) {
            (Ok((output, written)), None) => {
                let komi = self.rules.komi;
                let lock = py.detach(|| path.as_ref().map(FileLock::await_beside));
                let found = match (&path, &lock) {
                    (None, _) => None,
                    (_, Some(Err(_))) => Some("a file that another run is using"),
                    (Some(path), _) => existing::difference(path, self.solver.board(), &game, None)
                        .unwrap_or(Some("a file that cannot be read")),
                };
                if found.is_none() {
                    check_existing(Some(value))?;
                }
                let data = output.finish(found)?;
                Ok(Certificate::new(py, data, path, value, komi, written))
            }
            (_, Some(raised)) => {
                let said = format!(
                    "no certificate was written: {}",
                    said(value, self.rules.komi)
                );
                Err(raise(py, raised, None, &said))
            }
            (Err(CertifyError::Stopped(why)), None) => Err(error::Stopped::new_err(format!(
                "no certificate was written: stopped ({why}), {}",
                said(value, self.rules.komi)
            ))),
            (Err(why), None) => Err(unwritten(why, path.as_deref())),
        }
    }

    pub(crate) fn make(
        py: Python<'_>,
        board: &koproof_rules::Board,
        rules: Ruleset,
        number: Option<Whole>,
        proofs: bool,
    ) -> PyResult<Self> {
        let options = Options {
            threads: threads(number)?,
            proofs: if proofs { Proofs::Keep } else { Proofs::Forget },
            ..Options::default()
        };
        // The symmetries of some boards take a while.
        let solver = py.detach(|| koproof_solver::Solver::new(board, rules, options));
        let solver = solver.map_err(refused)?;
        Ok(Self {
            solver,
            rules,
            keeps_proofs: proofs,
            process: std::process::id(),
        })
    }

    pub(crate) fn graph(&self) -> &koproof_rules::Graph<1> {
        self.solver.graph()
    }

    fn game(&self, start: Start<'_, '_>) -> PyResult<koproof_rules::Game<'_, 1, 2>> {
        self.is_here()?;
        start.game(self.solver.board(), self.solver.graph(), self.rules)
    }

    /// Refuses a process without the solver's threads, which would wait forever.
    fn is_here(&self) -> PyResult<()> {
        if std::process::id() == self.process {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "this solver belongs to the process that was forked: make another one here",
        ))
    }

    /// Finds the value, then the moves and a line of play, all within one limit of expansions and one of time.
    pub(crate) fn find(
        &self,
        py: Python<'_>,
        game: &koproof_rules::Game<'_, 1, 2>,
        detail: Detail,
        limits: Limits,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Solution> {
        let board = self.solver.board();
        let what = format!("solving {}", board.name());
        let (analysis, raised) = run(py, &what, progress, |watch| {
            let solver = &self.solver;
            let mut analysis = solver.analyse(game, Detail::Value, limits.left(0), watch);
            if detail >= Detail::Moves || analysis.value().exact().is_some() {
                let left = limits.left(analysis.stats.expansions);
                solver.deepen(game, &mut analysis, detail, left, watch);
            }
            analysis
        })?;
        let solution = Solution {
            record: Record::of(board, game),
            analysis,
            seconds: limits.seconds(),
        };
        let Some(raised) = raised else {
            return Ok(solution);
        };
        let said = match solution.analysis.value().exact() {
            Some(_) => {
                let are_open = !solution.analysis.best_moves().possible.is_empty();
                let moves = if are_open { "open" } else { "known" };
                format!(
                    "the value is {}, its best moves are {moves}",
                    solution.said()
                )
            }
            None => format!("the value is open, from {}", solution.said()),
        };
        let solution = Bound::new(py, solution)?.into_any();
        Err(raise(py, raised, Some(solution), &said))
    }
}

/// Converts an error of a solver to an exception.
fn refused(error: SolverError) -> PyErr {
    match error {
        SolverError::Threads(_) => PyRuntimeError::new_err(error.to_string()),
        SolverError::Stopped { .. } => error::Stopped::new_err(error.to_string()),
        input => bad(input),
    }
}

fn said(value: Bracket, komi: Komi) -> String {
    let shown = Score::shown(value, komi);
    match value.exact() {
        Some(_) => format!("the value {shown} is known, its proof is not written"),
        None => format!("the value is open, from {shown}"),
    }
}

/// Makes an exception of the reason why there is no certificate, other than a stop.
fn unwritten(why: CertifyError, path: Option<&Path>) -> PyErr {
    match (why, path) {
        (why @ (CertifyError::Over | CertifyError::Disputed | CertifyError::Score(_)), _) => {
            bad(why)
        }
        (CertifyError::Certificate(why), Some(path)) => match why.stream() {
            Some((_, cause)) => error::of_system(path, cause),
            None => PyRuntimeError::new_err(why.to_string()),
        },
        (why, _) => PyRuntimeError::new_err(why.to_string()),
    }
}
