//! `koproof self bench`: measures the ladder of boards, and compares with a solver without claims.

mod baseline;
mod measure;

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use koproof_rules::Ruleset;
use serde::Serialize;

use crate::about::RulesJson;
use crate::arguments::{FormatArgs, WorkArgs};
use crate::exit::Exit;
use crate::{interrupt, limits, words};
use baseline::Compared;
use measure::Measured;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:
  koproof self bench                                   rungs 1 to 3 and the baseline: minutes
  koproof self bench --rungs 1,2 --threads 1
  koproof self bench --rungs 4,5 --time-limit 30m --no-baseline --format json

Suicide is forbidden and superko positional on all rungs:
  1  every state of 3x3
  2  1x12, 1x13, 1x14
  3  3x5, 2x7, 4x4
  4  every state of 2x5, 3x4, path:10, path:11, cycle:9, cycle:10
  5  1x15, 1x16, cycle:11
  6  every state of 4x4; 1x17, cycle:12, bipartite:3,3, complete:6, 4x5

Time is wall-clock time from the board to the value. It includes the start of the threads, and each run starts \
without claims. For short runs it is the shortest time of up to five. An expansion is a node whose successors are generated. \
The last column has the expansions as a share of those of the first prototype, an earlier program that is not in the repository, where it was run.

The baseline is a plain search whose table has the whole history in its keys; it and koproof get one thread each. The \
exit code is 4 if a value differs from the known one.",
    mut_arg("time_limit", |limit| limit.help(
        "Stop each board of the ladder after this time: 90 or 90s, 250ms, 5m, 1.5h"
    )),
    mut_arg("node_limit", |limit| limit.help(
        "Stop each board of the ladder after this number of expansions: 1000000, 1_000_000, 1M"
    ))
)]
pub(crate) struct Args {
    /// The rungs to measure, see below
    #[arg(
        long,
        value_name = "NUMBERS",
        value_delimiter = ',',
        default_value = "1,2,3",
        value_parser = limits::from_to(1_u8, measure::RUNGS)
    )]
    rungs: Vec<u8>,

    /// Do not run the baseline
    #[arg(long)]
    no_baseline: bool,

    /// Stop the baseline on each board after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::time)]
    baseline_time_limit: Duration,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    work: WorkArgs,
}

/// Prints a line of the text at once.
type Say<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

impl Args {
    /// Measures one board after the other; as text each is printed as soon as it is done.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        interrupt::listen();
        let threads = match self.work.threads {
            Some(threads) => threads.get(),
            None => thread::available_parallelism()?.get(),
        };
        let started = Instant::now();
        let is_text = !self.format.is_json();
        // The next line may take minutes.
        let mut say = |line: &str| -> io::Result<()> {
            if is_text {
                writeln!(out, "{}", line.trim_end())?;
                out.flush()?;
            }
            Ok(())
        };
        let rules = RulesJson::from(Ruleset::NSTT);
        let on = words::counted(threads, "thread");
        say(&format!("rules: {rules}\nthreads: {on}"))?;
        let rungs = self.measure(&mut say)?;
        let is_compared = !self.no_baseline && !interrupt::requested();
        let baseline = is_compared.then(|| self.compare(&mut say)).transpose()?;
        let measured = || rungs.iter().flat_map(|rung| &rung.boards);
        let is_whole = measured().all(|one| one.exact) && !interrupt::requested();
        let mut compared = baseline.iter().flat_map(|baseline| &baseline.boards);
        let report = Report {
            agrees: !measured().any(Measured::disagrees) && !compared.any(Compared::disagrees),
            rules,
            threads,
            rungs,
            baseline,
            seconds: started.elapsed().as_secs_f64(),
        };
        self.format.print(out, &report, |report, out| {
            let time = words::seconds(report.seconds);
            writeln!(out, "\nall of it took {time}")
        })?;
        Ok(Exit::of_check(report.agrees).and(interrupt::done_or_stopped(is_whole)))
    }

    /// Measures the boards of the rungs until it is interrupted.
    fn measure(&self, say: Say<'_>) -> anyhow::Result<Vec<Rung>> {
        let mut rungs = Vec::new();
        for rung in (1..=measure::RUNGS).filter(|rung| self.rungs.contains(rung)) {
            if interrupt::requested() {
                break;
            }
            say(&titles(rung))?;
            let mut boards = Vec::new();
            for entry in measure::rung(rung) {
                if !interrupt::requested() {
                    let measured = measure::entry(&entry, &self.work)?;
                    say(&measured.line())?;
                    boards.push(measured);
                }
            }
            rungs.push(Rung { rung, boards });
        }
        Ok(rungs)
    }

    /// Compares the boards of the baseline until it is interrupted.
    fn compare(&self, say: Say<'_>) -> anyhow::Result<Baseline> {
        say(&titles_of_baseline())?;
        let limit = self.baseline_time_limit;
        let mut boards = Vec::new();
        for board in baseline::BOARDS {
            if !interrupt::requested() {
                let compared = baseline::compare(board, limit, &self.work)?;
                say(&compared.line(limit))?;
                boards.push(compared);
            }
        }
        Ok(Baseline {
            method: METHOD,
            limit_seconds: limit.as_secs_f64(),
            boards,
        })
    }
}

#[derive(Debug, Serialize)]
struct Report {
    rules: RulesJson,
    threads: usize,
    rungs: Vec<Rung>,
    /// `null` if the baseline was not run.
    baseline: Option<Baseline>,
    /// Whether no value contradicts another one.
    agrees: bool,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Rung {
    rung: u8,
    boards: Vec<Measured>,
}

#[derive(Debug, Serialize)]
struct Baseline {
    method: &'static str,
    limit_seconds: f64,
    boards: Vec<Compared>,
}

const METHOD: &str = "transposition table over whole histories";

/// Writes the titles of the columns of a rung.
fn titles(rung: u8) -> String {
    format!(
        "\nrung {rung:<21}{:>9}{:>13}{:>12}{:>14}{:>11}{:>14}{:>14}",
        "value", "expansions", "claims", "bytes/claim", "time", "expansions/s", "of prototype"
    )
}

/// Writes the titles of the columns of the baseline.
fn titles_of_baseline() -> String {
    format!(
        "\nkoproof beside a {METHOD}, one thread each\n  {:24}{:>9}{:>13}{:>11}{:>13}{:>11}{:>14}{:>10}",
        "", "value", "expansions", "time", "baseline's", "time", "expansions x", "time x"
    )
}
