//! The outcome of a count, and the output that all counts share.

use std::io::{self, Write};
use std::time::Instant;

use koproof_rules::Board;
use koproof_solver::{BigUint, CountError, Observer};
use serde::Serialize;

use crate::about::AboutBoard;
use crate::arguments::{FormatArgs, WorkArgs};
use crate::exit::{Blame, Exit, refuse};
use crate::interrupt;
use crate::progress::Watcher;
use crate::words;

/// The things that `koproof count legal` counts.
pub(super) const LEGAL: &str = "legal colorings";

#[derive(Debug, Serialize)]
pub(super) struct Outcome<T: Serialize> {
    #[serde(flatten)]
    about: AboutBoard,
    what: &'static str,
    /// The digits of the number; none if a limit stopped the count.
    count: Option<String>,
    #[serde(flatten)]
    found: Option<T>,
    /// The limit that stopped the count.
    stopped: Option<String>,
    stats: Stats,
}

pub(super) struct Answer<T> {
    pub(super) count: BigUint,
    pub(super) found: T,
    /// The number of states examined.
    pub(super) states: u64,
}

#[derive(Debug, Serialize)]
struct Stats {
    states: u64,
    seconds: f64,
}

impl<T: Serialize> Outcome<T> {
    pub(super) fn of(
        what: &'static str,
        board: &Board,
        work: &WorkArgs,
        count: impl FnOnce(&dyn Observer) -> Result<Answer<T>, CountError>,
    ) -> anyhow::Result<Self> {
        let title = format!("counting {what} on");
        let watcher = Watcher::on(board, &title, work.quiet).of_count();
        let started = Instant::now();
        let (answer, stopped, states) = match count(&watcher) {
            Ok(Answer {
                count,
                found,
                states,
            }) => (Some((count.to_string(), found)), None, states),
            Err(CountError::Stopped { why, states }) => (None, Some(why.to_string()), states),
            Err(error @ CountError::Threads(_)) => return Err(error.into()),
            Err(CountError::TooWide { board, .. }) if what == LEGAL => {
                refuse!(
                    "the frontier of {board} is too wide: count with --method enumerate, if the board is small"
                )
            }
            Err(error) => return Err(error).bad_input(),
        };
        let (count, found) = answer.unzip();
        Ok(Self {
            about: board.into(),
            what,
            count,
            found,
            stopped,
            stats: Stats {
                states,
                seconds: started.elapsed().as_secs_f64(),
            },
        })
    }

    /// Prints the answer and returns the exit code. Text has the number and the output of `found`, or the reason why
    /// there is no number.
    pub(super) fn print(
        &self,
        format: &FormatArgs,
        out: &mut dyn Write,
        found: impl FnOnce(&mut dyn Write, &T) -> io::Result<()>,
    ) -> anyhow::Result<Exit> {
        format.print(out, self, |outcome, out| outcome.write(out, found))?;
        Ok(interrupt::done_or_stopped(self.count.is_some()))
    }

    fn write(
        &self,
        out: &mut dyn Write,
        found: impl FnOnce(&mut dyn Write, &T) -> io::Result<()>,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        match (&self.count, &self.found) {
            (Some(count), Some(answer)) => {
                writeln!(out, "{}: {}", self.what, grouped(count))?;
                found(out, answer)?;
            }
            _ => {
                let why = self.stopped.as_deref().unwrap_or("stopped");
                writeln!(out, "{}: not counted (stopped: {why})", self.what)?;
            }
        }
        let time = words::seconds(self.stats.seconds);
        writeln!(
            out,
            "work: {}, {time}",
            words::counted(self.stats.states, "state")
        )
    }
}

/// Writes the digits of a number with a comma after every three.
pub(super) fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
