//! Long calls: limits, progress, Ctrl-C.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use koproof_rules::text::shortened;
use koproof_solver::{Budget, Observer};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::error::{Interrupted, bad, wrong_type};

/// The time between two checks of signals and reports of progress.
const BEAT: Duration = Duration::from_millis(50);

/// The progress of a long call.
#[pyclass(frozen, eq, get_all, module = "koproof")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    /// Nodes whose successors were generated.
    expansions: u64,
    /// Claims proved so far, including those dropped since; 0 in a check.
    claims: u64,
    /// Positions solved, or bytes checked.
    done: u64,
    /// Positions to solve, or bytes to check.
    total: u64,
    /// Seconds since the call.
    seconds: f64,
}

/// The numbers of a report, in their order.
type Numbers = (u64, u64, u64, u64, f64);

#[pymethods]
impl Progress {
    /// Makes it again of its numbers, in their order.
    #[staticmethod]
    fn _of(expansions: u64, claims: u64, done: u64, total: u64, seconds: f64) -> Self {
        Self {
            expansions,
            claims,
            done,
            total,
            seconds,
        }
    }

    /// A process may send it to another that shows it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Numbers)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let Self {
            expansions,
            claims,
            done,
            total,
            seconds,
        } = *self;
        Ok((make, (expansions, claims, done, total, seconds)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<Progress: {} expansions, {} claims, {} of {} done, {:.1} s>",
            self.expansions, self.claims, self.done, self.total, self.seconds
        )
    }
}

/// The smallest limit of memory, in bytes: that of the command. With a smaller one, most searches stop at once.
const MIN_MEMORY: u64 = 32 << 20;

/// The limits of a call.
pub(crate) struct Limits {
    started: Instant,
    budget: Budget,
}

impl Limits {
    /// Reads limits from Python: expansions, seconds, bytes of the solver's tables.
    pub(crate) fn new(
        nodes: Option<Whole>,
        time: Option<Bound<'_, PyAny>>,
        memory: Option<Whole>,
    ) -> PyResult<Self> {
        let limit = |name, limit: Option<Whole>| {
            let limit = limit.map(|limit| limit.up_to(u64::MAX, name));
            limit.transpose()
        };
        let memory = limit("memory", memory)?;
        if let Some(bytes) = memory.filter(|&bytes| bytes < MIN_MEMORY) {
            return Err(bad(format!(
                "memory={bytes} is too little: it is a number of bytes; give at least {MIN_MEMORY} (32M)"
            )));
        }
        let budget = Budget {
            nodes: limit("nodes", nodes)?,
            time: time.map(|time| duration(&time)).transpose()?.flatten(),
            memory,
            ..Budget::UNLIMITED
        };
        Ok(Self {
            started: Instant::now(),
            budget,
        })
    }

    /// Returns what is left after so many expansions and the time since the call.
    pub(crate) fn left(&self, expansions: u64) -> Budget {
        self.budget.after(expansions, self.started.elapsed())
    }

    /// Returns the seconds since the call.
    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// Reads a number of seconds; infinity and numbers too large for the clock are no limit.
fn duration(given: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let seconds = real(given, "time is a number of seconds")?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(bad(format!(
            "time={seconds:?} is not a number of seconds above 0: leave it out for no limit"
        )));
    }
    // The clock knows no shorter time than a nanosecond.
    let time = Duration::try_from_secs_f64(seconds).ok();
    Ok(time.map(|time| time.max(Duration::from_nanos(1))))
}

/// Reads a number; an int that is too large for a float is infinite.
pub(crate) fn real(given: &Bound<'_, PyAny>, expected: &str) -> PyResult<f64> {
    let py = given.py();
    match given.extract::<f64>() {
        Err(why) if why.is_instance_of::<PyOverflowError>(py) => Ok(match given.lt(0)? {
            true => f64::NEG_INFINITY,
            false => f64::INFINITY,
        }),
        Err(why) if why.is_instance_of::<PyTypeError>(py) => Err(wrong_type(expected, given)),
        number => number,
    }
}

/// Reads a number of threads.
pub(crate) fn threads(number: Option<Whole>) -> PyResult<Option<NonZeroUsize>> {
    /// The largest number of threads, because each reserves a deep stack.
    const MAX: u64 = 1024;
    let number = number.map(|number| number.up_to(MAX, "threads"));
    let number = number.transpose()?;
    Ok(number.and_then(|number| NonZeroUsize::new(number as usize)))
}

/// A whole number from Python, or what was given instead: Python's own errors would not name the argument.
pub(crate) struct Whole(Result<u64, NoWhole>);

enum NoWhole {
    /// A number that is negative or huge, as text.
    Outside(String),
    /// An object of this type.
    OfType(String),
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = given.py();
        Ok(Self(match given.extract::<u64>() {
            Err(why) if why.is_instance_of::<PyOverflowError>(py) => {
                Err(NoWhole::Outside(shortened(&given.to_string())))
            }
            Err(why) if why.is_instance_of::<PyTypeError>(py) => {
                Err(NoWhole::OfType(given.get_type().name()?.to_string()))
            }
            number => Ok(number?),
        }))
    }
}

