//! Exceptions, with the messages of the libraries.

use std::fmt::Display;
use std::path::Path;

use pyo3::exceptions::{
    PyImportError, PyKeyboardInterrupt, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;

pyo3::create_exception!(
    koproof,
    IllegalMove,
    PyValueError,
    "The rules forbid a move. The text names the move and the rule."
);
pyo3::create_exception!(
    koproof,
    CertificateError,
    PyValueError,
    "A certificate is refused. The text has the place and the reason."
);
pyo3::create_exception!(
    koproof,
    Stopped,
    PyRuntimeError,
    "A limit stopped the call before it had a result to return."
);
pyo3::create_exception!(
    koproof,
    Interrupted,
    PyKeyboardInterrupt,
    "Ctrl-C stopped the call. The attribute `solution` is the solution so far, or None."
);

/// Converts an error about an argument to a `ValueError` with the same text.
pub(crate) fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Makes a `TypeError` of a sentence about an argument, such as "rules is a Rules", and the type that was given instead.
pub(crate) fn wrong_type(expected: &str, given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("{expected}, not {kind}")),
        Err(error) => error,
    }
}

/// Imports a library that only some calls need.
pub(crate) fn needed<'py>(py: Python<'py>, library: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(library)
        .map_err(|error| match error.is_instance_of::<PyImportError>(py) {
            true => PyImportError::new_err(format!("this needs {library}: pip install {library}")),
            false => error,
        })
}

/// Raises Python's `OSError` if a file cannot be read.
pub(crate) fn readable(py: Python<'_>, path: &Path) -> PyResult<()> {
    let file = py.import("builtins")?.call_method1("open", (path, "rb"))?;
    file.call_method0("close").map(drop)
}
