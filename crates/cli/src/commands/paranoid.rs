//! `koproof paranoid`: what each of several players gets for sure, for all colorings of a board.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_rules::{Board, Graph, Player, Ruleset, text};
use koproof_solver::{Secured, Stopped, secured_everywhere};
use serde::Serialize;

use crate::arguments::{RulesArgs, RulesJson, WorkArgs, board, board_line, rules_line};
use crate::exit::{self, Blame, Exit};
use crate::interrupt;
use crate::progress::Watcher;
use crate::tally::N;
use crate::words;

/// The arguments of `paranoid`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof paranoid 1x3 --players 3
  koproof paranoid 2x2 --players 3 --rules nstt --format csv
  koproof paranoid star:4 --players 4 --scoring taylor --format json

Each coloring with each player to move is the start of a game of its own. What a player gets for sure is his own score if he
plays best and all others play together against him; he may get more, as the others want the same for themselves, so the
values of the players need not sum to the board. Komi is not counted. `koproof solve --players 3 --concept paranoid` finds
the values of one position with its history, and best play.")]
pub(crate) struct Args {
    /// The board: a name (see `koproof boards`) or @FILE
    #[arg(value_parser = board)]
    board: Board,

    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,

    #[command(flatten)]
    rules: RulesArgs,

    #[command(flatten)]
    work: WorkArgs,
}

/// The form of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object on one line
    Json,
    /// Lines with position, player to move and the value of each player
    Csv,
}

/// What was found.
#[derive(Debug, Serialize)]
struct Answer {
    board: String,
    graph6: String,
    rules: RulesJson,
    concept: &'static str,
    /// Legal colorings with each player to move, in the order of `.`, `X`, `O`, `3`, … from the first point on.
    states: Vec<Row>,
    seconds: f64,
}

/// One state.
#[derive(Debug, Serialize)]
struct Row {
    position: String,
    #[serde(skip)]
    symbols: String,
    to_move: String,
    /// By player.
    values: Vec<u32>,
}

impl Args {
    /// Solves all colorings and lists them.
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let rules = self.rules.checked()?;
        let graph = Graph::<1>::new(&self.board).bad_input()?;
        let started = Instant::now();
        let what = format!("solving all of {}", self.board.name());
        let watcher = Watcher::new(what, self.work.quiet);
        let budget = self.work.options().budget;
        let found = secured_everywhere::<N>(&graph, rules, budget, &watcher).bad_input()?;
        drop(watcher);
        let states = match found {
            Ok(states) => states,
            Err(why) => {
                exit::complain(&format!("stopped before all states were solved: {why}"));
                return Ok(match why {
                    Stopped::Observer if interrupt::requested() => Exit::Interrupted,
                    _ => Exit::Stopped,
                });
            }
        };
        let answer = Answer {
            board: self.board.name().to_owned(),
            graph6: self.board.to_graph6(),
            rules: rules.into(),
            concept: "paranoid",
            states: states.iter().map(|state| self.row(state)).collect(),
            seconds: started.elapsed().as_secs_f64(),
        };
        match self.format {
            Format::Text => answer.write(out, &self.board, rules)?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(&answer)?)?,
            Format::Csv => answer.write_csv(out, rules.players)?,
        }
        Ok(Exit::Done)
    }

    fn row(&self, state: &Secured<N>) -> Row {
        Row {
            position: text::position(&self.board, &state.coloring),
            symbols: state.coloring.to_symbols(self.board.points()),
            to_move: state.to_move.to_string(),
            values: state.values.clone(),
        }
    }
}

impl Answer {
    /// Writes the states for people.
    fn write(&self, out: &mut dyn Write, board: &Board, rules: Ruleset) -> io::Result<()> {
        writeln!(out, "board: {}", board_line(board))?;
        writeln!(out, "rules: {}", rules_line(rules))?;
        let time = words::time(Duration::from_secs_f64(self.seconds));
        let states = HumanCount(self.states.len() as u64);
        writeln!(
            out,
            "what each gets for sure, whatever the others do together: {states} states ({time})\n"
        )?;
        let players: Vec<String> = (0..rules.players)
            .map(|index| Player::new(index).to_string())
            .collect();
        let position = self.states.iter().map(|row| row.position.len());
        let width = position.max().unwrap_or(0).max("position".len());
        writeln!(
            out,
            "  {:width$}  to move   {}",
            "position",
            players.join("  ")
        )?;
        for row in &self.states {
            write!(out, "  {:width$}  {:8}", row.position, row.to_move)?;
            for (value, player) in row.values.iter().zip(&players) {
                write!(out, "  {value:>wide$}", wide = player.len())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes the states as lines with commas.
    fn write_csv(&self, out: &mut dyn Write, players: usize) -> anyhow::Result<()> {
        let mut lines = csv::Writer::from_writer(out);
        let values = (1..=players).map(|player| format!("value_{player}"));
        let names = ["position".to_owned(), "to_move".to_owned()];
        lines.write_record(names.into_iter().chain(values))?;
        for row in &self.states {
            let values = row.values.iter().map(u32::to_string);
            let names = [row.symbols.clone(), row.to_move.clone()];
            lines.write_record(names.into_iter().chain(values))?;
        }
        lines.flush()?;
        Ok(())
    }
}