impl Whole {
    /// Returns the number, unless it is negative or huge; raises a TypeError if it is no whole number.
    pub(crate) fn number(&self, name: &str) -> PyResult<Option<u64>> {
        match &self.0 {
            Ok(number) => Ok(Some(*number)),
            Err(NoWhole::Outside(_)) => Ok(None),
            Err(NoWhole::OfType(kind)) => Err(PyTypeError::new_err(format!(
                "{name} is a whole number, not {kind}"
            ))),
        }
    }

    /// Returns the number, which must be from 1 to `most`.
    pub(crate) fn up_to(self, most: u64, name: &str) -> PyResult<u64> {
        let within = self.number(name)?;
        let within = within.filter(|number| (1..=most).contains(number));
        within.ok_or_else(|| {
            bad(format!(
                "{name}={self} is not a number from 1 to {most}: leave it out for the default"
            ))
        })
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(number) => write!(f, "{number}"),
            Err(NoWhole::Outside(given) | NoWhole::OfType(given)) => f.write_str(given),
        }
    }
}

/// The shared state of the work and its caller.
#[derive(Default)]
pub(crate) struct Watch {
    stop: AtomicBool,
    progress: Mutex<koproof_solver::Progress>,
}

impl Watch {
    /// Reports the progress of the work.
    pub(crate) fn tell(&self, progress: koproof_solver::Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }

    fn now(&self, started: Instant) -> Progress {
        let progress = *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        Progress {
            expansions: progress.expansions,
            claims: progress.claims,
            done: progress.done,
            total: progress.total,
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}

impl Observer for Watch {
    fn on_progress(&self, progress: &koproof_solver::Progress) {
        self.tell(*progress);
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Wakes the caller when the work ends, however it ends.
struct Ended {
    caller: thread::Thread,
    has_ended: Arc<AtomicBool>,
}

impl Ended {
    /// Returns it for this thread as the caller, and what says that the work has ended.
    fn new() -> (Self, Arc<AtomicBool>) {
        let has_ended = Arc::new(AtomicBool::new(false));
        let ended = Self {
            caller: thread::current(),
            has_ended: Arc::clone(&has_ended),
        };
        (ended, has_ended)
    }
}

impl Drop for Ended {
    fn drop(&mut self) {
        self.has_ended.store(true, Ordering::Release);
        self.caller.unpark();
    }
}

/// Works on another thread, while this one detaches from the interpreter, checks for Ctrl-C and reports progress.
///
/// Returns the result, and the exception that ended the work early, if one did.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    what: &str,
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    // The bar is koproof's own; an object of the caller is only called.
    let is_bar = (progress.as_ref()).is_some_and(|given| !given.is_callable());
    let report = reporter(py, what, progress)?;
    let started = Instant::now();
    let watch = Watch::default();
    let (ended, has_ended) = Ended::new();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _ended = ended;
            work(&watch)
        });
        let mut raised = None;
        while !has_ended.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(BEAT));
            if raised.is_some() {
                continue;
            }
            let heard = py.check_signals().and_then(|()| match &report {
                Some(report) if !has_ended.load(Ordering::Acquire) => {
                    report.call1((watch.now(started),)).map(drop)
                }
                _ => Ok(()),
            });
            if let Err(error) = heard {
                watch.stop.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        let result = py
            .detach(|| worker.join())
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        if let Some(report) = &report {
            let last = raised
                .is_none()
                .then(|| report.call1((watch.now(started),)));
            let closed = is_bar.then(|| report.call_method0("close"));
            // The work is done, and its result must not be lost, except by Ctrl-C.
            for failed in [last, closed].into_iter().flatten().filter_map(Result::err) {
                match failed.is_instance_of::<PyKeyboardInterrupt>(py) {
                    true => raised = Some(failed),
                    false => failed.write_unraisable(py, Some(report)),
                }
            }
        }
        Ok((result, raised))
    })
}

/// Works on another thread as [`run`] does, on something that cannot be stopped: Ctrl-C ends the call, while the work goes on.
pub(crate) fn run_to_the_end<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (ended, has_ended) = Ended::new();
    let worker = thread::spawn(move || {
        let _ended = ended;
        work()
    });
    while !has_ended.load(Ordering::Acquire) {
        py.detach(|| thread::park_timeout(BEAT));
        py.check_signals()?;
    }
    let result = py.detach(|| worker.join());
    Ok(result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// Returns the receiver of progress: the given function, or a bar of tqdm.
fn reporter<'py>(
    py: Python<'py>,
    what: &str,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(given) = progress else {
        return Ok(None);
    };
    if given.is_callable() {
        return Ok(Some(given));
    }
    match given.extract() {
        Ok(true) => py
            .import("koproof._bar")?
            .getattr("Bar")?
            .call1((what,))
            .map(Some),
        Ok(false) => Ok(None),
        Err(_) => Err(wrong_type("progress is True, False or a function", &given)),
    }
}

/// Raises the exception that ended a call early; Ctrl-C carries the solution so far.
pub(crate) fn raise(
    py: Python<'_>,
    raised: PyErr,
    solution: Option<Bound<'_, PyAny>>,
    said: &str,
) -> PyErr {
    if !raised.is_instance_of::<PyKeyboardInterrupt>(py) {
        return raised;
    }
    let interrupted = Interrupted::new_err(said.to_owned());
    match interrupted.value(py).setattr("solution", solution) {
        Ok(()) => interrupted,
        Err(error) => error,
    }
}
