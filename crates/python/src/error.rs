//! Exceptions, with the messages of the libraries.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{fs, io};

use koproof_rules::text::shortened;
use koproof_store::StoreError;
use pyo3::exceptions::{
    PyImportError, PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyTypeError, PyValueError,
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

/// The path of a file from Python.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for FilePath {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Bytes are a certificate where a path can be one, so they are a path nowhere.
        let path = given.extract().map(Self);
        path.map_err(|_| wrong_type("path is a str or a path object", &given))
    }
}

/// Converts an error with a file to Python's `OSError` of its kind.
pub(crate) fn of_file(error: &StoreError) -> PyErr {
    match error {
        StoreError::File { path, cause, .. } => of_system(path, cause),
        other => PyOSError::new_err(other.to_string()),
    }
}

/// Collects what a Python iterable gives, which may be without end: Ctrl-C stops it.
pub(crate) fn listed<T>(
    py: Python<'_>,
    items: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    for item in items {
        list.push(item?);
        if list.len().is_multiple_of(1024) {
            py.check_signals()?;
        }
    }
    Ok(list)
}

/// Converts an error of the system, with the name of the file, to Python's `OSError` of its kind.
pub(crate) fn of_system(path: &Path, cause: &io::Error) -> PyErr {
    let said = cause.to_string();
    let Some(code) = cause.raw_os_error() else {
        return PyOSError::new_err(format!("{said}: {}", path.display()));
    };
    let said = said.trim_end_matches(&format!(" (os error {code})"));
    // Windows reads its own code in the fourth place; other systems ignore it.
    PyOSError::new_err((code, said.to_owned(), path.as_os_str().to_owned(), code))
}

/// Imports a library that only some calls need.
pub(crate) fn needed<'py>(py: Python<'py>, library: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(library)
        .map_err(|error| match error.is_instance_of::<PyImportError>(py) {
            true => PyImportError::new_err(format!("this needs {library}: pip install {library}")),
            false => error,
        })
}

/// Raises Python's `OSError` if a file cannot be read at once. A pipe is refused: to wait for its content would block all of Python.
pub(crate) fn readable_file(py: Python<'_>, path: &Path) -> PyResult<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        let name = shortened(&path.display().to_string());
        return Err(PyOSError::new_err(format!(
            "{name} is no regular file: copy it into one"
        )));
    }
    let file = py.import("builtins")?.call_method1("open", (path, "rb"))?;
    file.call_method0("close").map(drop)
}
