//! `koproof retrograde`: the scores that each player can force without any superko rule.

mod answer;
#[cfg(feature = "distribute")]
mod processes;
#[cfg(not(feature = "distribute"))]
mod without;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::bail;
use koproof_rules::{Board, Graph, Margin, Player, Suicide};
use koproof_solver::{Budget, KoRule, Repetition, Retrograde, RetrogradeError};

use crate::about::AboutBoard;
use crate::arguments::{ColoringArgs, FormatArgs, SuicideArgs, board, player};
use crate::exit::{Blame, Exit, refuse};
use crate::limits;
use crate::progress::Watcher;
use crate::unfinished::Unfinished;
use crate::words::counted;

/// Examples, and the values of `--repetition`.
const HELP: &str = "\
Examples:
  koproof retrograde 3x3                                  the bracket of the empty board
  koproof retrograde 2x3 --position OX./.X. --to-move white
  koproof retrograde 3x4 --repetition score:0             a repetition is a tie
  koproof retrograde 4x4 --repetition basic-ko --suicide forbid";

/// Examples with `--out`.
#[cfg(feature = "distribute")]
const EXAMPLES_OF_PROCESSES: &str = "
  koproof retrograde 3x4 --out 3x4.kpb --processes 4
  koproof retrograde 4x4 --suicide forbid --out 4x4.kpb --processes 2 --checkpoint /scratch/4x4
  koproof retrograde 4x4 --out 4x4.kpb --hosts hosts.txt --process 0";

/// The sizes of boards.
#[cfg(feature = "distribute")]
const POINTS: &str = "up to 17 points, with --out up to 25";
#[cfg(not(feature = "distribute"))]
const POINTS: &str = "up to 17 points";

const MEANING: &str = "

No superko rule applies, so nothing depends on the moves before, and a game may go on without end. Plays that do not \
change the coloring (one-stone suicides) are left out, because with them a player could stall. The lower end of \
the bracket is the score that Black can force if an endless game is lost for Black, the upper end the score that Black \
can force if it is lost for White. If both ends are equal the position is ko-free: under area scoring, a game that starts \
there has the same value under every superko rule.

--repetition scores a game that never ends:
  black-loses       it is lost for Black by all points: the lower end of the bracket
  white-loses       it is lost for White: the upper end
  score:D           it scores D, Black minus White, as in score:-1 or score:W+1; score:0 is a tie
  basic-ko          a play may not undo the capture of one stone just made; longer cycles tie
  basic-ko:RULE     the same, with longer cycles scored by one of the other rules

With basic ko the bracket is about another game and implies nothing about superko.";

/// The description of `--out`.
#[cfg(feature = "distribute")]
const PROCESSES: &str = "

--out writes the brackets of all positions, also for boards whose analysis does not fit into one memory: each process holds \
only its own part of the positions. FILE has one entry for each coloring up to symmetry, and the same bytes for any number \
of processes.

After each level, which is one score, each process saves its state in the checkpoint directory. If a process is \
killed, the command ends with exit code 1; Ctrl-C ends it with 130. The same command, with as many processes, then \
continues from the last level that all processes have finished. When FILE is written, the checkpoints are deleted.

On several machines, start one process on each: the lines of HOSTS are their addresses, HOST:PORT, and --process gives \
the line of this process, counted from 0. The checkpoint directory must be one that all of them see; process 0 writes \
FILE. The connections are not encrypted: use a network that you trust.";

fn help() -> String {
    #[cfg(feature = "distribute")]
    return [HELP, EXAMPLES_OF_PROCESSES, MEANING, PROCESSES].concat();
    #[cfg(not(feature = "distribute"))]
    return [HELP, MEANING].concat();
}

