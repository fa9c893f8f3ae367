//! Exceptions, with the messages of the libraries.

use std::fmt::Display;
use std::path::Path;

use pyo3::exceptions::{PyImportError, PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    koproof,
    IllegalMove,
    PyValueError,
    "A move that the rules forbid. Its text names the move and the rule."
);
pyo3::create_exception!(
    koproof,
    CertificateError,
    PyValueError,
    "A certificate that proves nothing. Its text says where it fails, and why."
);
pyo3::create_exception!(
    koproof,
    Stopped,
    PyRuntimeError,
    "A limit came before the end, and there is nothing that could be returned."
);
pyo3::create_exception!(
    koproof,
    Interrupted,
    PyKeyboardInterrupt,
    "Ctrl-C came before the end. Attribute `solution` is what had been proved by then, or None."
);

/// Makes of an error about what was given a `ValueError` with the same line.
pub(crate) fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Imports a library that only some calls need.
pub(crate) fn needed<'py>(py: Python<'py>, library: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(library)
        .map_err(|error| match error.is_instance_of::<PyImportError>(py) {
            true => PyImportError::new_err(format!("this needs {library}: pip install {library}")),
            false => error,
        })
}

/// Raises the `OSError` that Python has for a file that cannot be read.
pub(crate) fn readable(py: Python<'_>, path: &Path) -> PyResult<()> {
    let file = py.import("builtins")?.call_method1("open", (path, "rb"))?;
    file.call_method0("close").map(drop)
}
