//! The extension module of the Python package `koproof`.
//!
//! It has no logic of its own: boards and games are those of `koproof-rules`, values those of `koproof-solver`, certificates those
//! of `koproof-verify`, pictures those of `koproof-picture`. Its classes and functions are documented for Python: `help(koproof)`,
//! and `python/koproof/_koproof.pyi` with the types.

mod adjacency;
mod atlas;
mod board;
mod calls;
mod certificate;
mod check;
mod checked;
mod error;
mod existing;
mod frame;
mod game;
mod line;
mod record;
mod rules;
mod score;
mod solution;
mod solver;
mod table;
mod work;

/// The Python module.
#[pyo3::pymodule]
mod _koproof {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::{
        atlas::atlas,
        board::{Board, boards},
        calls::{certify, solve, table},
        certificate::Certificate,
        check::check,
        checked::Checked,
        error::{CertificateError, IllegalMove, Interrupted, Stopped},
        frame::Frame,
        game::Game,
        line::Line,
        rules::Rules,
        solution::{MoveValue, Solution},
        solver::Solver,
        table::Table,
        work::Progress,
    };
}
