//! The arguments for limits, threads and progress.

use std::fs::File;
use std::mem::ManuallyDrop;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use clap::Args;
use koproof_rules::{Board, Ruleset};
use koproof_solver::{Budget, Options, Proofs, Solver, SolverError, Stopped};
use koproof_verify::MAX_RECORDS;

use crate::exit::{bad_input, complain};
use crate::limits;

/// The default time for a move in a game.
const THINKING: Duration = Duration::from_secs(60);
/// The help for the time limit of a command that plays.
pub(crate) const TIME_OF_A_MOVE: &str =
    "Think about each move for at most this time: 90 or 90s, 250ms, 5m, 1.5h [default: 1m]";

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct WorkArgs {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "NUMBER", value_parser = limits::threads)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Stop after this time: 90 or 90s, 250ms, 5m, 1.5h
    #[arg(long, value_name = "TIME", value_parser = limits::time)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop each search soon after this number of expansions: 1000000, 1_000_000, 1M
    #[arg(long, value_name = "NUMBER", value_parser = limits::count)]
    pub(crate) node_limit: Option<u64>,

    /// Keep the whole process within this much memory: 512M, 4G (powers of 1024)
    #[arg(long, value_name = "SIZE", value_parser = limits::memory, hide_short_help = true)]
    pub(crate) memory: Option<u64>,

    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl WorkArgs {
    pub(crate) fn options(&self) -> Options {
        Options {
            threads: self.threads,
            ..Options::default()
        }
    }

    pub(crate) fn solver(&self, board: &Board, rules: Ruleset) -> anyhow::Result<Solver> {
        Solver::new(board, rules, self.options()).map_err(solver_error)
    }

    /// Makes the solver of a command that ends with its answer. It keeps proofs if there is a file for those that
    /// memory has no room for.
    ///
    /// It is never dropped: the system takes all memory back at once, and to free the claims one by one took up to a
    /// tenth of the time, before the answer was shown.
    pub(crate) fn solver_for(
        &self,
        board: &Board,
        rules: Ruleset,
        archive: Option<File>,
    ) -> anyhow::Result<ManuallyDrop<Solver>> {
        let proofs = match archive {
            Some(_) => Proofs::Keep,
            None => Proofs::Forget,
        };
        let options = Options {
            proofs,
            ..self.options()
        };
        let mut solver = Solver::new(board, rules, options).map_err(solver_error)?;
        if let Some(file) = archive {
            solver = solver.with_archive(file);
        }
        Ok(ManuallyDrop::new(solver))
    }

    /// Returns the budget of a move in a game: a minute without `--time-limit`.
    pub(crate) fn budget_of_a_move(&self) -> Budget {
        Budget {
            time: self.time_limit.or(Some(THINKING)),
            ..self.budget()
        }
    }

    /// Returns the budget of one search of a command that began at this time: the time limit is that of the whole
    /// command, the other limits are those of each search.
    pub(crate) fn budget_since(&self, started: Instant) -> Budget {
        self.budget().after(0, started.elapsed())
    }

    /// Explains on stderr why a line of best play is not complete although the command line has no limit.
    pub(crate) fn explain(&self, stopped: Option<Stopped>) {
        if stopped == Some(Stopped::Nodes) && self.node_limit.is_none() {
            complain(
                "best moves have a built-in limit of expansions: --node-limit or --time-limit sets another",
            );
        }
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget {
            nodes: self.node_limit,
            time: self.time_limit,
            memory: self.memory,
            ..Budget::UNLIMITED
        }
    }
}

pub(crate) fn solver_error(error: SolverError) -> anyhow::Error {
    match error {
        SolverError::Threads(_) => error.into(),
        input => bad_input(input),
    }
}

/// The argument for the memory of a check.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct RecordLimitArgs {
    /// Stop if the steps that the checker still needs hold more records than this; each different record takes 100 bytes, and 4 more for each step that lists it
    #[arg(
        long = "record-limit",
        value_name = "NUMBER",
        value_parser = limits::count,
        default_value_t = MAX_RECORDS,
        hide_short_help = true
    )]
    pub(crate) limit: u64,
}