#[derive(Debug, clap::Args)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// The board
    #[arg(value_parser = board, help = format!("The board: a name (see `koproof boards`) or @FILE; {POINTS}"))]
    board: Board,

    /// Score repetition by this rule, and give the value of the position; the rules are listed below
    #[arg(long, value_name = "RULE")]
    repetition: Option<Rule>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    coloring: ColoringArgs,

    /// The player to move
    #[arg(long, default_value = "black", value_parser = player(), help_heading = "Position")]
    to_move: Player,

    #[command(flatten)]
    rules: SuicideArgs,

    #[cfg(feature = "distribute")]
    #[command(flatten)]
    processes: processes::ProcessesArgs,

    #[cfg(not(feature = "distribute"))]
    #[command(flatten)]
    _without: without::ProcessesArgs,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "NUMBER", value_parser = limits::threads, help_heading = "Work")]
    threads: Option<NonZeroUsize>,

    /// Stop after this time: 90 or 90s, 250ms, 5m, 1.5h
    #[arg(long, value_name = "TIME", value_parser = limits::time, help_heading = "Work")]
    time_limit: Option<Duration>,

    /// Show no progress
    #[arg(long, short, help_heading = "Work")]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        #[cfg(feature = "distribute")]
        if let Some(path) = &self.processes.out {
            return self.write_all(path, out);
        }
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let coloring = self.coloring.read(&self.board, &graph)?;
        self.check_score().bad_input()?;
        let suicide = self.rules.checked()?;
        let started = Instant::now();
        let analysis = match self.analyse(&graph, suicide) {
            Ok(analysis) => analysis,
            Err(stopped @ RetrogradeError::Stopped(why)) => {
                let unfinished = Unfinished::new(AboutBoard::from(&self.board), why, started);
                return unfinished.tell(&stopped.to_string(), self.format.is_json(), out);
            }
            Err(RetrogradeError::Representatives(_)) => {
                let (name, points) = (self.board.name(), self.board.points());
                refuse!("{name} has {points} points: the analysis takes {POINTS}");
            }
            Err(error) => return Err(error.into()),
        };
        let answer = self.answer(&coloring, suicide, &analysis, started.elapsed());
        self.format.print(out, &answer, |answer, out| {
            answer.write(out, &self.board, &coloring)
        })?;
        Ok(Exit::Done)
    }

    fn analyse(&self, graph: &Graph<1>, suicide: Suicide) -> Result<Retrograde, RetrogradeError> {
        let ko = self.repetition.map(|rule| rule.ko).unwrap_or_default();
        let watcher = Watcher::on(&self.board, "retrograde", self.quiet);
        let budget = Budget {
            time: self.time_limit,
            ..Budget::UNLIMITED
        };
        Retrograde::new(graph, suicide, ko, self.threads, budget, &watcher)
    }

    /// Refuses an impossible score.
    fn check_score(&self) -> anyhow::Result<()> {
        let points = self.board.points();
        match self.repetition.map(|rule| rule.repetition) {
            Some(Repetition::Score(score)) if score.unsigned_abs() as usize > points => {
                bail!(
                    "--repetition: a repetition cannot score {score} on {}, which has {}; take -{points} to {points}",
                    self.board.name(),
                    counted(points, "point"),
                )
            }
            _ => Ok(()),
        }
    }
}

/// A rule for repetitions: those that are forbidden, and the score of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    ko: KoRule,
    repetition: Repetition,
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "'{text}' is not a repetition rule; use black-loses, white-loses or score:D with a whole number D; basic-ko, or basic-ko:RULE with one of these"
            )
        };
        let (ko, cycles) = match text.strip_prefix("basic-ko") {
            Some("") => (KoRule::Basic, "score:0"),
            Some(rest) => (KoRule::Basic, rest.strip_prefix(':').ok_or_else(bad)?),
            None => (KoRule::None, text),
        };
        let repetition = match cycles {
            "black-loses" => Repetition::BlackLoses,
            "white-loses" => Repetition::WhiteLoses,
            _ => {
                let score = cycles.strip_prefix("score:").ok_or_else(bad)?;
                // A whole number, or as answers write it.
                let written = || score.parse::<Margin>().ok().map(Margin::half_points);
                let whole = |half_points: i32| (half_points % 2 == 0).then_some(half_points / 2);
                let read = score.parse().ok().or_else(|| written().and_then(whole));
                Repetition::Score(read.ok_or_else(bad)?)
            }
        };
        Ok(Self { ko, repetition })
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ko == KoRule::Basic {
            f.write_str("basic-ko:")?;
        }
        self.repetition.fmt(f)
    }
}
