//! The end of a command: exit codes, and their errors.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::words::{one_line, shortened, without_numbers};

/// The end of a command, with an exit code; they are ordered by their codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Everything that was requested is done.
    Done = 0,
    /// Something outside the command failed: a disk, a thread.
    Failed = 1,
    /// The command line, a position, a file or other input is wrong.
    BadInput = 2,
    /// A limit stopped the work; the results so far are printed.
    Stopped = 3,
    /// A check has failed.
    CheckFailed = 4,
    /// A signal stopped the work; the results so far are printed.
    Interrupted = 130,
}

impl Exit {
    /// Every exit, with what `--help` says of it.
    const ALL: [(Self, &'static str); 6] = [
        (Self::Done, "done"),
        (Self::Failed, "failed (a disk, a thread)"),
        (Self::BadInput, "bad usage or input"),
        (Self::Stopped, "stopped at a limit"),
        (Self::CheckFailed, "a check failed"),
        (
            Self::Interrupted,
            "interrupted. With 3 or 130, `solve` still prints the bracket proved so far",
        ),
    ];

    pub(crate) fn of_check(passed: bool) -> Self {
        if passed {
            Self::Done
        } else {
            Self::CheckFailed
        }
    }

    pub(crate) const fn code(self) -> u8 {
        self as u8
    }

    /// Joins the ends of two parts of the work: a failure first, a wrong value next, then a stop.
    pub(crate) fn and(self, other: Self) -> Self {
        let order = [
            Self::Failed,
            Self::CheckFailed,
            Self::BadInput,
            Self::Interrupted,
            Self::Stopped,
        ];
        let both = [self, other];
        let worst = order.into_iter().find(|exit| both.contains(exit));
        worst.unwrap_or(Self::Done)
    }

    /// Turns an end into a failure if the checkpoint that was asked for could not be saved.
    pub(crate) fn if_saved(self, is_saved: bool) -> Self {
        if is_saved { self } else { Self::Failed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Lists the exit codes for `--help`.
pub(crate) fn help() -> String {
    let codes = Exit::ALL.map(|(exit, about)| format!("{} {about}", exit.code()));
    format!("Exit codes: {}.", codes.join("; "))
}

/// An error that the user can fix: it ends with [`Exit::BadInput`].
#[derive(Debug)]
pub(crate) struct BadInput(anyhow::Error);

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&whole(&self.0))
    }
}

impl std::error::Error for BadInput {}

pub(crate) fn bad_input(error: impl Into<anyhow::Error>) -> anyhow::Error {
    BadInput(error.into()).into()
}

/// Makes an error of the input; its arguments are those of `format!`.
macro_rules! refusal {
    ($($message:tt)*) => {
        $crate::exit::bad_input(anyhow::anyhow!($($message)*))
    };
}

/// Ends a function with an error of the input; its arguments are those of `format!`.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::exit::refusal!($($message)*))
    };
}

pub(crate) use {refusal, refuse};

pub(crate) trait Blame<T> {
    /// Marks the error so that the command ends with [`Exit::BadInput`].
    fn bad_input(self) -> anyhow::Result<T>;

    /// Marks the error of reading `what`, and says so.
    fn cannot_read(self, what: impl fmt::Display) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Blame<T> for Result<T, E> {
    fn bad_input(self) -> anyhow::Result<T> {
        self.map_err(bad_input)
    }

    fn cannot_read(self, what: impl fmt::Display) -> anyhow::Result<T> {
        self.map_err(|error| bad_input(error.into().context(format!("cannot read {what}"))))
    }
}

/// Prints the error in one line on stderr, and returns the exit code.
///
/// A closed pipe is no error: the reader of the data has read enough ([`crate::stdout::end_unread`]).
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let pipe_closed = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if pipe_closed {
        return Exit::Done;
    }
    complain(&whole(error));
    match error.downcast_ref::<BadInput>() {
        Some(_) => Exit::BadInput,
        None => Exit::Failed,
    }
}

/// Joins an error with its causes, without repetition, because some errors quote their cause.
fn whole(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if cause.starts_with(&message) {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// Writes one line to stderr, whatever the message contains.
pub(crate) fn complain(message: &str) {
    // With stderr closed the message cannot be shown.
    let _ = writeln!(
        io::stderr(),
        "koproof: {}",
        shortened(&one_line(&without_numbers(message)))
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_that_is_quoted_is_said_once() {
        let cause = anyhow::anyhow!("no rules are called 'x'");
        assert_eq!(
            whole(&cause.context("batch")),
            "batch: no rules are called 'x'"
        );
        let cause = anyhow::anyhow!("full");
        assert_eq!(
            whole(&cause.context("cannot write f: full")),
            "cannot write f: full"
        );
        let cause = anyhow::anyhow!("cannot write f: full");
        assert_eq!(
            whole(&cause.context("cannot write f")),
            "cannot write f: full"
        );
    }
}
